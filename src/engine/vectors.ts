import { Symbols } from '../facts/symbols.js';
import { BATCH, type Core, VECTOR_BYTES } from './core.js';

/** A vector whose every row is the id of a text. */
interface TextVector {
  readonly address: number;
  id: number;
}

/** The vectors that plans use: scratch ones, shared by all plans since one runs at a time, and one a constant. */
export class Vectors {
  private readonly scratch: number[] = [];
  private readonly constants = new Map<number, number>();
  private readonly texts = new Map<string, TextVector>();
  private readonly lists: number[] = [];
  private symbols = new Symbols();

  constructor(private readonly core: Core) {}

  /** Gives texts the ids they have from now on. */
  renumber(symbols: Symbols): void {
    this.symbols = symbols;
    for (const [text, vector] of this.texts) {
      const id = symbols.intern(text);
      if (id !== vector.id) this.fill(vector.address, id);
      vector.id = id;
    }
  }

  /** Address of scratch vector number n. */
  address(n: number): number {
    while (this.scratch.length <= n) this.scratch.push(this.core.alloc(VECTOR_BYTES));
    return this.scratch[n] ?? 0;
  }

  /** Address of the list of the addresses of the first n scratch vectors. */
  list(n: number): number {
    const known = this.lists[n];
    if (known !== undefined) return known;
    const list = this.core.place(Array.from({ length: n }, (_, i) => this.address(i)));
    this.lists[n] = list;
    return list;
  }

  /** Address of a vector whose every row is `value`, 32 bits. */
  constant(value: number): number {
    const known = this.constants.get(value);
    if (known !== undefined) return known;
    const address = this.core.alloc(VECTOR_BYTES);
    this.fill(address, value);
    this.constants.set(value, address);
    return address;
  }

  /** Address of a vector whose every row is the id of a text. */
  text(text: string): number {
    const known = this.texts.get(text);
    if (known !== undefined) return known.address;
    const vector = { address: this.core.alloc(VECTOR_BYTES), id: this.symbols.intern(text) };
    this.fill(vector.address, vector.id);
    this.texts.set(text, vector);
    return vector.address;
  }

  private fill(address: number, value: number): void {
    this.core.words.fill(value, address >>> 2, (address >>> 2) + BATCH);
  }
}
