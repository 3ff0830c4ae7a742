import { Fault } from '../../assembly/codes.js';
import type { Rule } from '../datalog/ir.js';
import { type Core, CoreFault } from './core.js';
import { type Executor, Variant } from './execute.js';
import type { Time } from './history.js';
import { Matrix } from './matrix.js';
import type { Profiler } from './profiler.js';
import type { Rewritten } from './rewrite.js';
import type { RelationState, State } from './state.js';

/** What is being worked on, for the message when the core stops. */
export interface Progress {
  /** Id of the relation being computed. */
  relation: number | undefined;
  rule: Rule | undefined;
  rounds: number;
}

/** What accompanies a run. */
export interface Watch {
  /** Is kept up to date. */
  readonly progress: Progress;
  readonly profiler: Profiler | undefined;
  /** Throws where the time is used up. */
  readonly expired: () => void;
}

/**
 * The evaluation of one stratum: rules that read earlier strata alone once, the others in semi-naive rounds. Serves one run
 * of a session after the other.
 */
export class Fixpoint implements Time {
  round = 0;
  step = 0;
  private readonly ids: ReadonlySet<number>;
  private readonly relations: readonly RelationState[];
  private readonly limited: readonly RelationState[];
  /** The equivalences whose rows rules of the stratum read as they come: from then on they keep a log. */
  private readonly equivalences: readonly RelationState[];
  private readonly onces: readonly Variant[];
  /** The variants of all recursive rules, for where no matrix makes some superfluous. */
  private readonly variants: readonly Variant[];

  constructor(
    private readonly core: Core,
    private readonly state: State,
    private readonly executor: Executor,
    private readonly stratum: Rewritten,
  ) {
    const { once, recursive, relations, edges } = stratum;
    this.ids = new Set([...relations, ...edges]);
    this.relations = [...this.ids].map((id) => state.state(id));
    this.limited = this.relations.filter(({ declaration }) => declaration.limit !== null);
    this.onces = once.map((rule) => new Variant(rule, null));
    this.variants = this.variantsOf(recursive);
    const read = new Set(this.variants.map(({ delta }) => delta?.relation));
    this.equivalences = this.relations.filter(({ declaration }) => declaration.equivalence && read.has(declaration.id));
  }

  run(watch: Watch): void {
    const { recursive, relations, matrices } = this.stratum;
    this.round = 0;
    this.step = 0;
    for (const { bags } of matrices) for (const id of bags) this.core.exports.relationBag(this.state.relation(id));
    for (const variant of this.onces) {
      enter(watch, variant.rule);
      watch.profiler?.beginRule(variant.rule);
      const plan = this.executor.runOnce(variant, relations);
      watch.profiler?.planned(plan, false);
    }
    if (recursive.length === 0) return;
    watch.profiler?.end();
    for (const relation of this.equivalences) relation.materialise();
    const started = this.startMatrices(watch);
    if (started.length === 0) {
      this.rounds(this.variants, [], watch);
      return;
    }
    try {
      this.rounds(this.variantsBeside(started), started, watch);
    } catch (error) {
      if (!(error instanceof CoreFault) || error.fault !== Fault.Unfit) throw error;
      // What there is stays true and becomes the delta of an evaluation without matrices.
      this.core.exports.forgive();
      for (const matrix of started) matrix.dissolve();
      this.rounds(this.variants, [], watch);
    }
  }

  private variantsOf(rules: readonly Rule[]): Variant[] {
    return rules.flatMap((rule) => (this.stratum.deltas.get(rule) ?? []).map((delta) => new Variant(rule, delta)));
  }

  /** Those of the rules that matrices leave, and of the rules of their edges. */
  private variantsBeside(matrices: readonly Matrix[]): Variant[] {
    const handled = new Set(matrices.flatMap((matrix) => matrix.rules.passing));
    const added = matrices.flatMap((matrix) => matrix.rules.edgeRules);
    return this.variantsOf([...this.stratum.recursive.filter((rule) => !handled.has(rule)), ...added]);
  }

  /** Starts the matrices that pay. A matrix knows no rounds, after which `.limitsize` could stop. */
  private startMatrices({ expired }: Watch): Matrix[] {
    if (this.limited.length > 0) return [];
    return this.stratum.matrices.flatMap((rules) => Matrix.begin(this.core, this.state, rules, expired) ?? []);
  }

  private rounds(variants: readonly Variant[], matrices: readonly Matrix[], watch: Watch): void {
    const { relations } = this;
    for (const variant of variants) variant.encoded = null;
    for (const relation of relations) relation.advance(0);
    for (const relation of relations) relation.history.note(this, relation.progress);
    do {
      if (this.limited.some(atLimit)) return;
      watch.progress.rounds++;
      this.round++;
      for (const variant of variants) this.runVariant(variant, watch);
      for (const matrix of matrices) this.spread(matrix, watch);
      for (const relation of relations) relation.advance(relation.current);
    } while (relations.some(hasDelta));
  }

  private runVariant(variant: Variant, watch: Watch): void {
    if (variant.delta === null) return;
    const { old, current } = this.state.state(variant.delta.relation);
    if (current === old) return;
    enter(watch, variant.rule);
    watch.profiler?.beginRule(variant.rule);
    const plan = this.executor.run(variant, this.ids, this.relations, old, current);
    watch.profiler?.planned(plan, true);
    this.note(variant.rule.head.relation);
  }

  private spread(matrix: Matrix, watch: Watch): void {
    const [rule] = matrix.rules.passing;
    if (rule !== undefined) enter(watch, rule);
    watch.profiler?.beginMatrix(matrix.rules);
    matrix.spread();
    this.note(matrix.rules.relation);
  }

  /** Ends a step, in which a relation may have grown. */
  private note(relation: number): void {
    this.step++;
    const state = this.state.state(relation);
    state.history.note(this, state.progress);
  }
}

function enter({ progress }: Watch, rule: Rule): void {
  progress.rule = rule;
  progress.relation = rule.head.relation;
}

function hasDelta({ current, old }: RelationState): boolean {
  return current > old;
}

/** `.limitsize`: a relation that has enough tuples ends the recursion. */
function atLimit({ declaration, size }: RelationState): boolean {
  return declaration.limit !== null && size >= declaration.limit;
}
