import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Facts } from '../facts/facts.js';
import { NEWLINE } from './codes.js';
import type { Source } from './directives.js';
import { type ReadResult, readRows, terminated } from './read.js';

/** What is to be said of a file of facts. `line` is there where a row is meant. */
export interface LoadMessage {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** Of each file the first error. With any, the facts are not to be used. */
export interface LoadReport {
  readonly errors: readonly LoadMessage[];
  readonly warnings: readonly LoadMessage[];
}

/** Offsets into a file are 32-bit numbers. */
const MOST_BYTES = 2 ** 31 - 2;

/** Reads the facts of every source into tables. Relative names start at `folder`. */
export function loadFacts(sources: readonly Source[], folder: string, facts: Facts): LoadReport {
  const errors: LoadMessage[] = [];
  const warnings: LoadMessage[] = [];
  for (const source of sources) {
    const { name, attributes } = source.relation;
    const file = source.file === null ? '<stdin>' : placed(source.file, folder);
    try {
      const result = readSource(source, folder, facts);
      if (!result.ok) errors.push({ file, line: result.error.line, message: `\`${name}\`: ${result.error.message}` });
      else facts.insert(name, result.columns, result.rows);
      if (result.ok && result.surplus !== null)
        warnings.push({
          file,
          line: result.surplus,
          message: `\`${name}\` takes the first ${attributes.length} values of this row alone`,
        });
    } catch (error) {
      if (!isSystemError(error)) throw error;
      errors.push({ file, message: `the facts of \`${name}\` cannot be read: ${reason(error)}` });
    }
  }
  return { errors, warnings };
}

function readSource(source: Source, folder: string, facts: Facts): ReadResult {
  const bytes = source.file === null ? terminated(readFileSync(0)) : readTerminated(placed(source.file, folder));
  const shape = { primitives: source.relation.attributes.map(({ primitive }) => primitive), columns: source.columns };
  return readRows(bytes, bytes.length - 1, shape, source.format, facts.symbols);
}

/** A file with a line break behind it, without a second copy where its size is known. */
function readTerminated(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return terminated(readFileSync(file));
    if (stat.size > MOST_BYTES) throw Object.assign(new Error('files of 2 GiB are too large'), { code: 'EFBIG' });
    const bytes = Buffer.allocUnsafe(stat.size + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < stat.size; length += read)
      read = readSync(file, bytes, length, stat.size - length, null);
    if (isGzip(bytes, length)) return terminated(gunzipSync(bytes.subarray(0, length)));
    bytes[length] = NEWLINE;
    return bytes.subarray(0, length + 1);
  } finally {
    closeSync(file);
  }
}

/** Soufflé unpacks what starts like a file of gzip (RFC 1952). */
function isGzip(bytes: Uint8Array, length: number): boolean {
  return length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** A relative name starts at the folder. */
export function placed(file: string, folder: string): string {
  return isAbsolute(file) ? file : join(folder, file);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

function reason(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' ? 'there is no such file' : error.message;
}
