import { Fault } from '../../assembly/codes.js';
import type { Rule } from '../datalog/ir.js';
import { type Core, CoreFault } from './core.js';
import type { Executor, Variant } from './execute.js';
import { Matrix } from './matrix.js';
import { recursiveAtoms } from './plan.js';
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
export class Fixpoint {
  constructor(
    private readonly core: Core,
    private readonly state: State,
    private readonly executor: Executor,
    private readonly stratum: Rewritten,
    private readonly progress: Progress,
    private readonly expired: () => void,
  ) {}

  run(): void {
    const { rules, matrices, relations } = this.stratum;
    const edgeRules = matrices.flatMap((matrix) => matrix.edgeRules);
    const edges = matrices.flatMap(({ plain, strict }) => [plain, strict].filter((id) => id !== null));
    const passing = new Set(matrices.flatMap((matrix) => matrix.passing));
    for (const rule of [...rules, ...edgeRules]) {
      if (recursiveAtoms(rule, relations).length === 0) this.once(rule);
      else this.state.state(rule.head.relation).final = false;
    }
    const recursive = rules.filter((rule) => recursiveAtoms(rule, relations).length > 0);
    const all = new Set([...relations, ...edges]);
    if (recursive.length === 0) return;
    const others = recursive.filter((rule) => !passing.has(rule));
    const started = this.startMatrices([...others, ...edgeRules]);
    const handled = new Set(started.flatMap((matrix) => matrix.rules.passing));
    const added = started.flatMap((matrix) => matrix.rules.edgeRules);
    try {
      this.rounds([...recursive.filter((rule) => !handled.has(rule)), ...added], started, all);
    } catch (error) {
      if (!(error instanceof CoreFault) || error.fault !== Fault.Unfit) throw error;
      // Everything so far stays true and becomes the delta of an evaluation without matrices.
      this.core.exports.forgive();
      for (const matrix of started) matrix.dissolve();
      this.rounds(recursive, [], all);
    }
  }

  /** Starts the matrices that pay. A matrix keeps a log where some rule of the stratum reads it row by row. */
  private startMatrices(readers: readonly Rule[]): Matrix[] {
    // A matrix knows no rounds, after which `.limitsize` could stop.
    if ([...this.stratum.relations].some((id) => this.state.state(id).declaration.limit !== null)) return [];
    return this.stratum.matrices.flatMap((rules) => {
      const logged = readers.some((rule) => recursiveAtoms(rule, new Set([rules.relation])).length > 0);
      return Matrix.begin(this.core, this.state, rules, logged, this.expired) ?? [];
    });
  }

  private rounds(rules: readonly Rule[], matrices: readonly Matrix[], ids: ReadonlySet<number>): void {
    const relations = [...ids].map((id) => this.state.state(id));
    const variants = rules.flatMap((rule) =>
      recursiveAtoms(rule, ids).map((relation, atom): Variant => ({ rule, delta: { atom, relation }, encoded: null })),
    );
    for (const relation of relations) relation.advance(0);
    do {
      if (relations.some(atLimit)) return;
      this.progress.rounds++;
      for (const variant of variants) this.runVariant(variant, ids);
      for (const matrix of matrices) this.spread(matrix);
      for (const relation of relations) relation.advance(relation.current);
    } while (relations.some((relation) => relation.current > relation.old));
  }

  private runVariant(variant: Variant, ids: ReadonlySet<number>): void {
    if (variant.delta === null) return;
    const { old, current } = this.state.state(variant.delta.relation);
    if (current === old) return;
    this.enter(variant.rule);
    this.executor.run(variant, ids, old, current);
  }

  private spread(matrix: Matrix): void {
    const [rule] = matrix.rules.passing;
    if (rule !== undefined) this.enter(rule);
    matrix.spread();
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
