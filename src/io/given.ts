import type { Program, Relation } from '../datalog/ir.js';
import { Facts } from '../facts/facts.js';

/** One relation's facts: row by row, or as one typed array a column (symbols as ids of `Facts.symbols`). */
export type GivenRows =
  | readonly (readonly (string | number)[])[]
  | { readonly columns: readonly (Int32Array | Uint32Array)[] };

/**
 * Facts for a program, by the name of the relation. Rows hold texts where an attribute is of a symbol type, else numbers
 * of 32 bits. Columns are taken as they are, without a copy: a run copies them once, into the core, and nobody may change
 * them before.
 *
 * What does not fit a declaration is a mistake of the caller, and throws `TypeError` with the relation and the row or column.
 *
 * @param facts  to add to; made new where left out
 * @example factsOf(program, { edge: [['a', 'b']], weight: { columns: [Int32Array.of(1, 2), Int32Array.of(3, 4)] } })
 */
export function factsOf(program: Program, given: Readonly<Record<string, GivenRows>>, facts = new Facts()): Facts {
  for (const [name, rows] of Object.entries(given)) {
    const relation = program.relations.find((candidate) => candidate.name === name);
    if (relation === undefined) throw new TypeError(`the program declares no relation ${name}`);
    if (!relation.input) throw new TypeError(`${name} is no input: the program has no \`.input ${name}\``);
    checkShape(name, rows);
    if ('columns' in rows) insertColumns(relation, rows.columns, facts);
    else insertRows(relation, rows, facts);
  }
  return facts;
}

function insertColumns(
  { name, attributes }: Relation,
  columns: readonly (Int32Array | Uint32Array)[],
  facts: Facts,
): void {
  columns.forEach((column, c) => {
    checkWords(column, name, attributes[c]?.name ?? `column ${c}`);
  });
  const rows = columns[0]?.length ?? 0;
  if (columns.length !== attributes.length || columns.some((column) => column.length !== rows))
    throw new TypeError(`${name} takes ${attributes.length} columns of one length`);
  columns.forEach((column, c) => {
    if (attributes[c]?.primitive === 'symbol') checkSymbols(column, name, facts.symbols.size);
  });
  facts.insert(name, columns.map(signed), rows);
}

function checkShape(name: string, rows: unknown): void {
  if (Array.isArray(rows)) return;
  if (typeof rows === 'object' && rows !== null && 'columns' in rows && Array.isArray(rows.columns)) return;
  throw new TypeError(`${name} takes a list of rows, or { columns } with a list of typed arrays`);
}

/** The values of an array of another width, or of fractions, would be taken for other ones. */
function checkWords(column: unknown, name: string, attribute: string): void {
  if (column instanceof Int32Array || column instanceof Uint32Array) return;
  const given = ArrayBuffer.isView(column) ? column.constructor.name : typeof column;
  throw new TypeError(`${name}: \`${attribute}\` takes an Int32Array or a Uint32Array as its column, not ${given}`);
}

/** The same words, read as signed numbers. */
function signed(column: Int32Array | Uint32Array): Int32Array {
  return column instanceof Int32Array ? column : new Int32Array(column.buffer, column.byteOffset, column.length);
}

function checkSymbols(column: Int32Array | Uint32Array, name: string, symbols: number): void {
  for (let row = 0; row < column.length; row++)
    if ((column[row] ?? 0) >>> 0 >= symbols)
      throw new TypeError(`${name}, row ${row}: no symbol has the id ${column[row]}`);
}

function insertRows(relation: Relation, rows: readonly (readonly (string | number)[])[], facts: Facts): void {
  const { name, attributes } = relation;
  const columns = attributes.map(() => new Int32Array(rows.length));
  for (const [i, row] of rows.entries()) {
    if (!Array.isArray(row)) throw new TypeError(`${name}, row ${i}: a row is a list of values, not ${String(row)}`);
    if (row.length !== attributes.length)
      throw new TypeError(`${name}, row ${i}: ${row.length} values for ${attributes.length} attributes`);
    for (const [c, column] of columns.entries()) column[i] = wordOf(row[c], relation, c, i, facts);
  }
  facts.insert(name, columns, rows.length);
}

function wordOf(value: unknown, { name, attributes }: Relation, c: number, row: number, facts: Facts): number {
  const primitive = attributes[c]?.primitive;
  if (primitive === 'symbol' && typeof value === 'string') return facts.symbols.intern(value);
  if (primitive !== 'symbol' && typeof value === 'number') {
    const word = primitive === 'unsigned' ? value >>> 0 : value | 0;
    if (word === value) return word | 0;
  }
  const wanted =
    primitive === 'symbol' ? 'a text' : `${primitive === 'number' ? 'a signed' : 'an unsigned'} number of 32 bits`;
  const given = typeof value === 'string' ? JSON.stringify(value) : String(value);
  throw new TypeError(`${name}, row ${row}: \`${attributes[c]?.name}\` takes ${wanted}, not ${given}`);
}
