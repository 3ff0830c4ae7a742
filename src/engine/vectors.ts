import { BATCH, type Core, VECTOR_BYTES } from './core.js';

/** The vectors that plans use: scratch ones, shared by all plans since one runs at a time, and one a constant. */
export class Vectors {
  private readonly scratch: number[] = [];
  private readonly constants = new Map<number, number>();

  constructor(private readonly core: Core) {}

  /** Address of scratch vector number n. */
  address(n: number): number {
    while (this.scratch.length <= n) this.scratch.push(this.core.alloc(VECTOR_BYTES));
    return this.scratch[n] ?? 0;
  }

  /** Address of a vector whose every row is `value`, 32 bits. */
  constant(value: number): number {
    const known = this.constants.get(value);
    if (known !== undefined) return known;
    const address = this.core.alloc(VECTOR_BYTES);
    this.core.words.fill(value, address >>> 2, (address >>> 2) + BATCH);
    this.constants.set(value, address);
    return address;
  }
}
