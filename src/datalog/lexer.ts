import type { Place } from '../place.js';
import type { Reporter } from './report.js';
import { DIRECTIVES, MARKS, PAIRS, type Token, type TokenKind } from './tokens.js';

const NAME = /[_?a-zA-Z][_?a-zA-Z0-9]*/y;
const NUMBER = /0x[0-9a-fA-F]+u?|0b[01]+u?|\d+\.\d+\.\d+\.\d+|\d+\.\d+|\d+u?/y;
const SPACE = /[ \t\r\n\v\f\ufeff]+/y;
/** What the C preprocessor leaves behind (`# 12 "file"`), to be passed over. */
const LINE_MARKER = /#(?:line)?[ \t]+\d[^\n]*/y;
const PREPROCESSOR = /#[ \t]*([a-z]+)[^\n]*/y;
const LINE_COMMENT = /\/\/[^\n]*/y;

/** A directive's word: white space, a string or a comment follows. */
const COMMAND = /[a-z_]+(?=[\s"/]|$)/y;
const RUN = /[^\s\w.,;:()"]+/y;

const QUOTE = 34;
const HASH = 35;
const STAR = 42;
const DOT = 46;
const SLASH = 47;
const BACKSLASH = 92;

/** What stands for a character in a quoted text, after a backslash. */
export const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** Tokens of one file, one at a time. What is no token is reported here and comes out as `bad`, or is passed over. */
export class Lexer {
  private at = 0;
  private comment: Place | null = null;

  constructor(
    readonly file: string,
    readonly text: string,
    private readonly report: Reporter,
  ) {}

  /** The doc comment that stands directly before the last token, if one does. */
  get documentation(): Place | null {
    return this.comment;
  }

  next(): Token {
    this.comment = null;
    while (this.skip());
    const start = this.at;
    if (start >= this.text.length) return this.token('end', start, start);
    return (
      this.quoted(start) ??
      this.directive(start) ??
      this.matched('name', NAME, start) ??
      this.number(start) ??
      this.mark(start) ??
      this.bad(start)
    );
  }

  private token(kind: TokenKind, start: number, end: number, text = this.text.slice(start, end)): Token {
    this.at = end;
    return { kind, text, start, end };
  }

  private place(start: number, end: number): Place {
    return { file: this.file, start, end };
  }

  /** The end of a match of a sticky expression, or -1. */
  private end(pattern: RegExp, start: number): number {
    pattern.lastIndex = start;
    return pattern.test(this.text) ? pattern.lastIndex : -1;
  }

  /** Passes over one stretch that is no token. */
  private skip(): boolean {
    const start = this.at;
    const end = this.skippedTo(start);
    this.at = end;
    return end > start;
  }

  private skippedTo(start: number): number {
    const unit = this.text.charCodeAt(start);
    if (unit === HASH) return Math.max(start, this.preprocessor(start));
    if (unit !== SLASH) return Math.max(start, this.end(SPACE, start));
    if (this.text.charCodeAt(start + 1) === STAR) return this.block(start);
    const end = this.end(LINE_COMMENT, start);
    if (end >= 0) this.comment = null;
    return Math.max(start, end);
  }

  private block(start: number): number {
    const close = this.text.indexOf('*/', start + 2);
    const end = close < 0 ? this.text.length : close + 2;
    if (close < 0) {
      this.report.error('DL-COMMENT', this.place(start, start + 2), 'this comment has no end', {
        repair: 'close it with `*/`',
      });
    }
    const isDocumentation = this.text.charCodeAt(start + 2) === STAR && close > start + 2;
    this.comment = isDocumentation ? this.place(start, end) : null;
    return end;
  }

  /** Line markers are passed over; `#include` is the parser's; the other commands are not supported. */
  private preprocessor(start: number): number {
    const marker = this.end(LINE_MARKER, start);
    if (marker >= 0) return marker;
    PREPROCESSOR.lastIndex = start;
    const command = PREPROCESSOR.exec(this.text);
    if (command === null || command[1] === 'include') return -1;
    const end = start + command[0].trimEnd().length;
    this.report.unsupported(
      'commands of the C preprocessor',
      this.place(start, end),
      'write the rules out; `#include "file"` alone is read',
    );
    return end;
  }

  private quoted(start: number): Token | null {
    if (this.text.charCodeAt(start) !== QUOTE) return null;
    let value = '';
    let from = start + 1;
    for (let i = from; i < this.text.length; i++) {
      const unit = this.text.charCodeAt(i);
      if (unit === QUOTE) return this.token('string', start, i + 1, value + this.text.slice(from, i));
      if (unit !== BACKSLASH) continue;
      value += this.text.slice(from, i) + this.escape(i);
      from = i + 2;
      i++;
    }
    return this.unclosed(start);
  }

  private escape(at: number): string {
    const written = this.text.charAt(at + 1);
    const meant = ESCAPES.get(written);
    if (meant !== undefined) return meant;
    this.report.error('DL-STRING', this.place(at, at + 2), `\`\\${written}\` is no escape`, {
      repair: 'write `\\\\` for a backslash; the escapes are \\" \\\' \\\\ \\a \\b \\f \\n \\r \\t \\v',
    });
    return written;
  }

  /** Reading goes on after the line, so that the rest of the file is still judged. */
  private unclosed(start: number): Token {
    this.report.error('DL-STRING', this.place(start, start + 1), 'this string has no end', {
      repair: 'close it with `"`',
    });
    const line = this.text.indexOf('\n', start);
    return this.token('bad', start, line < 0 ? this.text.length : line);
  }

  /** `.decl` and its like, and `#include`; a dot before another name is punctuation. */
  private directive(start: number): Token | null {
    const first = this.text.charCodeAt(start);
    if (first !== DOT && first !== HASH) return null;
    const end = this.end(COMMAND, start + 1);
    const word = end < 0 ? '' : this.text.slice(start + 1, end);
    const known = first === DOT ? DIRECTIVES.has(word) : word === 'include';
    return known ? this.token('directive', start, end, word) : null;
  }

  private matched(kind: TokenKind, pattern: RegExp, start: number): Token | null {
    const end = this.end(pattern, start);
    return end < 0 ? null : this.token(kind, start, end);
  }

  private number(start: number): Token | null {
    const end = this.end(NUMBER, start);
    if (end < 0) return null;
    const text = this.text.slice(start, end);
    const dots = text.split('.').length - 1;
    return this.token(dots === 1 ? 'float' : text.endsWith('u') ? 'unsigned' : 'number', start, end, text);
  }

  private mark(start: number): Token | null {
    const pair = this.text.slice(start, start + 2);
    if (PAIRS.has(pair)) return this.token('mark', start, start + 2, pair);
    const mark = this.text.charAt(start);
    return MARKS.has(mark) ? this.token('mark', start, start + 1, mark) : null;
  }

  /** One report for a run of such characters. */
  private bad(start: number): Token {
    const end = Math.max(this.end(RUN, start), start + 1);
    this.report.error('DL-CHARACTER', this.place(start, end), `\`${this.text.slice(start, end)}\` means nothing here`, {
      repair: 'take it out, or put it in a string or a comment',
    });
    return this.token('bad', start, end);
  }
}
