import type { Symbols } from '../facts/symbols.js';
import { type Core, CoreFault } from './core.js';
import type { RelationState } from './state.js';
import type { Vectors } from './vectors.js';

/** A text, or a number of 32 bits. */
export type Value = string | number;

/** The rows of a relation after a run, in the order in which they were inserted. */
export interface Rows extends Iterable<readonly number[]> {
  readonly name: string;
  readonly size: number;
  readonly arity: number;
  /** One array of `size` values a column, copies that are safe to keep: ids of symbols, or numbers as signed 32 bits. */
  columns(): readonly Int32Array<ArrayBuffer>[];
  /** Whether the relation has this row. */
  has(...values: number[]): boolean;
  /** Row by row, symbols as ids; values of `unsigned` columns are not negative. */
  [Symbol.iterator](): Iterator<readonly number[]>;
  /** Row by row, symbols as texts. */
  values(): IterableIterator<readonly Value[]>;
}

/** Rows that are copied from the core when first asked for, which has to be before the engine's next run. */
export class CoreRows implements Rows {
  readonly name: string;
  readonly size: number;
  readonly arity: number;
  private copied: Int32Array<ArrayBuffer>[] | undefined;

  constructor(
    private readonly core: Core,
    private readonly vectors: Vectors,
    private readonly state: RelationState,
    private readonly requireCurrent: () => void,
    private readonly symbols: Symbols,
  ) {
    this.name = state.declaration.name;
    this.arity = state.declaration.attributes.length;
    this.size = state.size;
  }

  columns(): readonly Int32Array<ArrayBuffer>[] {
    if (this.copied === undefined) {
      this.requireCurrent();
      this.copied = this.copy();
    }
    return this.copied;
  }

  /** A relation that kept no log writes it now, which takes memory. */
  private copy(): Int32Array<ArrayBuffer>[] {
    try {
      return this.state.declaration.attributes.map((_, c) => this.core.copy(this.state.column(c), this.size));
    } catch (error) {
      if (error instanceof CoreFault) throw new Error(`there is not enough memory for the rows of ${this.name}`);
      throw error;
    }
  }

  has(...values: number[]): boolean {
    if (values.length !== this.arity)
      throw new RangeError(`${this.name} has ${this.arity} columns, not ${values.length}`);
    this.requireCurrent();
    return this.state.has(this.vectors, values);
  }

  *[Symbol.iterator](): Iterator<readonly number[]> {
    const columns = this.columns();
    const unsigned = this.state.declaration.attributes.map((attribute) => attribute.primitive === 'unsigned');
    for (let row = 0; row < this.size; row++) {
      yield columns.map((column, c) => {
        const value = column[row] ?? 0;
        return unsigned[c] ? value >>> 0 : value;
      });
    }
  }

  *values(): Generator<readonly Value[]> {
    const isSymbol = this.state.declaration.attributes.map((attribute) => attribute.primitive === 'symbol');
    for (const row of this) yield row.map((value, c) => (isSymbol[c] ? this.symbols.text(value) : value));
  }
}
