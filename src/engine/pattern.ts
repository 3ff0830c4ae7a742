/**
 * Regular expressions as `match` reads them: the ECMAScript syntax of C++'s `std::regex` (which adds `[[:alpha:]]` and the
 * like) over bytes in the "C" locale.
 */

import { complement, pairs, type Ranges, union } from './ranges.js';

export type Pattern =
  | { readonly kind: 'set'; readonly ranges: Ranges }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | {
      readonly kind: 'repeat';
      readonly item: Pattern;
      readonly least: number;
      readonly most: number;
      /** True where as few as possible are tried first. */
      readonly lazy: boolean;
    }
  /** What is matched is captured; groups count from 1, in the order of their parentheses. */
  | { readonly kind: 'group'; readonly item: Pattern; readonly number: number }
  /** The start and the end of the text. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' }
  | Backtracking;

/** What no automaton decides. */
export type Backtracking =
  /** The same text again as a group captured. */
  | { readonly kind: 'reference'; readonly number: number }
  | { readonly kind: 'boundary'; readonly negated: boolean }
  | { readonly kind: 'look'; readonly item: Pattern; readonly negated: boolean };

/** Groups may nest this deep. */
const MOST_DEPTH = 200;

const NAMED: ReadonlyMap<string, Ranges> = new Map([
  ['alnum', [48, 57, 65, 90, 97, 122]],
  ['alpha', [65, 90, 97, 122]],
  ['blank', [9, 9, 32, 32]],
  ['cntrl', [0, 31, 127, 127]],
  ['digit', [48, 57]],
  ['graph', [33, 126]],
  ['lower', [97, 122]],
  ['print', [32, 126]],
  ['punct', [33, 47, 58, 64, 91, 96, 123, 126]],
  ['space', [9, 13, 32, 32]],
  ['upper', [65, 90]],
  ['xdigit', [48, 57, 65, 70, 97, 102]],
  ['d', [48, 57]],
  ['s', [9, 13, 32, 32]],
  ['w', [48, 57, 65, 90, 95, 95, 97, 122]],
]);
const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['0', 0],
]);
const LINE_ENDS: Ranges = [10, 10, 13, 13];

/** Why a text is no pattern. */
export class PatternError extends Error {}

export interface ReadPattern {
  readonly pattern: Pattern;
  readonly groups: number;
  /** Whether any part of it is `Backtracking`. */
  readonly backtracks: boolean;
}

/** Reads a pattern; throws `PatternError`. */
export function readPattern(source: string): ReadPattern {
  const reader = new Reader(source);
  const pattern = reader.choice(0);
  if (!reader.atEnd()) throw new PatternError('")" without "("');
  if (reader.reference > reader.groups) throw new PatternError(`there is no group ${reader.reference}`);
  return { pattern, groups: reader.groups, backtracks: reader.backtracks };
}

class Reader {
  groups = 0;
  /** The greatest group that is referred to. */
  reference = 0;
  backtracks = false;
  private at = 0;

  constructor(private readonly source: string) {}

  atEnd(): boolean {
    return this.at >= this.source.length;
  }

  choice(depth: number): Pattern {
    if (depth > MOST_DEPTH) throw new PatternError(`groups nest more than ${MOST_DEPTH} deep`);
    const options = [this.sequence(depth)];
    while (this.take('|')) options.push(this.sequence(depth));
    return options.length === 1 ? (options[0] ?? empty()) : { kind: 'choice', options };
  }

  private sequence(depth: number): Pattern {
    const items: Pattern[] = [];
    while (!this.atEnd() && this.peek() !== '|' && this.peek() !== ')') items.push(this.quantified(depth));
    return { kind: 'sequence', items };
  }

  private quantified(depth: number): Pattern {
    const atom = this.atom(depth);
    const bounds = this.quantifier();
    if (bounds === undefined) return atom;
    if (ASSERTIONS.has(atom.kind)) throw new PatternError('nothing to repeat');
    const lazy = this.take('?');
    if (this.quantifier() !== undefined) throw new PatternError('nothing to repeat');
    return { kind: 'repeat', item: atom, least: bounds[0], most: bounds[1], lazy };
  }

  private quantifier(): readonly [number, number] | undefined {
    if (this.take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.take('?')) return [0, 1];
    const braces = /\{(\d+)(,(\d*))?\}/y;
    braces.lastIndex = this.at;
    const found = braces.exec(this.source);
    if (found === null) return undefined;
    this.at = braces.lastIndex;
    const least = Number(found[1]);
    const most = found[2] === undefined ? least : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
    if (least > most) throw new PatternError('the numbers in {} are out of order');
    return [least, most];
  }

