/** Seeded random numbers (Vigna's xorshift with a multiplier): the same seed and index give the same input everywhere. */
export class Random {
  private state: number;

  constructor(seed: number, index: number) {
    this.state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0 || 1;
    for (let i = 0; i < 8; i++) this.next();
  }

  /** An integer from 0 up to, not including, `bound`. */
  below(bound: number): number {
    return this.next() % Math.max(1, bound);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** One of some values; all must not be none. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  }

  /** A size: mostly small, now and then up to the bound. */
  size(bound: number): number {
    return 1 + this.below(this.chance(90) ? Math.min(8, bound) : bound);
  }

  many<T>(count: number, make: (i: number) => T): T[] {
    return Array.from({ length: count }, (_, i) => make(i));
  }

  private next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return Math.imul(this.state, 0x2545f491) >>> 0;
  }
}
