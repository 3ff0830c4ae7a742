import { NEWLINE, RETURN } from './codes.js';

const MINUS = 45;
const ZERO = 48;
/** As many digits as fit 32 bits whatever they are. */
const SAFE_DIGITS = 9;

/** Where reading stands: the byte the next row starts at, and how many rows are in the columns. */
export interface Progress {
  at: number;
  rows: number;
}

/**
 * The fast lane for rows of numbers in plain decimal: reads on from `progress` until the columns are full, the file
 * ends, or a row comes that is not of this kind, which it leaves untouched. One pass, nothing allocated.
 *
 * One long loop on purpose: taken apart it is half as fast before the JIT has seen it often.
 *
 * @param length  of the file; a line break stands behind it
 * @param unsigned  by column, whether it holds unsigned numbers
 */
export function readPlainRows(
  bytes: Uint8Array,
  length: number,
  delimiter: number,
  unsigned: readonly boolean[],
  columns: readonly Int32Array[],
  progress: Progress,
): void {
  const last = columns.length - 1;
  const capacity = columns[0]?.length ?? 0;
  let { at, rows } = progress;
  reading: for (; at < length && rows < capacity; rows++) {
    let p = at;
    for (let c = 0; c <= last; c++) {
      const column = columns[c];
      const negative = bytes[p] === MINUS;
      if (negative) p++;
      const first = p;
      let value = 0;
      // Of all bytes, only the ten digits are below ten after this.
      for (let digit = (bytes[p] ?? 0) ^ ZERO; digit <= 9; digit = (bytes[p] ?? 0) ^ ZERO) {
        value = Math.imul(value, 10) + digit;
        p++;
      }
      const digits = p - first;
      if (digits === 0 || column === undefined || (negative && unsigned[c] === true)) break reading;
      if (digits > SAFE_DIGITS && !fits(value >>> 0, digits, bytes[first] ?? 0, unsigned[c] === true)) break reading;
      const end = c === last ? NEWLINE : delimiter;
      if (bytes[p] !== end && !(c === last && bytes[p] === RETURN && bytes[++p] === end)) break reading;
      p++;
      column[rows] = negative ? -value : value;
    }
    at = p;
  }
  progress.at = at;
  progress.rows = rows;
}

/**
 * Whether a number of ten digits or more is in range.
 * @param wrapped  the number modulo 2³²
 */
function fits(wrapped: number, digits: number, firstByte: number, unsigned: boolean): boolean {
  const first = firstByte - ZERO;
  const inWord = digits === SAFE_DIGITS + 1 && (first < 4 || (first === 4 && wrapped >= 4_000_000_000));
  return inWord && wrapped <= (unsigned ? 0xffffffff : 0x7fffffff);
}
