/**
 * Regular expressions as `match` reads them: the ECMAScript syntax of C++'s `std::regex` (which adds `[[:alpha:]]` and the
 * like) over bytes in the "C" locale, without what needs backtracking: back-references, look-ahead, word boundaries.
 */

/** A set of bytes as sorted, disjoint ranges: first, last, first, last … */
export type Ranges = readonly number[];

export type Pattern =
  | { readonly kind: 'set'; readonly ranges: Ranges }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly options: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly item: Pattern; readonly least: number; readonly most: number }
  /** The start and the end of the text. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' };

/** Groups may nest this deep. */
const MOST_DEPTH = 200;
const LAST_UNIT = 0xff;

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

/** Why a text is no pattern, or none that this file reads. */
export class PatternError extends Error {
  constructor(
    message: string,
    /** True where it is a regular expression of ECMAScript all the same. */
    readonly unsupported: boolean,
  ) {
    super(message);
  }
}

/** Reads a pattern; throws `PatternError`. */
export function readPattern(source: string): Pattern {
  const reader = new Reader(source);
  const pattern = reader.choice(0);
  if (!reader.atEnd()) throw new PatternError('")" without "("', false);
  return pattern;
}

/** The units that are in no range. */
export function complement(ranges: Ranges): Ranges {
  const result: number[] = [];
  let next = 0;
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const [first, last] = [ranges[i] ?? 0, ranges[i + 1] ?? 0];
    if (first > next) result.push(next, first - 1);
    next = last + 1;
  }
  if (next <= LAST_UNIT) result.push(next, LAST_UNIT);
  return result;
}

function union(parts: readonly (readonly [number, number])[]): Ranges {
  const result: number[] = [];
  for (const [first, last] of [...parts].sort((a, b) => a[0] - b[0])) {
    const end = result[result.length - 1];
    if (end !== undefined && first <= end + 1) result[result.length - 1] = Math.max(end, last);
    else result.push(first, last);
  }
  return result;
}

function pairs(ranges: Ranges): [number, number][] {
  const result: [number, number][] = [];
  for (let i = 0; i + 1 < ranges.length; i += 2) result.push([ranges[i] ?? 0, ranges[i + 1] ?? 0]);
  return result;
}

class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  atEnd(): boolean {
    return this.at >= this.source.length;
  }

  choice(depth: number): Pattern {
    if (depth > MOST_DEPTH) throw new PatternError(`groups nest more than ${MOST_DEPTH} deep`, false);
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
    if (atom.kind === 'begin' || atom.kind === 'end') throw new PatternError('nothing to repeat', false);
    // Lazy or greedy: whether the whole text matches is the same.
    this.take('?');
    if (this.quantifier() !== undefined) throw new PatternError('nothing to repeat', false);
    return { kind: 'repeat', item: atom, least: bounds[0], most: bounds[1] };
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
    if (least > most) throw new PatternError('the numbers in {} are out of order', false);
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
        return { kind: 'set', ranges: this.escape(false) };
      case '*':
      case '+':
      case '?':
      case '{':
        throw new PatternError('nothing to repeat', false);
      default:
        return { kind: 'set', ranges: unit(c.charCodeAt(0)) };
    }
  }

  private group(depth: number): Pattern {
    if (this.take('?') && !this.take(':')) throw new PatternError('look-ahead and its like', true);
    const inner = this.choice(depth + 1);
    if (!this.take(')')) throw new PatternError('"(" without ")"', false);
    return inner;
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
    if (this.atEnd()) throw new PatternError('"[" without "]"', false);
    const c = this.next();
    return c === '\\' ? this.escape(true) : unit(c.charCodeAt(0));
  }

  private escape(inSet: boolean): Ranges {
    if (this.atEnd()) throw new PatternError('"\\" at the end', false);
    const c = this.next();
    const named = NAMED.get(c.toLowerCase());
    if (named !== undefined) return c === c.toLowerCase() ? named : complement(named);
    if (c === 'b' && inSet) return unit(8);
    if (c === 'b' || c === 'B') throw new PatternError('word boundaries', true);
    if (c >= '1' && c <= '9') throw new PatternError('back-references', true);
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
    throw new PatternError('a class cannot be the end of a range of a set', false);
  if (from > to) throw new PatternError('a range of a set is out of order', false);
  return [[from, to]];
}
