import type { Tuple, Value } from './ast.js';

/** The tuples of one relation in order of insertion, each once; a tuple's key is its JSON. */
export class TupleSet {
  private readonly byKey = new Map<string, Tuple>();
  private readonly byColumn = new Map<number, Map<Value, Tuple[]>>();

  get size(): number {
    return this.byKey.size;
  }

  /** Adds a tuple; false where it is there already. */
  add(tuple: Tuple): boolean {
    const key = JSON.stringify(tuple);
    if (this.byKey.has(key)) return false;
    this.byKey.set(key, tuple);
    for (const [column, index] of this.byColumn) enter(index, column, tuple);
    return true;
  }

  keys(): Iterable<string> {
    return this.byKey.keys();
  }

  values(): Iterable<Tuple> {
    return this.byKey.values();
  }

  /** The tuples with a value in a column. */
  matching(column: number, value: Value): readonly Tuple[] {
    let index = this.byColumn.get(column);
    if (index === undefined) {
      index = new Map();
      for (const tuple of this.byKey.values()) enter(index, column, tuple);
      this.byColumn.set(column, index);
    }
    return index.get(value) ?? [];
  }
}

function enter(index: Map<Value, Tuple[]>, column: number, tuple: Tuple): void {
  const value = tuple[column];
  if (value === undefined) return;
  const known = index.get(value);
  if (known === undefined) index.set(value, [tuple]);
  else known.push(tuple);
}
