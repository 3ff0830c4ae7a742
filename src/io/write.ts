import type { Attribute } from '../datalog/ir.js';
import { encodeText } from '../facts/bytes.js';
import type { Symbols } from '../facts/symbols.js';
import { NEWLINE } from './codes.js';
import type { Format } from './format.js';

/** Rows to be written: columns of equal length, symbols as ids. */
export interface WrittenRows {
  readonly attributes: readonly Attribute[];
  readonly columns: readonly Int32Array[];
  readonly rows: number;
}

/** Bytes are handed on in pieces of at most about this many. */
const PIECE = 1 << 16;
/** The longest number, `-2147483648`. */
const NUMBER_BYTES = 11;
const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;

/**
 * Rows as Soufflé's `IO=file` and `IO=stdout` write them: values set apart by the delimiter, a line break after each
 * row, `()` for the one row of a relation without attributes. With `rfc4180` symbols stand in quotes.
 */
export function* writeRows(rows: WrittenRows, format: Format, symbols: Symbols): Generator<Uint8Array> {
  if (rows.attributes.length === 0) {
    if (rows.rows > 0) yield encodeText('()\n');
    return;
  }
  const writer = new Writer(rows, format, symbols);
  for (let row = 0; row < rows.rows; row++) {
    writer.row(row);
    if (writer.size >= PIECE) yield writer.take();
  }
  if (writer.size > 0) yield writer.take();
}

class Writer {
  size = 0;
  private buffer = new Uint8Array(PIECE * 2);
  /** By symbol id, the bytes of those written already. */
  private readonly encoded: (Uint8Array | undefined)[] = [];

  constructor(
    private readonly rows: WrittenRows,
    private readonly format: Format,
    private readonly symbols: Symbols,
  ) {}

  row(row: number): void {
    const { attributes, columns } = this.rows;
    for (let c = 0; c < attributes.length; c++) {
      if (c > 0) this.bytes(this.format.delimiter);
      const value = columns[c]?.[row] ?? 0;
      const primitive = attributes[c]?.primitive;
      if (primitive === 'symbol') this.bytes(this.symbol(value));
      else this.number(primitive === 'unsigned' ? value >>> 0 : value);
    }
    this.reserve(1);
    this.buffer[this.size++] = NEWLINE;
  }

  take(): Uint8Array {
    const piece = this.buffer.slice(0, this.size);
    this.size = 0;
    return piece;
  }

  private symbol(id: number): Uint8Array {
    const known = this.encoded[id];
    if (known !== undefined) return known;
    const bytes = encodeText(this.symbols.text(id));
    const written = this.format.rfc4180 ? quoted(bytes) : bytes;
    this.encoded[id] = written;
    return written;
  }

  private bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    for (let i = 0; i < bytes.length; i++) this.buffer[this.size + i] = bytes[i] ?? 0;
    this.size += bytes.length;
  }

  private number(value: number): void {
    this.reserve(NUMBER_BYTES);
    const { buffer } = this;
    let rest = value;
    if (rest < 0) {
      buffer[this.size++] = MINUS;
      rest = -rest;
    }
    let end = this.size + 1;
    for (let power = 10; power <= rest; power *= 10) end++;
    this.size = end;
    do {
      buffer[--end] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    } while (rest > 0);
  }

  private reserve(bytes: number): void {
    if (this.size + bytes <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(this.buffer.length * 2, this.size + bytes));
    larger.set(this.buffer);
    this.buffer = larger;
  }
}

function quoted(bytes: Uint8Array): Uint8Array {
  const result: number[] = [QUOTE];
  for (const byte of bytes) {
    if (byte === QUOTE) result.push(QUOTE);
    result.push(byte);
  }
  result.push(QUOTE);
  return Uint8Array.from(result);
}
