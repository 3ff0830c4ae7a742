import { Fault } from '../../assembly/codes.js';
import type { Rule } from '../datalog/ir.js';
import { type Core, CoreFault } from './core.js';
import type { Executor, Variant } from './execute.js';
import type { Time } from './history.js';
import { Matrix } from './matrix.js';
import type { Rewritten } from './rewrite.js';
import type { RelationState, State } from './state.js';

/** What is being worked on, for the message when the core stops. */
export interface Progress {
  /** Id of the relation being computed. */
  relation: number | undefined;
  rule: Rule | undefined;
  rounds: number;
}

/** The evaluation of one stratum: rules that read earlier strata alone once, the others in semi-naive rounds. */
export class Fixpoint implements Time {
  round = 0;
  step = 0;

  constructor(
    private readonly core: Core,
    private readonly state: State,
    private readonly executor: Executor,
    private readonly stratum: Rewritten,
    private readonly progress: Progress,
    private readonly expired: () => void,
  ) {}

  run(): void {
    const { once, recursive, relations, edges, matrices } = this.stratum;
    for (const id of matrices.flatMap(({ bags }) => bags)) this.core.exports.relationBag(this.state.relation(id));
    for (const rule of once) this.once(rule);
    if (recursive.length === 0) return;
    const all = new Set([...relations, ...edges]);
    for (const id of this.readEquivalences()) this.state.state(id).materialise();
    const started = this.startMatrices();
    const handled = new Set(started.flatMap((matrix) => matrix.rules.passing));
    const added = started.flatMap((matrix) => matrix.rules.edgeRules);
    try {
      this.rounds([...recursive.filter((rule) => !handled.has(rule)), ...added], started, all);
    } catch (error) {
      if (!(error instanceof CoreFault) || error.fault !== Fault.Unfit) throw error;
      // What there is stays true and becomes the delta of an evaluation without matrices.
      this.core.exports.forgive();
      for (const matrix of started) matrix.dissolve();
      this.rounds(recursive, [], all);
    }
  }

  /** The equivalences of the stratum whose rows its rules read as they come: from here on they keep a log. */
  private readEquivalences(): Set<number> {
    const read = this.stratum.recursive.flatMap((rule) => this.stratum.deltas.get(rule) ?? []);
    return new Set(read.map(({ relation }) => relation).filter((id) => this.state.state(id).declaration.equivalence));
  }

  /** Starts the matrices that pay. */
  private startMatrices(): Matrix[] {
    // A matrix knows no rounds, after which `.limitsize` could stop.
    if ([...this.stratum.relations].some((id) => this.state.state(id).declaration.limit !== null)) return [];
    return this.stratum.matrices.flatMap((rules) => Matrix.begin(this.core, this.state, rules, this.expired) ?? []);
  }

  private rounds(rules: readonly Rule[], matrices: readonly Matrix[], ids: ReadonlySet<number>): void {
    const relations = [...ids].map((id) => this.state.state(id));
    const variants = rules.flatMap((rule) =>
      (this.stratum.deltas.get(rule) ?? []).map((delta): Variant => ({ rule, delta, encoded: null, plannedFor: 0 })),
    );
    for (const relation of relations) relation.advance(0);
    for (const relation of relations) relation.history.note(this, relation.progress);
    do {
      if (relations.some(atLimit)) return;
      this.progress.rounds++;
      this.round++;
      for (const variant of variants) this.runVariant(variant, ids);
      for (const matrix of matrices) this.spread(matrix);
      for (const relation of relations) relation.advance(relation.current);
    } while (relations.some((relation) => relation.current > relation.old));
  }

  private runVariant(variant: Variant, ids: ReadonlySet<number>): void {
    const { old, current } = this.state.state(variant.delta.relation);
    if (current === old) return;
    this.enter(variant.rule);
    this.executor.run(variant, ids, old, current);
    this.note(variant.rule.head.relation);
  }

  private spread(matrix: Matrix): void {
    const [rule] = matrix.rules.passing;
    if (rule !== undefined) this.enter(rule);
    matrix.spread();
    this.note(matrix.rules.relation);
  }

  /** Ends a step, in which a relation may have grown. */
  private note(relation: number): void {
    this.step++;
    const state = this.state.state(relation);
    state.history.note(this, state.progress);
  }

  private once(rule: Rule): void {
    this.enter(rule);
    this.executor.runOnce(rule, this.stratum.relations);
  }

  private enter(rule: Rule): void {
    this.progress.rule = rule;
    this.progress.relation = rule.head.relation;
  }
}

/** `.limitsize`: a relation that has enough tuples ends the recursion. */
function atLimit({ declaration, size }: RelationState): boolean {
  return declaration.limit !== null && size >= declaration.limit;
}
