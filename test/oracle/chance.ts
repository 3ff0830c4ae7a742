/** Seeded random numbers (Mulberry32): the same seed gives the same sequence on every machine. */
export class Chance {
  constructor(private state: number) {}

  /** An integer from 0 up to but without `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  }

  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True with a probability of `percent` in a hundred. */
  percent(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** One of the items. An empty list is a bug of the caller. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** One of the items, or undefined where there is none. */
  pickAny<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  shuffled<T>(items: readonly T[]): T[] {
    const keyed = items.map((item) => ({ item, key: this.below(1 << 30) }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }
}
