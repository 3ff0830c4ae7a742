import { decodeText } from '../facts/bytes.js';
import { COMMA, NEWLINE, RETURN } from './codes.js';
import type { Format } from './format.js';

const QUOTE = 34;
const OPEN = 91;
const CLOSE = 93;

/**
 * The values of a file, line by line, for formats with a delimiter of several bytes, with a comma (which inside `[…]`
 * sets nothing apart) or with quoted values (which may span lines).
 */
export class Fields {
  /** Why `next` gave no value; null where the line just ended. */
  wrong: string | null = null;
  /** Where the next line starts, and the current one ends without its line break. */
  private following: number;
  private end = 0;
  private at = 0;

  /**
   * @param bytes  with a line break behind them
   * @param line  the number of the first line
   */
  constructor(
    private readonly bytes: Uint8Array,
    start: number,
    private readonly length: number,
    public line: number,
    private readonly format: Format,
  ) {
    this.following = start;
    this.line--;
  }

  /** Goes to the next line; false after the last. */
  nextLine(): boolean {
    if (this.following >= this.length) return false;
    this.at = this.following;
    const newline = this.bytes.indexOf(NEWLINE, this.at);
    this.following = newline + 1;
    this.end = newline > this.at && this.bytes[newline - 1] === RETURN ? newline - 1 : newline;
    this.line++;
    return true;
  }

  /** The next value of the line, or null where there is none or it cannot be read. */
  next(): string | null {
    if (this.format.rfc4180 && this.at < this.end && this.bytes[this.at] === QUOTE) return this.quoted();
    if (this.at > this.end) return null;
    const start = this.at;
    const bracketed = !this.format.rfc4180 && this.format.delimiter.includes(COMMA);
    const end = bracketed ? this.bracketedEnd(start) : this.delimiterFrom(start);
    if (end < 0) return this.fail('`[` without `]`');
    this.at = end + this.format.delimiter.length;
    return decodeText(this.bytes, start, end);
  }

  private fail(message: string): null {
    this.wrong = message;
    return null;
  }

  private delimiterFrom(start: number): number {
    const [first = COMMA] = this.format.delimiter;
    for (let at = start; at < this.end; at++) if (this.bytes[at] === first && this.isDelimiter(at)) return at;
    return this.end;
  }

  private isDelimiter(at: number): boolean {
    const { delimiter } = this.format;
    if (at + delimiter.length > this.end) return false;
    return delimiter.every((byte, i) => this.bytes[at + i] === byte);
  }

  /** The next delimiter that stands in no brackets; -1 where one stays open. */
  private bracketedEnd(start: number): number {
    let depth = 0;
    let at = start;
    for (; at < this.end && (depth !== 0 || !this.isDelimiter(at)); at++) {
      const byte = this.bytes[at];
      if (byte === OPEN) depth++;
      else if (byte === CLOSE && --depth < 0) return this.delimiterFrom(at);
    }
    return depth === 0 ? at : -1;
  }

  private quoted(): string | null {
    const pieces: string[] = [];
    let from = this.at + 1;
    for (let at = from; ; at++) {
      if (at >= this.end) {
        // Inside quotes a line break is part of the value, just as it was written.
        if (this.following >= this.length) return this.fail('a `"` without its end');
        pieces.push(decodeText(this.bytes, from, this.following));
        this.nextLine();
        from = this.at;
        at = from - 1;
      } else if (this.bytes[at] === QUOTE) {
        pieces.push(decodeText(this.bytes, from, at));
        if (at + 1 >= this.end || this.bytes[at + 1] !== QUOTE) return this.closed(at + 1, pieces.join(''));
        from = at + 1;
        at++;
      }
    }
  }

  private closed(at: number, value: string): string | null {
    if (at < this.end && !this.isDelimiter(at)) return this.fail('after a `"` the value goes on');
    this.at = at + this.format.delimiter.length;
    return value;
  }
}
