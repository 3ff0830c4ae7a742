import type { Facts } from '../facts/facts.js';
import type { Table } from '../facts/table.js';

/** What lowering is asked for beyond the facts that every run needs. */
export interface LowerOptions {
  /** Also read expressions by word boundaries, as the reference checker does: for `--parity` and switched readings. */
  readonly wordReferences: boolean;
}

/** One run's lowering: the facts that all its documents are written to, and what is said once in a run. */
export class LowerRun {
  /** Symbols of patterns whose facts are written, and of those that were written as paths. */
  readonly patterns = new Set<number>();
  readonly paths = new Set<number>();
  private readonly words = new Map<string, number>();
  private readonly written = new Map<string, Set<number>>();

  constructor(
    readonly facts: Facts,
    readonly options: LowerOptions,
  ) {}

  /** The symbol of a word that stands in most files. They are few, and looked up far more often than all else. */
  word(text: string): number {
    let symbol = this.words.get(text);
    if (symbol === undefined) {
      symbol = this.intern(text);
      this.words.set(text, symbol);
    }
    return symbol;
  }

  /** Whether facts of a kind are still to be written of a symbol; they are then taken for written. */
  once(kind: string, symbol: number): boolean {
    let symbols = this.written.get(kind);
    if (symbols === undefined) {
      symbols = new Set();
      this.written.set(kind, symbols);
    }
    if (symbols.has(symbol)) return false;
    symbols.add(symbol);
    return true;
  }

  intern(text: string): number {
    return this.facts.symbols.intern(text);
  }

  table(name: string, arity: number): Table {
    return this.facts.table(name, arity);
  }
}
