import type { Program, Relation } from '../datalog/ir.js';
import type { Facts } from '../facts/facts.js';
import { type Core, CoreFault } from './core.js';
import { type Budget, type EngineError, faultError, RunError } from './error.js';
import { Evaluation } from './evaluate.js';
import type { Result, RunStatistics } from './index.js';
import { loadTable } from './load.js';
import { CoreRows, type Rows } from './rows.js';
import { type RelationState, State } from './state.js';
import type { SymbolFunctions } from './symbols.js';
import { Vectors } from './vectors.js';

/** The core passes rows by lists of column addresses and has room for this many keys. */
const MOST_COLUMNS = 1024;

/** One run of one program: facts in, strata evaluated, relations out. */
export class Run {
  private readonly vectors: Vectors;
  private state: State | undefined;
  private evaluation: Evaluation | undefined;
  private loading: Relation | undefined;

  constructor(
    private readonly core: Core,
    private readonly program: Program,
    private readonly facts: Facts,
    private readonly budget: Budget,
    private readonly functions: SymbolFunctions,
    private readonly expired: () => boolean,
  ) {
    this.vectors = new Vectors(core);
  }

  /** @param requireCurrent throws where the core has been reused by a later run */
  execute(requireCurrent: () => void): Result {
    const begin = performance.now();
    this.core.reset(this.budget.bytes ?? Number.POSITIVE_INFINITY);
    const state = new State(this.core, this.program.relations);
    this.state = state;
    this.load(state);
    const loaded = performance.now();
    this.evaluate(state);
    const end = performance.now();
    const statistics = this.statistics(state, loaded - begin, end - loaded);
    return this.result(state, statistics, requireCurrent);
  }

  private load(state: State): void {
    const inputs = new Map<string, RelationState>();
    for (const relation of state.relations) {
      this.loading = relation.declaration;
      this.checkArity(relation.declaration, relation.declaration.attributes.length);
      // What a kernel computes is not read, also where the declaration says `.input` for other engines.
      if (relation.declaration.input && relation.declaration.builtin === null)
        inputs.set(relation.declaration.name, relation);
    }
    for (const table of this.facts.tables()) {
      const relation = inputs.get(table.name);
      if (relation === undefined) continue;
      this.loading = relation.declaration;
      this.checkArity(relation.declaration, table.arity);
      loadTable(this.core, this.vectors, relation, table);
    }
    this.loading = undefined;
  }

  private checkArity(declaration: Relation, given: number): void {
    const { name, attributes } = declaration;
    if (given === attributes.length && given <= MOST_COLUMNS) return;
    const message =
      given === attributes.length
        ? `${name} has ${given} columns; ${MOST_COLUMNS} are supported`
        : `${name} is declared with ${attributes.length} columns, its facts have ${given}`;
    throw new RunError({ code: 'arity', message, relation: name });
  }

  private evaluate(state: State): void {
    this.core.exports.begin(Math.min(this.budget.tuples ?? 0xffffffff, 0xffffffff));
    const context = { statistics: state, symbol: (text: string) => this.facts.symbols.intern(text) };
    this.evaluation = new Evaluation(this.core, this.program, state, this.vectors, context, this.expired);
    this.evaluation.run();
  }

  private statistics(state: State, loadMilliseconds: number, evaluateMilliseconds: number): RunStatistics {
    let tuples = 0;
    for (const { id, input } of this.program.relations) if (!input) tuples += state.size(id);
    const rounds = this.evaluation?.progress.rounds ?? 0;
    return {
      rounds,
      tuples,
      bytes: this.core.exports.memory.buffer.byteLength,
      loadMilliseconds,
      evaluateMilliseconds,
    };
  }

  private result(state: State, statistics: RunStatistics, requireCurrent: () => void): Result {
    const rows = new Map<string, Rows>();
    for (const { id, name } of this.program.relations)
      rows.set(name, new CoreRows(this.core, this.vectors, state.state(id), requireCurrent));
    return { relation: (name) => rows.get(name), statistics, warnings: this.functions.warnings };
  }

  /** The expected failure that something thrown by `execute` stands for; undefined for a bug of the engine. */
  explain(thrown: unknown): EngineError | undefined {
    if (thrown instanceof RunError) return thrown.error;
    const progress = this.evaluation?.progress;
    const computed = progress?.relation === undefined ? undefined : this.state?.state(progress.relation).declaration;
    const relation = this.loading ?? computed;
    if (thrown instanceof CoreFault) return faultError(thrown.fault, this.budget, relation, progress?.rule);
    if (!isTrap(thrown)) return undefined;
    const rule = progress?.rule;
    return {
      code: 'trap',
      message: `the core stopped: ${thrown.message}`,
      ...(relation === undefined ? {} : { relation: relation.name }),
      ...(rule === undefined ? {} : { rule: rule.place }),
    };
  }
}

/** A trap of WebAssembly, or its stack used up, which V8 reports as a RangeError. */
function isTrap(thrown: unknown): thrown is Error {
  if (thrown instanceof WebAssembly.RuntimeError) return true;
  return thrown instanceof RangeError && thrown.message.includes('call stack');
}
