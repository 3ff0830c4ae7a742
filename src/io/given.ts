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
 * What does not fit a declaration is a mistake of the caller, and throws `TypeError` with the relation and the row.
 *
 * @param facts  to add to; made new where left out
 * @example factsOf(program, { edge: [['a', 'b']], weight: { columns: [Int32Array.of(1, 2), Int32Array.of(3, 4)] } })
 */
export function factsOf(program: Program, given: Readonly<Record<string, GivenRows>>, facts = new Facts()): Facts {
  for (const [name, rows] of Object.entries(given)) {
    const relation = program.relations.find((candidate) => candidate.name === name);
    if (relation === undefined) throw new TypeError(`the program declares no relation ${name}`);
    if (!relation.input) throw new TypeError(`${name} is no input: the program has no \`.input ${name}\``);
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
  const rows = columns[0]?.length ?? 0;
  if (columns.length !== attributes.length || columns.some((column) => column.length !== rows))
    throw new TypeError(`${name} takes ${attributes.length} columns of one length`);
  columns.forEach((column, c) => {
    if (attributes[c]?.primitive === 'symbol') checkSymbols(column, name, facts.symbols.size);
  });
  facts.insert(name, columns.map(signed), rows);
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
  rows.forEach((row, i) => {
    if (row.length !== attributes.length)
      throw new TypeError(`${name}, row ${i}: ${row.length} values for ${attributes.length} attributes`);
    row.forEach((value, c) => {
      const column = columns[c];
      if (column !== undefined) column[i] = wordOf(value, relation, c, i, facts);
    });
  });
  facts.insert(name, columns, rows.length);
}

function wordOf(value: string | number, { name, attributes }: Relation, c: number, row: number, facts: Facts): number {
  const primitive = attributes[c]?.primitive;
  if (primitive === 'symbol' && typeof value === 'string') return facts.symbols.intern(value);
  const word = primitive === 'unsigned' ? Number(value) >>> 0 : Number(value) | 0;
  if (primitive !== 'symbol' && typeof value === 'number' && word === value) return word | 0;
  const wanted =
    primitive === 'symbol' ? 'a text' : `${primitive === 'number' ? 'a signed' : 'an unsigned'} number of 32 bits`;
  throw new TypeError(`${name}, row ${row}: \`${attributes[c]?.name}\` takes ${wanted}, not ${JSON.stringify(value)}`);
}