  private atom(depth: number): Pattern {
    const c = this.next();
    switch (c) {
      case '.':
        return { kind: 'set', ranges: complement(LINE_ENDS) };
      case '^':
        return { kind: 'begin' };
      case '$':
        return { kind: 'end' };
      case '(':
        return this.group(depth);
      case '[':
        return { kind: 'set', ranges: this.set() };
      case '\\':
        return this.special() ?? { kind: 'set', ranges: this.escape(false) };
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternError('nothing to repeat');
      default:
        return { kind: 'set', ranges: unit(c.charCodeAt(0)) };
    }
  }

  private group(depth: number): Pattern {
    const plain = this.take('?');
    const negated = plain && this.take('!');
    const look = negated || (plain && this.take('='));
    if (plain && !look && !this.take(':')) throw new PatternError('"(?" without ":", "=" or "!"');
    const number = plain ? 0 : ++this.groups;
    const item = this.choice(depth + 1);
    if (!this.take(')')) throw new PatternError('"(" without ")"');
    if (look) this.backtracks = true;
    if (look) return { kind: 'look', item, negated };
    return plain ? item : { kind: 'group', item, number };
  }

  /** A back-reference or a word boundary after a backslash. */
  private special(): Backtracking | undefined {
    const digits = /[1-9]\d*/y;
    digits.lastIndex = this.at;
    const found = digits.exec(this.source);
    const c = this.peek();
    if (found === null && c !== 'b' && c !== 'B') return undefined;
    this.backtracks = true;
    this.at += found === null ? 1 : found[0].length;
    if (found === null) return { kind: 'boundary', negated: c === 'B' };
    const number = Number(found[0]);
    this.reference = Math.max(this.reference, number);
    return { kind: 'reference', number };
  }

  private set(): Ranges {
    const negated = this.take('^');
    const parts: [number, number][] = [];
    while (!this.take(']')) {
      const first = this.setItem();
      if (this.peek() !== '-' || this.source[this.at + 1] === ']' || this.at + 1 >= this.source.length) {
        parts.push(...pairs(first));
        continue;
      }
      this.at++;
      parts.push(...span(first, this.setItem()));
    }
    const ranges = union(parts);
    return negated ? complement(ranges) : ranges;
  }

  private setItem(): Ranges {
    const named = /\[:(\w+):\]/y;
    named.lastIndex = this.at;
    const ranges = NAMED.get(named.exec(this.source)?.[1] ?? '');
    if (ranges !== undefined) {
      this.at = named.lastIndex;
      return ranges;
    }
    if (this.atEnd()) throw new PatternError('"[" without "]"');
    const c = this.next();
    return c === '\\' ? this.escape(true) : unit(c.charCodeAt(0));
  }

  private escape(inSet: boolean): Ranges {
    if (this.atEnd()) throw new PatternError('"\\" at the end');
    const c = this.next();
    const named = NAMED.get(c.toLowerCase());
    if (named !== undefined) return c === c.toLowerCase() ? named : complement(named);
    if (c === 'b' && inSet) return unit(8);
    if (c >= '1' && c <= '9') throw new PatternError('a set cannot refer to a group');
    const control = CONTROLS.get(c);
    if (control !== undefined) return unit(control);
    if (c === 'x') return unit(this.hexadecimal(2) ?? c.charCodeAt(0));
    if (c === 'u') return unit(this.hexadecimal(4) ?? c.charCodeAt(0));
    if (c === 'c' && /[A-Za-z]/.test(this.peek())) return unit(this.next().charCodeAt(0) & 31);
    return unit(c.charCodeAt(0));
  }

  private hexadecimal(digits: number): number | undefined {
    const text = this.source.slice(this.at, this.at + digits);
    if (text.length < digits || !/^[0-9A-Fa-f]+$/.test(text)) return undefined;
    this.at += digits;
    return Number.parseInt(text, 16);
  }

  private peek(): string {
    return this.source[this.at] ?? '';
  }

  private next(): string {
    return this.source[this.at++] ?? '';
  }

  private take(c: string): boolean {
    if (this.peek() !== c) return false;
    this.at++;
    return true;
  }
}

/** What matches no text, and cannot be repeated. */
const ASSERTIONS: ReadonlySet<Pattern['kind']> = new Set(['begin', 'end', 'boundary', 'look']);

function empty(): Pattern {
  return { kind: 'sequence', items: [] };
}

function unit(code: number): Ranges {
  return [code, code];
}

/** A range of a set; a class such as `\d` can be no end of one. */
function span(first: Ranges, last: Ranges): [number, number][] {
  const [from, to] = [first[0] ?? 0, last[0] ?? 0];
  if (first.length !== 2 || last.length !== 2 || from !== first[1] || to !== last[1])
    throw new PatternError('a class cannot be the end of a range of a set');
  if (from > to) throw new PatternError('a range of a set is out of order');
  return [[from, to]];
}
