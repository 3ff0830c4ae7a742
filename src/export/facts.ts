import type { Program, Relation } from '../datalog/ir.js';
import type { Result } from '../engine/index.js';
import { encodeText } from '../facts/bytes.js';
import type { Symbols } from '../facts/symbols.js';
import { writeRows } from '../io/write.js';

/** The facts of one relation as a file. */
export interface FactFile {
  readonly relation: string;
  readonly name: string;
  /** Symbols stand in quotes, as some hold what sets values or rows apart. */
  readonly quoted: boolean;
  readonly pieces: Iterable<Uint8Array>;
}

const TAB = encodeText('\t');
/** Soufflé knows no escapes: such a symbol can only stand in quotes (`rfc4180`). */
const apart = /[\t\n\r]/;

/**
 * The facts of every input of a program, computed ones (`@builtin`) too, one row a line, values set apart by tabs: what
 * Soufflé reads where a program says `.input`.
 */
export function factFiles({ relations }: Program, result: Result, symbols: Symbols): FactFile[] {
  return relations.filter(({ input }) => input).map((relation) => factFile(relation, result, symbols));
}

function factFile(relation: Relation, result: Result, symbols: Symbols): FactFile {
  const { name, attributes } = relation;
  const rows = result.relation(name);
  const columns = rows?.columns() ?? [];
  const quoted = attributes.some(({ primitive }, i) => {
    return primitive === 'symbol' && (columns[i] ?? new Int32Array()).some((id) => apart.test(symbols.text(id)));
  });
  const format = { delimiter: TAB, headers: false, rfc4180: quoted };
  const pieces = writeRows({ attributes, columns, rows: rows?.size ?? 0 }, format, symbols);
  return { relation: name, name: `${name}.facts`, quoted, pieces };
}
