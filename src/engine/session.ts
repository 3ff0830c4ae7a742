import type { Program } from '../datalog/ir.js';
import { Symbols } from '../facts/symbols.js';
import type { Core } from './core.js';
import { Executor } from './execute.js';
import { Fixpoint } from './fixpoint.js';
import { type Preparation, preparationOf } from './preparation.js';
import { State } from './state.js';
import { forcedKinds, type Strategy } from './strategy.js';
import { Vectors } from './vectors.js';

/** Bytes of the core's memory up to which a program's relations and plans are kept for its next run. */
const MOST_KEPT = 1 << 23;

/** A program in a core: its relations, indexes and encoded plans, without rows at first. Serves one run after the other. */
export class Session {
  readonly preparation: Preparation;
  readonly vectors: Vectors;
  readonly state: State;
  readonly executor: Executor;
  /** One for each stratum. */
  readonly fixpoints: readonly Fixpoint[];
  /** Those of the present run. */
  symbols = new Symbols();
  /** True once questions have added relations and plans of theirs. */
  questioned = false;

  constructor(
    readonly core: Core,
    readonly program: Program,
    strategy: Strategy,
  ) {
    core.empty();
    const [store, index] = forcedKinds(strategy);
    core.exports.forceStore(store);
    core.exports.forceIndex(index);
    this.preparation = preparationOf(program, strategy);
    this.vectors = new Vectors(core);
    this.state = new State(core, this.preparation.relations, strategy);
    this.executor = new Executor(core, this.state, this.vectors, this.preparation);
    this.fixpoints = this.preparation.strata.map((stratum) => new Fixpoint(core, this.state, this.executor, stratum));
  }

  /** Takes up the symbols of a run; the texts of rules get their ids first, in order. */
  begin(symbols: Symbols): void {
    this.symbols = symbols;
    for (const text of this.preparation.texts) symbols.intern(text);
    this.vectors.renumber(symbols);
  }

  /** Forgets the rows of the last run; false where that run left more behind than is worth keeping. */
  clear(): boolean {
    if (this.questioned || this.core.used > MOST_KEPT || this.state.relations.some((relation) => relation.matrix !== 0))
      return false;
    this.state.clear();
    return true;
  }
}
