import { Fault, SymbolFunction } from '../../assembly/codes.js';
import { byteLength, byteUnits, compareTexts, decodeText, encodeText, joinTexts } from '../facts/bytes.js';
import { parseSigned, parseUnsigned } from '../facts/integers.js';
import type { Symbols } from '../facts/symbols.js';
import { StepsExceeded } from './backtrack.js';
import type { Core } from './core.js';
import type { Budget } from './error.js';
import { type Matcher, matcher } from './match.js';

/** Automata of patterns kept at a time. */
const MOST_AUTOMATA = 1000;

/** What `match` gives for a pattern that is no regular expression: in Soufflé, neither it nor `!match` holds then. */
const NEITHER = 2;

/** Bytes that texts made by functors may take where the run has no budget of memory: what V8 has room for by default. */
const MOST_TEXT_BYTES = 2 ** 30;
/** Beside its units, two bytes each, what a text takes in the table of symbols. */
const BYTES_A_TEXT = 96;

/** Raised where texts take too much memory. */
class TextsExceeded extends Error {}

/** Functors and tests on text, evaluated for the rows of a batch. New texts are interned: they become ids like any other. */
export class SymbolFunctions {
  readonly warnings: string[] = [];
  /** The text that a conversion failed on, or the pattern whose match took too many steps. */
  failedOn: string | undefined;
  private readonly matchers = new Map<number, Matcher>();
  private automata = 0;
  private readonly invalid = new Set<number>();
  private bytesLeft: number;

  constructor(
    private readonly symbols: Symbols,
    private readonly budget: Budget = {},
  ) {
    this.bytesLeft = Math.min(budget.bytes ?? Number.POSITIVE_INFINITY, MOST_TEXT_BYTES);
  }

  /** out[i] := f(a[i], b[i], c[i]); all four are addresses of vectors. Returns why some row has no value, `Fault.None` if all have. */
  evaluate(core: Core, what: SymbolFunction, a: number, b: number, c: number, out: number, rows: number): Fault {
    const words = core.words;
    const [first, second, third, to] = [a >>> 2, b >>> 2, c >>> 2, out >>> 2];
    for (let i = 0; i < rows; i++) {
      const [x, y, z] = [words[first + i] ?? 0, words[second + i] ?? 0, words[third + i] ?? 0];
      try {
        const value = this.apply(what, x, y, z);
        if (value === undefined) return this.failed(Fault.Conversion, x);
        words[to + i] = value;
      } catch (error) {
        if (error instanceof StepsExceeded) return this.failed(Fault.Steps, x);
        if (error instanceof TextsExceeded) return Fault.Texts;
        throw error;
      }
    }
    return Fault.None;
  }

  private failed(fault: Fault, text: number): Fault {
    this.failedOn = this.symbols.text(text);
    return fault;
  }

  private apply(what: SymbolFunction, a: number, b: number, c: number): number | undefined {
    switch (what) {
      case SymbolFunction.Concatenate:
        return this.concatenate(this.symbols.text(a), this.symbols.text(b));
      case SymbolFunction.Length:
        return byteLength(this.symbols.text(a));
      case SymbolFunction.Substring:
        return this.intern(substring(this.symbols.text(a), b | 0, c | 0));
      case SymbolFunction.ToNumber:
        return parseSigned(this.symbols.text(a), 'prefixed')?.value;
      case SymbolFunction.ToUnsigned:
        return parseUnsigned(this.symbols.text(a))?.value;
      case SymbolFunction.NumberToString:
        return this.intern(String(a | 0));
      case SymbolFunction.UnsignedToString:
        return this.intern(String(a));
      case SymbolFunction.Match:
        return this.matches(a, b);
      case SymbolFunction.Contains:
        return byteUnits(this.symbols.text(b)).includes(byteUnits(this.symbols.text(a))) ? 1 : 0;
      case SymbolFunction.Less:
        return this.compare(a, b) < 0 ? 1 : 0;
      case SymbolFunction.LessOrEqual:
        return this.compare(a, b) <= 0 ? 1 : 0;
      case SymbolFunction.Least:
        return this.compare(a, b) <= 0 ? a : b;
      case SymbolFunction.Greatest:
        return this.compare(a, b) >= 0 ? a : b;
    }
  }

  /** Texts double with every round of a recursion: they are not joined where there is no room for the result. */
  private concatenate(a: string, b: string): number {
    if (2 * (a.length + b.length) > this.bytesLeft) throw new TextsExceeded();
    return this.intern(joinTexts(a, b));
  }

  /** The id of a text that a functor made. */
  private intern(text: string): number {
    const before = this.symbols.size;
    const id = this.symbols.intern(text);
    if (this.symbols.size === before) return id;
    this.bytesLeft -= BYTES_A_TEXT + 2 * text.length;
    if (this.bytesLeft < 0) throw new TextsExceeded();
    return id;
  }

  private compare(a: number, b: number): number {
    return a === b ? 0 : compareTexts(this.symbols.text(a), this.symbols.text(b));
  }

  /** Files bring as many patterns as they like, and an automaton is much larger than the text of its pattern. */
  private keep(pattern: number, compiled: Matcher): void {
    if (compiled.isAutomaton && ++this.automata > MOST_AUTOMATA) {
      this.matchers.clear();
      this.automata = 1;
    }
    this.matchers.set(pattern, compiled);
  }

  /** 1, 0 or `NEITHER`. */
  private matches(pattern: number, text: number): number {
    let compiled = this.matchers.get(pattern);
    if (compiled === undefined) {
      if (this.invalid.has(pattern)) return NEITHER;
      const source = this.symbols.text(pattern);
      const invalid = (why: string) => {
        this.invalid.add(pattern);
        this.warnings.push(
          `match: "${source}" is no regular expression, so that neither match nor !match holds: ${why}`,
        );
      };
      compiled = matcher(byteUnits(source), invalid, this.budget.matchSteps);
      this.keep(pattern, compiled);
    }
    if (this.invalid.has(pattern)) return NEITHER;
    return compiled.matches(text, () => byteUnits(this.symbols.text(text))) ? 1 : 0;
  }
}

/** Bytes [start, start + length) of a text; empty where `start` is outside of it, all the rest for a negative length. */
function substring(text: string, start: number, length: number): string {
  const bytes = encodeText(text);
  if (start < 0 || start > bytes.length) return '';
  return decodeText(bytes, start, length < 0 ? bytes.length : Math.min(bytes.length, start + length));
}
