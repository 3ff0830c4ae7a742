/** A growing table of 32-bit columns: rows in order of insertion, duplicates kept (the engine drops them). */
export class Table {
  private data: Int32Array[];
  private rows = 0;

  constructor(
    readonly name: string,
    readonly arity: number,
  ) {
    this.data = Array.from({ length: arity }, () => new Int32Array(16));
  }

  get size(): number {
    return this.rows;
  }

  /** Appends one row; the number of values is the table's arity. */
  add(...values: number[]): void {
    if (values.length !== this.arity)
      throw new RangeError(`${this.name} has ${this.arity} columns, not ${values.length}`);
    if (this.rows === this.data[0]?.length) this.data = this.data.map(grown);
    this.data.forEach((column, i) => {
      column[this.rows] = values[i] ?? 0;
    });
    this.rows++;
  }

  /**
   * Appends rows given as columns of equal length. An empty table takes the arrays as they are, without a copy, and
   * expects nobody to change them; rows added later go to arrays of its own.
   */
  insert(columns: readonly Int32Array[], rows: number): void {
    if (columns.length !== this.arity || columns.some((column) => column.length !== rows))
      throw new RangeError(`${this.name} takes ${this.arity} columns of ${rows} values`);
    // The core copies words: a column of another width would be cut or read askew there.
    const other = columns.findIndex((column) => !(column instanceof Int32Array));
    if (other >= 0) throw new TypeError(`${this.name}: column ${other} is no Int32Array`);
    if (this.rows === 0) this.data = [...columns];
    else this.data = this.data.map((column, i) => joined(column.subarray(0, this.rows), columns[i]));
    this.rows += rows;
  }

  /** The arrays that the columns are kept in: the first `size` values of each count. For reading right away. */
  arrays(): readonly Int32Array[] {
    return this.data;
  }

  /** The columns, each of `size` values; views that a later `add` may detach from. */
  columns(): readonly Int32Array[] {
    return this.data.map((column) => column.subarray(0, this.rows));
  }
}

function grown(column: Int32Array): Int32Array {
  const larger = new Int32Array(Math.max(16, column.length * 2));
  larger.set(column);
  return larger;
}

function joined(column: Int32Array, more: Int32Array | undefined): Int32Array {
  const longer = new Int32Array(column.length + (more?.length ?? 0));
  longer.set(column);
  if (more !== undefined) longer.set(more, column.length);
  return longer;
}
