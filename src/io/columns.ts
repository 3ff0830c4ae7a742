/** Columns of 32-bit values that grow row by row. */
export class GrowingColumns {
  columns: Int32Array<ArrayBuffer>[];
  rows = 0;
  capacity: number;

  constructor(arity: number, capacity: number) {
    this.capacity = capacity;
    this.columns = Array.from({ length: arity }, () => new Int32Array(capacity));
  }

  /** Sees to it that there is room for one more row. */
  reserve(): void {
    if (this.rows < this.capacity) return;
    this.capacity *= 2;
    this.columns = this.columns.map((column) => {
      const larger = new Int32Array(this.capacity);
      larger.set(column);
      return larger;
    });
  }

  /** The rows so far, as views. */
  finished(): Int32Array<ArrayBuffer>[] {
    return this.columns.map((column) => column.subarray(0, this.rows));
  }
}
