import type { Place } from '../place.js';
import { Lexer } from './lexer.js';
import type { Reporter } from './report.js';
import { KEYWORDS, QUALIFIERS, type Token } from './tokens.js';

/** Parentheses, operators and aggregates inside one another. Twice as many fit the default stack of Node in every walk. */
export const MAX_NESTING = 500;

/**
 * The tokens of one file with two of lookahead. The parsing functions return null where they cannot go on; what was
 * wrong has then been reported, and the statement's caller skips to the next one (`recover`).
 */
export class Cursor {
  private readonly lexer: Lexer;
  private current: Token;
  private comment: Place | null;
  private following: { readonly token: Token; readonly comment: Place | null } | null = null;
  /** Where the token before the current one ended. */
  private last = 0;
  private depth = 0;
  private readonly heights = new WeakMap<object, number>();

  constructor(
    readonly file: string,
    readonly text: string,
    readonly report: Reporter,
  ) {
    this.lexer = new Lexer(file, text, report);
    this.current = this.lexer.next();
    this.comment = this.lexer.documentation;
  }

  get token(): Token {
    return this.current;
  }

  get ahead(): Token {
    this.following ??= this.read();
    return this.following.token;
  }

  /** The doc comment directly before the current token. */
  get documentation(): Place | null {
    return this.comment;
  }

  next(): Token {
    const token = this.current;
    this.last = token.end;
    const following = this.following ?? this.read();
    this.current = following.token;
    this.comment = following.comment;
    this.following = null;
    return token;
  }

  private read(): { token: Token; comment: Place | null } {
    return { token: this.lexer.next(), comment: this.lexer.documentation };
  }

  at(mark: string): boolean {
    return this.current.kind === 'mark' && this.current.text === mark;
  }

  atWord(word: string): boolean {
    return this.current.kind === 'name' && this.current.text === word;
  }

  /** At a dot between two names with no space around it, as in `instance.relation`. */
  atQualifier(): boolean {
    return (
      this.at('.') &&
      this.current.start === this.last &&
      this.ahead.kind === 'name' &&
      this.ahead.start === this.current.end
    );
  }

  take(mark: string): boolean {
    if (!this.at(mark)) return false;
    this.next();
    return true;
  }

  expect(mark: string, repair?: string): boolean {
    return this.take(mark) || this.fail(`\`${mark}\``, repair);
  }

  /** The place from an offset to the end of the last token taken. */
  since(start: number): Place {
    return { file: this.file, start, end: Math.max(start, this.last) };
  }

  here(): Place {
    return { file: this.file, start: this.current.start, end: this.current.end };
  }

  /** Reports what was expected instead of the current token, unless the lexer has reported that token already. */
  fail(expected: string, repair?: string): false {
    if (this.current.kind === 'bad') return false;
    const found = this.current.kind === 'end' ? 'the end of the file' : `\`${shortened(this.shown())}\``;
    const details = repair === undefined ? {} : { repair };
    this.report.error('DL-SYNTAX', this.here(), `expected ${expected}, found ${found}`, details);
    return false;
  }

  /** As `fail`, for a statement that has no end; shown there, if the next one starts on another line. */
  failEnd(expected: string, repair: string): false {
    if (!this.text.slice(this.last, this.current.start).includes('\n')) return this.fail(expected, repair);
    const place = { file: this.file, start: this.last, end: this.last };
    this.report.error('DL-SYNTAX', place, `expected ${expected} before the end of the line`, { repair });
    return false;
  }

  /** A name, or null and a report. Soufflé's qualifiers are let through with a warning, its other keywords are not. */
  name(what: string): Token | null {
    const token = this.current;
    if (token.kind !== 'name' || KEYWORDS.has(token.text) || token.text === '_') {
      this.fail(
        what,
        token.kind === 'name' && token.text !== '_' ? `\`${token.text}\` is a keyword: choose another name` : undefined,
      );
      return null;
    }
    if (QUALIFIERS.has(token.text)) {
      this.report.warning(
        'DL-RESERVED',
        this.here(),
        `\`${token.text}\` is a keyword in Soufflé, which will not read this`,
        {
          repair: `choose another name, such as \`${token.text}s\``,
        },
      );
    }
    return this.next();
  }

  /** Runs a parsing function one level deeper, or as many as it is worth, or reports that this is too deep. */
  nested<T>(parse: () => T | null, levels = 1): T | null {
    if (this.depth + levels > MAX_NESTING) return this.tooDeep();
    this.depth += levels;
    const result = parse();
    this.depth -= levels;
    return result;
  }

  /** Notes how high the tree below a node is, for chains (`1 + 1 + …`) grow it without nesting. Null where too high. */
  built<T extends object>(node: T, children: readonly object[]): T | null {
    let height = 0;
    for (const child of children) height = Math.max(height, (this.heights.get(child) ?? 0) + 1);
    if (height > MAX_NESTING) return this.tooDeep();
    if (height > 0) this.heights.set(node, height);
    return node;
  }

  /** Skips the rest of a statement: to after its `.`, or to a directive. */
  recover(): void {
    for (;;) {
      if (this.current.kind === 'end' || this.current.kind === 'directive') return;
      const { kind, text, start, end } = this.next();
      if (kind === 'mark' && text === '.' && !this.insideName(start, end)) return;
    }
  }

  /** A dot between two names without space is part of a qualified name. */
  private insideName(start: number, end: number): boolean {
    return /[\w?]/.test(this.text.charAt(start - 1)) && /[\w?]/.test(this.text.charAt(end));
  }

  private shown(): string {
    return this.text.slice(this.current.start, this.current.end);
  }

  private tooDeep(): null {
    this.report.error('DL-NESTING', this.here(), `nested more than ${MAX_NESTING} levels deep`, {
      repair: 'name a part of it as a relation of its own',
    });
    return null;
  }
}

function shortened(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length <= 40 && line === text ? text : `${line.slice(0, 40)}…`;
}
