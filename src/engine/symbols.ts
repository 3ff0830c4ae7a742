import { SymbolFunction } from '../../assembly/codes.js';
import type { Symbols } from '../facts/symbols.js';
import type { Core } from './core.js';
import { type Matcher, matcher } from './match.js';

/** Compiled patterns kept at a time. */
const MOST_MATCHERS = 1000;

/** Functors and tests on text, evaluated for the rows of a batch. New texts are interned: they become ids like any other. */
export class SymbolFunctions {
  readonly warnings: string[] = [];
  private readonly matchers = new Map<number, Matcher>();
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
      if (value === undefined) return 1;
      words[to + i] = value;
    }
    return 0;
  }

  private apply(what: SymbolFunction, a: number, b: number, c: number): number | undefined {
    switch (what) {
      case SymbolFunction.Concatenate:
        return this.symbols.intern(this.symbols.text(a) + this.symbols.text(b));
      case SymbolFunction.Length:
        return Buffer.byteLength(this.symbols.text(a));
      case SymbolFunction.Substring:
        return this.symbols.intern(substring(this.symbols.text(a), b | 0, c | 0));
      case SymbolFunction.ToNumber:
        return toInteger(this.symbols.text(a), -0x80000000, 0x7fffffff);
      case SymbolFunction.ToUnsigned:
        return toInteger(this.symbols.text(a), 0, 0xffffffff);
      case SymbolFunction.NumberToString:
        return this.symbols.intern(String(a | 0));
      case SymbolFunction.UnsignedToString:
        return this.symbols.intern(String(a));
      case SymbolFunction.Match:
        return this.matches(a, b) ? 1 : 0;
      case SymbolFunction.Contains:
        return this.symbols.text(b).includes(this.symbols.text(a)) ? 1 : 0;
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
    return a === b ? 0 : compareText(this.symbols.text(a), this.symbols.text(b));
  }

  private matches(pattern: number, text: number): boolean {
    let compiled = this.matchers.get(pattern);
    if (compiled === undefined) {
      if (this.invalid.has(pattern)) return false;
      // A pattern is tried on its texts in a row. Files bring as many patterns as they like.
      if (this.matchers.size >= MOST_MATCHERS) this.matchers.clear();
      const source = this.symbols.text(pattern);
      compiled = matcher(source, (why) => {
        this.invalid.add(pattern);
        this.warnings.push(`match: "${source}" is no regular expression and matches nothing: ${why}`);
      });
      this.matchers.set(pattern, compiled);
    }
    return compiled.matches(text, () => this.symbols.text(text));
  }
}

/** Order of code points, which is that of UTF-8 bytes and so Soufflé's; UTF-16 units differ in it for surrogates. */
export function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all other units. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Bytes [start, start + length) of the text in UTF-8; empty where `start` is outside of it. */
function substring(text: string, start: number, length: number): string {
  const bytes = Buffer.from(text);
  if (start < 0 || start > bytes.length || length < 0) return '';
  return bytes.subarray(start, start + length).toString();
}

function toInteger(text: string, least: number, greatest: number): number | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= greatest ? value : undefined;
}
