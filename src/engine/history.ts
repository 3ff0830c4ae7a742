/** Where in the evaluation of a stratum something came; a round is a sequence of steps, in each of which one relation grows. */
export interface Time {
  readonly round: number;
  readonly step: number;
}

interface Entry extends Time {
  /** Rows at the end of the step. */
  readonly size: number;
}

const BEFORE: Time = { round: 0, step: 0 };

/** When the rows of a relation came: round and step 0 before the first round of its stratum. */
export class History {
  private readonly entries: Entry[] = [];

  /** Notes how many rows there are after a step. Steps come in order. */
  note({ round, step }: Time, size: number): void {
    const last = this.entries.at(-1);
    if (last === undefined || last.size < size) this.entries.push({ round, step, size });
  }

  clear(): void {
    this.entries.length = 0;
  }

  /** When a row came; rows are numbered in order of insertion. */
  timeOf(row: number): Time {
    return this.entries[this.first(({ size }) => size > row)] ?? this.entries.at(-1) ?? BEFORE;
  }

  /** Rows that came before a round. */
  sizeBeforeRound(round: number): number {
    return this.entries[this.first((entry) => entry.round >= round) - 1]?.size ?? 0;
  }

  /** Rows that came before a step. */
  sizeBeforeStep(step: number): number {
    return this.entries[this.first((entry) => entry.step >= step) - 1]?.size ?? 0;
  }

  /** The first entry of which something holds that holds of all later ones too. */
  private first(holds: (entry: Entry) => boolean): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.entries[middle];
      if (entry === undefined || holds(entry)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
