import type { Parameters } from '../datalog/ir.js';
import { encodeText } from '../facts/bytes.js';

/** How the rows of a file stand: one a line, values set apart by a delimiter (Soufflé's `IO=file`). */
export interface Format {
  /** UTF-8; one byte at least. */
  readonly delimiter: Uint8Array;
  /** The first line names the columns. */
  readonly headers: boolean;
  /** Values may stand in `"…"`, as in RFC 4180. */
  readonly rfc4180: boolean;
}

/** A parameter of a directive that cannot be followed: what it is, and the smallest repair. */
export class ParameterError extends Error {
  constructor(
    message: string,
    readonly repair: string,
  ) {
    super(message);
  }
}

/** Reads `delimiter`, `headers` and `rfc4180`; throws `ParameterError`. */
export function formatOf(parameters: Parameters): Format {
  const rfc4180 = parameters.get('rfc4180') === 'true';
  const delimiter = parameters.get('delimiter') ?? (rfc4180 ? ',' : '\t');
  if (delimiter === '') throw new ParameterError('the delimiter is empty', 'write `delimiter="\\t"`');
  if (delimiter.includes('\n')) throw new ParameterError('the delimiter contains a line break', 'choose another one');
  if (rfc4180 && delimiter.includes('"'))
    throw new ParameterError('with rfc4180, the delimiter cannot contain `"`', 'choose another delimiter');
  return { delimiter: encodeText(delimiter), headers: parameters.get('headers') === 'true', rfc4180 };
}

/**
 * Which column of a file each attribute is read from (`columns="2:0:1"`: the first attribute from column 2, and so on);
 * without the parameter, the columns in order. Throws `ParameterError`.
 */
export function columnsOf(parameters: Parameters, arity: number): readonly number[] {
  const written = parameters.get('columns');
  if (written === undefined || written === '') return Array.from({ length: arity }, (_, i) => i);
  const columns = written.split(':').map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : Number.NaN));
  if (columns.some(Number.isNaN) || new Set(columns).size < columns.length || columns.length !== arity) {
    const repair = `name ${arity} different columns, counted from 0, as in \`columns="0:1"\``;
    throw new ParameterError(`\`${written}\` does not say where ${arity} attributes come from`, repair);
  }
  return columns;
}
