import type { Primitive } from '../datalog/ir.js';
import { decodeText } from '../facts/bytes.js';
import { parseSigned, parseUnsigned } from '../facts/integers.js';
import type { Symbols } from '../facts/symbols.js';
import { COMMA, NEWLINE, RETURN, TAB } from './codes.js';
import { GrowingColumns } from './columns.js';
import { Fields } from './fields.js';
import type { Format } from './format.js';
import { readPlainRows } from './plain.js';
import { hashByte, Slices } from './slices.js';

/** What the rows of a file are read as. */
export interface Shape {
  readonly primitives: readonly Primitive[];
  /** Which column of the file each attribute is read from. */
  readonly columns: readonly number[];
}

/** A row that cannot be read. */
export interface RowError {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export type ReadResult =
  | {
      readonly ok: true;
      readonly columns: readonly Int32Array<ArrayBuffer>[];
      readonly rows: number;
      /** The first line with values past the last attribute, which are passed over; null where there is none. */
      readonly surplus: number | null;
    }
  | { readonly ok: false; readonly error: RowError };

/**
 * Reads rows as Soufflé's `IO=file` does: one a line, the last with or without a line break, `\r\n` as `\n`. Values
 * past the last attribute are passed over. Symbols are interned; a relation without attributes gets one row a line.
 *
 * @param bytes  of the file, and a line break behind them that is no part of it (`terminated`)
 * @param length  of the file, in bytes
 */
export function readRows(
  bytes: Uint8Array,
  length: number,
  shape: Shape,
  format: Format,
  symbols: Symbols,
): ReadResult {
  const reader = new Reader(bytes, length, shape, format, symbols);
  const error = reader.read();
  if (error !== null) return { ok: false, error };
  const { result, surplus } = reader;
  return { ok: true, columns: result.finished(), rows: result.rows, surplus };
}

/** Bytes with the line break behind them that `readRows` asks for; a copy. */
export function terminated(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length + 1);
  result.set(bytes);
  result[bytes.length] = NEWLINE;
  return result;
}

