import type { Relation } from '../datalog/ir.js';
import type { Facts } from '../facts/facts.js';
import { CoreFault } from './core.js';
import { type Budget, type EngineError, RunError } from './error.js';
import { Evaluation } from './evaluate.js';
import { Explanations } from './explanations.js';
import { failure } from './failure.js';
import type { Result, RunStatistics } from './index.js';
import { loadTable } from './load.js';
import { MOST_COLUMNS } from './preparation.js';
import type { Profile } from './profile.js';
import type { Profiler } from './profiler.js';
import { CoreRows, type Rows } from './rows.js';
import type { Session } from './session.js';
import type { SymbolFunctions } from './symbols.js';

/** One run of one program: facts in, strata evaluated, relations out. */
export class Run {
  private evaluation: Evaluation | undefined;
  private loading: Relation | undefined;

  constructor(
    private readonly session: Session,
    private readonly facts: Facts,
    private readonly budget: Budget,
    private readonly profiler: Profiler | undefined,
    private readonly functions: SymbolFunctions,
    private readonly expired: () => boolean,
  ) {}

  /** @param requireCurrent throws where the core has been reused by a later run */
  execute(requireCurrent: () => void): Result {
    const { core } = this.session;
    const begin = performance.now();
    core.begin(this.budget.bytes ?? Number.POSITIVE_INFINITY);
    this.session.begin(this.facts.symbols);
    this.load();
    const loaded = performance.now();
    this.evaluate();
    const end = performance.now();
    const statistics = this.statistics(loaded - begin, end - loaded);
    return this.result(statistics, this.profiler?.profile(statistics), requireCurrent);
  }

  private load(): void {
    const { core, vectors, state, preparation } = this.session;
    if (preparation.tooWide !== undefined) this.checkArity(preparation.tooWide, preparation.tooWide.attributes.length);
    for (const table of this.facts.tables()) {
      const relation = state.input(table.name);
      if (relation === undefined) continue;
      this.loading = relation.declaration;
      this.checkArity(relation.declaration, table.arity);
      loadTable(core, vectors, relation, table);
      relation.loaded = relation.progress;
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

  private evaluate(): void {
    this.session.core.exports.begin(Math.min(this.budget.tuples ?? 0xffffffff, 0xffffffff));
    this.evaluation = new Evaluation(this.session, this.expired, this.profiler);
    this.evaluation.run();
  }

  private statistics(loadMilliseconds: number, evaluateMilliseconds: number): RunStatistics {
    const { core, program, state } = this.session;
    let tuples = 0;
    for (const { id, input } of program.relations) if (!input) tuples += state.state(id).size;
    const rounds = this.evaluation?.progress.rounds ?? 0;
    return {
      rounds,
      tuples,
      bytes: core.exports.memory.buffer.byteLength,
      loadMilliseconds,
      evaluateMilliseconds,
    };
  }

  private result(statistics: RunStatistics, profile: Profile | undefined, requireCurrent: () => void): Result {
    const { core, vectors, program, state } = this.session;
    const rows = new Map<string, Rows>();
    const relation = (name: string): Rows | undefined => {
      const known = rows.get(name);
      if (known !== undefined) return known;
      const declaration = program.relations.find((candidate) => candidate.name === name);
      if (declaration === undefined) return undefined;
      requireCurrent();
      const found = new CoreRows(core, vectors, state.state(declaration.id), requireCurrent, this.facts.symbols);
      rows.set(name, found);
      return found;
    };
    const explanations = new Explanations(this.session, this.facts, requireCurrent);
    return {
      relation,
      statistics,
      profile,
      explain: (name, values) => explanations.explain(name, values),
      explainAbsence: (name, values) => explanations.explainAbsence(name, values),
      warnings: this.functions.warnings,
    };
  }

  /** The expected failure that something thrown by `execute` stands for; undefined for a bug of the engine. */
  explain(thrown: unknown): EngineError | undefined {
    const progress = this.evaluation?.progress;
    const computed =
      progress?.relation === undefined ? undefined : this.session.state.state(progress.relation).declaration;
    return failure(thrown, this.budget, {
      relation: this.loading ?? computed,
      loading: this.loading !== undefined,
      rule: progress?.rule,
      making: thrown instanceof CoreFault ? thrown.making : undefined,
      failedOn: this.functions.failedOn,
    });
  }
}
