import { Places } from './places.js';
import { Symbols } from './symbols.js';
import { Table } from './table.js';

/** What lowering writes and the engine reads: interned strings, one table per input relation, and the places of entities. */
export class Facts {
  readonly symbols = new Symbols();
  readonly places = new Places();
  private readonly byName = new Map<string, Table>();

  /** The table of an input relation, made empty at first use. One name has one arity. */
  table(name: string, arity: number): Table {
    let table = this.byName.get(name);
    if (table === undefined) {
      table = new Table(name, arity);
      this.byName.set(name, table);
    }
    if (table.arity !== arity) throw new RangeError(`${name} was used with ${table.arity} and with ${arity} columns`);
    return table;
  }

  /** Appends rows to the table of an input relation, given as columns of `rows` values each; see `Table.insert`. */
  insert(name: string, columns: readonly Int32Array[], rows: number): void {
    this.table(name, columns.length).insert(columns, rows);
  }

  /** All tables, in order of first use. */
  tables(): IterableIterator<Table> {
    return this.byName.values();
  }
}
