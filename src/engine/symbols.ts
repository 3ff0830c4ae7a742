import { SymbolFunction } from '../../assembly/codes.js';
import { byteLength, byteUnits, compareTexts, decodeText, encodeText, joinTexts } from '../facts/bytes.js';
import { parseSigned, parseUnsigned } from '../facts/integers.js';
import type { Symbols } from '../facts/symbols.js';
import type { Core } from './core.js';
import { type Matcher, matcher } from './match.js';

/** Automata of patterns kept at a time. */
const MOST_AUTOMATA = 1000;

/** What `match` gives for a pattern that is no regular expression: in Soufflé, neither it nor `!match` holds then. */
const NEITHER = 2;

/** Functors and tests on text, evaluated for the rows of a batch. New texts are interned: they become ids like any other. */
export class SymbolFunctions {
  readonly warnings: string[] = [];
  /** The text that a conversion failed on. */
  unconverted: string | undefined;
  private readonly matchers = new Map<number, Matcher>();
  private automata = 0;
  private readonly invalid = new Set<number>();

  constructor(private readonly symbols: Symbols) {}

  /**
   * out[i] := f(a[i], b[i], c[i]); all four are addresses of vectors. Returns 1 where some row has no value
   * (`to_number` of a text that is no number), else 0.
   */
  evaluate(core: Core, what: SymbolFunction, a: number, b: number, c: number, out: number, rows: number): number {
    const words = core.words;
    const [first, second, third, to] = [a >>> 2, b >>> 2, c >>> 2, out >>> 2];
    for (let i = 0; i < rows; i++) {
      const value = this.apply(what, words[first + i] ?? 0, words[second + i] ?? 0, words[third + i] ?? 0);
      if (value === undefined) {
        this.unconverted = this.symbols.text(words[first + i] ?? 0);
        return 1;
      }
      words[to + i] = value;
    }
    return 0;
  }

  private apply(what: SymbolFunction, a: number, b: number, c: number): number | undefined {
    switch (what) {
      case SymbolFunction.Concatenate:
        return this.symbols.intern(joinTexts(this.symbols.text(a), this.symbols.text(b)));
      case SymbolFunction.Length:
        return byteLength(this.symbols.text(a));
      case SymbolFunction.Substring:
        return this.symbols.intern(substring(this.symbols.text(a), b | 0, c | 0));
      case SymbolFunction.ToNumber:
        return parseSigned(this.symbols.text(a), 'prefixed')?.value;
      case SymbolFunction.ToUnsigned:
        return parseUnsigned(this.symbols.text(a))?.value;
      case SymbolFunction.NumberToString:
        return this.symbols.intern(String(a | 0));
      case SymbolFunction.UnsignedToString:
        return this.symbols.intern(String(a));
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
      compiled = matcher(byteUnits(source), (why) => {
        this.invalid.add(pattern);
        this.warnings.push(
          `match: "${source}" is no regular expression, so that neither match nor !match holds: ${why}`,
        );
      });
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