class Reader {
  readonly result: GrowingColumns;
  surplus: number | null = null;
  private readonly slices: Slices;
  private at = 0;
  private line = 1;
  /** What was wrong with the value last read. */
  private wrong: string | null = null;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly length: number,
    private readonly shape: Shape,
    private readonly format: Format,
    private readonly symbols: Symbols,
  ) {
    this.slices = new Slices(bytes, symbols);
    this.result = new GrowingColumns(shape.primitives.length, expectedRows(bytes, length));
  }

  read(): RowError | null {
    if (this.format.headers) this.skipLine();
    const [delimiter = TAB] = this.format.delimiter;
    const simple = this.format.delimiter.length === 1 && delimiter !== COMMA && !this.format.rfc4180;
    const inOrder = this.shape.columns.every((column, i) => column === i);
    if (!simple || !inOrder) return this.readFields();
    const error = this.readLines(delimiter);
    return error === null ? null : { line: this.line, message: error };
  }

  // ------------------------------------------------------------------------- a delimiter of one byte: one pass of bytes

  private readLines(delimiter: number): string | null {
    const { primitives } = this.shape;
    const { result } = this;
    const unsigned = primitives.map((primitive) => primitive === 'unsigned');
    const plain = primitives.length > 0 && !primitives.includes('symbol');
    while (this.at < this.length) {
      result.reserve();
      if (plain) this.readPlain(delimiter, unsigned);
      if (this.at < this.length && result.rows < result.capacity) this.readLine(delimiter);
      if (this.wrong !== null) return this.wrong;
    }
    return null;
  }

  private readPlain(delimiter: number, unsigned: readonly boolean[]): void {
    const { result } = this;
    const progress = { at: this.at, rows: result.rows };
    readPlainRows(this.bytes, this.length, delimiter, unsigned, result.columns, progress);
    this.line += progress.rows - result.rows;
    this.at = progress.at;
    result.rows = progress.rows;
  }

  private readLine(delimiter: number): void {
    const { primitives } = this.shape;
    const { result } = this;
    const last = primitives.length - 1;
    for (let column = 0; column <= last; column++) {
      const value = primitives[column] === 'symbol' ? this.symbol(delimiter) : this.number(column, delimiter);
      if (this.wrong !== null) return;
      const values = result.columns[column];
      if (values !== undefined) values[result.rows] = value;
      if (column === last) break;
      if (this.bytes[this.at] !== delimiter) {
        this.wrong = missing(column + 1, primitives.length);
        return;
      }
      this.at++;
    }
    result.rows++;
    if (last >= 0 && this.bytes[this.at] === delimiter) this.surplus ??= this.line;
    this.skipLine();
  }

  private number(column: number, delimiter: number): number {
    const start = this.at;
    this.at = this.valueEnd(delimiter);
    const text = decodeText(this.bytes, start, this.trimmed(start));
    const unsigned = this.shape.primitives[column] === 'unsigned';
    const value = convert(text, unsigned);
    if (value === undefined) this.wrong = notANumber(text, column, unsigned);
    return value ?? 0;
  }

  /** The symbol up to the next delimiter or the end of the line. */
  private symbol(delimiter: number): number {
    const { bytes } = this;
    const start = this.at;
    let hash = 0;
    let at = start;
    for (let byte = bytes[at] ?? NEWLINE; byte !== delimiter && byte !== NEWLINE; byte = bytes[at] ?? NEWLINE) {
      hash = hashByte(hash, byte);
      at++;
    }
    this.at = at;
    const end = this.trimmed(start);
    if (end === at) return this.slices.intern(start, end, hash);
    return this.symbols.intern(decodeText(bytes, start, end));
  }

  private valueEnd(delimiter: number): number {
    let at = this.at;
    while (this.bytes[at] !== delimiter && this.bytes[at] !== NEWLINE) at++;
    return at;
  }

  /** The end of the value that ends at `this.at`, without the `\r` of a line break. */
  private trimmed(start: number): number {
    const { bytes, at } = this;
    return bytes[at] === NEWLINE && at > start && bytes[at - 1] === RETURN ? at - 1 : at;
  }

  private skipLine(): void {
    const { bytes, length } = this;
    let at = this.at;
    while (at < length && bytes[at] !== NEWLINE) at++;
    this.at = at + 1;
    this.line++;
  }

  // --------------------------------------------------------------------------------- all other formats: line by line

  private readFields(): RowError | null {
    const fields = new Fields(this.bytes, this.at, this.length, this.line, this.format);
    const wanted = Math.max(-1, ...this.shape.columns) + 1;
    const attributes = new Map(this.shape.columns.map((column, attribute) => [column, attribute]));
    while (fields.nextLine()) {
      const line = fields.line;
      this.result.reserve();
      for (let column = 0; column < wanted; column++) {
        const text = fields.next();
        if (text === null) return { line: fields.line, message: fields.wrong ?? missing(column, wanted) };
        const attribute = attributes.get(column);
        if (attribute === undefined) continue;
        const message = this.store(attribute, text);
        if (message !== null) return { line, message };
      }
      this.result.rows++;
    }
    return null;
  }

  private store(attribute: number, text: string): string | null {
    const primitive = this.shape.primitives[attribute];
    const unsigned = primitive === 'unsigned';
    const value = primitive === 'symbol' ? this.symbols.intern(text) : convert(text, unsigned);
    if (value === undefined) return notANumber(text, this.shape.columns[attribute] ?? attribute, unsigned);
    const values = this.result.columns[attribute];
    if (values !== undefined) values[this.result.rows] = value;
    return null;
  }
}

/** A little more rows than the file has, if its lines are as long as the first ones. */
function expectedRows(bytes: Uint8Array, length: number): number {
  const sample = Math.min(length, 1 << 14);
  let lines = 1;
  for (let i = 0; i < sample; i++) if (bytes[i] === NEWLINE) lines++;
  return Math.ceil((length / Math.max(sample, 1)) * lines * 1.05) + 16;
}

/** The number that a whole text is; undefined where it is none. */
function convert(text: string, unsigned: boolean): number | undefined {
  const parsed = unsigned ? parseUnsigned(text) : parseSigned(text, 'decimal');
  return parsed?.length === text.length ? parsed.value : undefined;
}

function notANumber(text: string, column: number, unsigned: boolean): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  const range = unsigned ? 'unsigned (0 to 4294967295)' : 'number (-2147483648 to 2147483647)';
  return `column ${column + 1}: \`${shown}\` is no ${range}`;
}

function missing(found: number, wanted: number): string {
  return `${found} of ${wanted} values: the row ends too early, or the delimiter is another one`;
}
