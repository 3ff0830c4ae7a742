import type { Rows } from '../engine/index.js';

/** One step of flow into a slot: where from, how, and by which reference. All are symbols. */
export interface Flow {
  readonly from: number;
  readonly to: number;
  readonly by: number;
  readonly reference: number;
}

/** A way from a source to a slot, in order of flow, and every source in the order in which the slot reads them. */
export interface Witness {
  readonly source: number;
  readonly sources: readonly number[];
  readonly path: readonly Flow[];
}

/** A finding lists this many sources at the most: the list is for a person, and a hostile file could make it as long as the file, for each sink. */
export const MAX_SOURCES = 250;

interface Step extends Flow {
  /** Position of its relation, then the rank it has there. */
  readonly relation: number;
  readonly rank: number;
}

/**
 * Flows backwards: for each slot what goes into it, in reference order. Walking it depth first from a sink meets the
 * sources in that order; where a way may only pass what the sources reach, every step leads to some source.
 */
export class FlowGraph {
  private readonly into = new Map<number, Step[]>();

  /**
   * @param flows relations `(from, to, rank, by, reference)`; earlier relations come first in reference order
   * @param sources slots where content comes in: a way ends there
   * @param within the slots that a way may pass
   */
  constructor(
    flows: readonly Rows[],
    private readonly sources: ReadonlySet<number>,
    within: ReadonlySet<number>,
  ) {
    flows.forEach((rows, relation) => {
      for (const [from = 0, to = 0, rank = 0, by = 0, reference = 0] of rows) {
        if (within.has(from) && within.has(to)) this.add({ from, to, relation, rank, by, reference });
      }
    });
    for (const steps of this.into.values()) steps.sort((a, b) => a.relation - b.relation || a.rank - b.rank);
  }

  /** The first source in reference order and the way from it; undefined where no source leads to the slot. */
  witness(slot: number): Witness | undefined {
    const trail: Trail[] = [{ slot, flow: null, next: 0 }];
    const seen = new Set([slot]);
    const sources: number[] = [];
    let path: Flow[] = [];
    for (let top = trail.at(-1); top !== undefined && sources.length < MAX_SOURCES; top = trail.at(-1)) {
      const step = this.into.get(top.slot)?.[top.next++];
      if (step === undefined) {
        trail.pop();
      } else if (!seen.has(step.from)) {
        seen.add(step.from);
        if (!this.sources.has(step.from)) {
          trail.push({ slot: step.from, flow: step, next: 0 });
          continue;
        }
        if (sources.length === 0) path = [step, ...flowsOf(trail).reverse()];
        sources.push(step.from);
      }
    }
    const source = sources[0];
    return source === undefined ? undefined : { source, sources, path };
  }

  private add(step: Step): void {
    const steps = this.into.get(step.to);
    if (steps === undefined) this.into.set(step.to, [step]);
    else steps.push(step);
  }
}

/** A slot on the way back from the sink, the flow out of it that led here, and the next flow into it to try. */
interface Trail {
  readonly slot: number;
  readonly flow: Flow | null;
  next: number;
}

function flowsOf(trail: readonly Trail[]): Flow[] {
  return trail.flatMap(({ flow }) => (flow === null ? [] : [flow]));
}
