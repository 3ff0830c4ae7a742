import { Fault } from '../../assembly/codes.js';
import type { Program } from '../datalog/ir.js';
import type { Facts } from '../facts/facts.js';
import type { Absence } from './absence.js';
import { Core } from './core.js';
import type { Budget, Circumstances, EngineError } from './error.js';
import { failure } from './failure.js';
import { checkRunOptions } from './options.js';
import type { Profile } from './profile.js';
import { Profiler } from './profiler.js';
import type { Proof, ProofValue } from './proof.js';
import type { Rows } from './rows.js';
import { Run } from './run.js';
import { Session } from './session.js';
import type { Strategy } from './strategy.js';
import { SymbolFunctions } from './symbols.js';

export {
  type Absence,
  type Attempt,
  type FoundTuple,
  formatAbsence,
  type Missing,
  type PatternValue,
} from './absence.js';
export type { Budget, EngineError, EngineErrorCode } from './error.js';
export type { IndexProfile, PlanProfile, PlanStep, Profile, RelationProfile, RuleProfile } from './profile.js';
export { formatProfile } from './profile-table.js';
export { formatProof, type Proof, type ProofStep, type ProofValue } from './proof.js';
export type { Rows, Value } from './rows.js';

export interface RunOptions {
  readonly budget?: Budget;
  /** Whether the result is to have a profile; measuring it costs up to a twentieth of the time. */
  readonly profile?: boolean;
}

export type RunResult =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: EngineError };

/** The relations after a run. Read what is needed before the engine runs again; what was read stays good. */
export interface Result {
  /** The rows of a relation of the program, input or computed; undefined where the program declares none of that name. */
  relation(name: string): Rows | undefined;
  readonly statistics: RunStatistics;
  /** What each rule took and gave, where `RunOptions.profile` asked for it. */
  readonly profile: Profile | undefined;
  /**
   * Why a relation has a tuple: a proof down to facts, rebuilt from what the run left behind; undefined where it has no such
   * tuple. A symbol is given as its text or its id. Where recursion is linear the proof has the fewest recursive steps.
   * Throws a `RangeError` for a relation or a number of values that the program does not have, a `TypeError` for a text where
   * a number belongs or a number that has not 32 bits.
   */
  explain(name: string, values: readonly ProofValue[]): Proof | undefined;
  /**
   * Why a relation lacks a tuple: where the body of each rule that might derive it fails. Undefined where it has the tuple.
   * Throws as `explain` does.
   */
  explainAbsence(name: string, values: readonly ProofValue[]): Absence | undefined;
  /** What was survivable but deserves a look, such as a pattern of `match` that is no regular expression. */
  readonly warnings: readonly string[];
}

export interface RunStatistics {
  /** Rounds of recursive strata. */
  readonly rounds: number;
  /** Rows of all relations that are not only inputs. */
  readonly tuples: number;
  /** Linear memory of the core, in bytes. */
  readonly bytes: number;
  /** Copying facts in, and evaluation, in milliseconds. */
  readonly loadMilliseconds: number;
  readonly evaluateMilliseconds: number;
}

const NOTHING_BEGUN: Circumstances = {
  relation: undefined,
  loading: false,
  rule: undefined,
  making: undefined,
  failedOn: undefined,
};

/**
 * The Datalog engine: one instance of the WebAssembly core, used for one run after the other. Engines are independent.
 * A run gives the same rows in the same order for the same program and facts.
 */
export class Engine {
  private core: Core | undefined;
  private session: Session | undefined;
  private functions: SymbolFunctions | undefined;
  private deadline = Number.POSITIVE_INFINITY;
  private runs = 0;

  /** @param strategy leaves all choices to the engine where it is left out; for tests */
  constructor(private readonly strategy: Strategy = {}) {}

  /**
   * Evaluates a program on facts. Facts of relations that the program does not declare as inputs are ignored;
   * `facts.symbols` receives the constants of the program and what functors make. Expected failures are values;
   * a limit that is not positive and finite throws a `RangeError`, options that do not exist or are of another kind a `TypeError`.
   */
  run(program: Program, facts: Facts, options: RunOptions = {}): RunResult {
    checkRunOptions(options);
    const number = ++this.runs;
    const budget = options.budget ?? {};
    this.deadline = performance.now() + (budget.milliseconds ?? Number.POSITIVE_INFINITY);
    this.functions = new SymbolFunctions(facts.symbols, budget);
    let run: Run | undefined;
    try {
      const session = this.readySession(program, budget);
      const profiler = options.profile === true ? new Profiler(session) : undefined;
      run = new Run(session, facts, budget, profiler, this.functions, () => this.expired());
      const requireCurrent = () => {
        if (number !== this.runs) throw new Error('rows have to be read before the next run of the same engine');
      };
      const result = run.execute(requireCurrent);
      this.session = session;
      // What is asked of the result is no part of the run.
      this.deadline = Number.POSITIVE_INFINITY;
      session.core.begin(Number.POSITIVE_INFINITY);
      return { ok: true, result };
    } catch (thrown) {
      const error = run === undefined ? failure(thrown, budget, NOTHING_BEGUN) : run.explain(thrown);
      if (error === undefined || error.code === 'trap') this.core = undefined;
      if (error === undefined) throw thrown;
      return { ok: false, error };
    }
  }

  private expired(): boolean {
    return performance.now() > this.deadline;
  }

  /** The session of the last run where it was of the same program and went well; else a new one. */
  private readySession(program: Program, budget: Budget): Session {
    const last = this.session;
    // A run that fails leaves none.
    this.session = undefined;
    // A budget of memory is to mean the same whatever ran before.
    if (last?.program === program && budget.bytes === undefined && last.clear()) return last;
    const core = this.readyCore();
    core.begin(budget.bytes ?? Number.POSITIVE_INFINITY);
    return new Session(core, program, this.strategy);
  }

  private readyCore(): Core {
    if (this.core !== undefined) return this.core;
    const core: Core = new Core({
      expired: () => (this.expired() ? 1 : 0),
      symbols: (what, a, b, c, out, rows) =>
        this.functions?.evaluate(core, what, a, b, c, out, rows) ?? Fault.Conversion,
    });
    this.core = core;
    return core;
  }
}
