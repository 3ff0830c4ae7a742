import type { Program, Rule, Stratum } from '../datalog/ir.js';
import type { PlanContext } from './body.js';
import { fillBuiltin } from './builtin.js';
import type { Core } from './core.js';
import { type Addresses, encode } from './encode.js';
import { equivalenceRules } from './normal.js';
import { planRule, recursiveAtoms } from './plan.js';
import type { RelationState, State } from './state.js';
import type { Plan } from './step.js';
import type { Vectors } from './vectors.js';

/** Rows of the driving relation for one call of the core. */
const ROWS_PER_CALL = 1 << 16;
/** A plan is made anew when the relations it was made for have grown by this factor. */
const REPLAN_FACTOR = 10;

/** What is being worked on, for the message when the core stops. */
export interface Progress {
  relation: number | undefined;
  rule: Rule | undefined;
  rounds: number;
}

/** A rule in one of its semi-naive variants; planned when it first has something to read. */
interface Variant {
  readonly rule: Rule;
  /** The number of the recursive atom that reads the delta; null in a rule without one. */
  readonly delta: number | null;
  readonly relation: number | null;
  encoded: Encoded | null;
}

interface Encoded {
  readonly address: number;
  readonly plan: Plan;
  /** Indexes the plan reads, by their relations. */
  readonly indexes: readonly { readonly index: number; readonly relation: number }[];
  /** Rows of the stratum's relations when it was planned. */
  readonly rows: number;
}

/** Evaluates the strata of a program in order, each to its fixpoint. Throws `CoreFault` where the core stops. */
export class Evaluation {
  readonly progress: Progress = { relation: undefined, rule: undefined, rounds: 0 };

  constructor(
    private readonly core: Core,
    private readonly program: Program,
    private readonly state: State,
    private readonly vectors: Vectors,
    private readonly context: PlanContext,
    private readonly expired: () => boolean,
  ) {}

  run(): void {
    for (const relation of this.state.relations) relation.advance(0);
    for (const stratum of this.program.strata) this.stratum(stratum);
  }

  private stratum(stratum: Stratum): void {
    const relations = stratum.relations.map((id) => this.state.state(id));
    for (const relation of relations) {
      relation.final = false;
      const { id, builtin } = relation.declaration;
      if (builtin === null) continue;
      this.progress.relation = id;
      fillBuiltin(this.core, this.vectors, this.state, relation, builtin, this.expired);
    }
    this.rules(stratum, relations);
    for (const relation of relations) {
      relation.advance(0);
      relation.final = true;
    }
  }

  private rules(stratum: Stratum, relations: readonly RelationState[]): void {
    const ids = new Set(stratum.relations);
    const variants: Variant[] = [];
    for (const rule of [...stratum.rules, ...this.closureRules(relations)]) {
      const atoms = recursiveAtoms(rule, ids);
      if (atoms.length === 0) this.runOnce(rule, ids);
      atoms.forEach((relation, delta) => {
        variants.push({ rule, delta, relation, encoded: null });
      });
    }
    if (variants.length > 0) this.fixpoint(variants, relations, ids);
  }

  private closureRules(relations: readonly RelationState[]): Rule[] {
    return relations.flatMap(({ declaration }) => {
      const first = declaration.attributes[0];
      if (!declaration.equivalence || first === undefined) return [];
      return equivalenceRules(declaration.id, first.primitive, { id: -1, place: declaration.place });
    });
  }

  private fixpoint(variants: readonly Variant[], relations: readonly RelationState[], ids: ReadonlySet<number>): void {
    for (const relation of relations) relation.advance(0);
    while (relations.some((relation) => relation.current > relation.old)) {
      this.progress.rounds++;
      for (const variant of variants) {
        if (variant.relation === null) continue;
        const driving = this.state.state(variant.relation);
        if (driving.current > driving.old) this.runVariant(variant, ids, driving.old, driving.current);
      }
      for (const relation of relations) relation.advance(relation.current);
    }
  }

  private runOnce(rule: Rule, ids: ReadonlySet<number>): void {
    const variant: Variant = { rule, delta: null, relation: null, encoded: null };
    const encoded = this.encoded(variant, ids);
    this.enter(rule);
    const drive = encoded.plan.drive;
    this.execute(encoded, 0, drive === null ? 1 : this.state.state(drive.relation).current);
  }

  private runVariant(variant: Variant, ids: ReadonlySet<number>, from: number, to: number): void {
    this.enter(variant.rule);
    this.execute(this.encoded(variant, ids), from, to);
  }

  private enter(rule: Rule): void {
    this.progress.rule = rule;
    this.progress.relation = rule.head.relation;
  }

  private execute(encoded: Encoded, from: number, to: number): void {
    const { exports } = this.core;
    for (const { index, relation } of encoded.indexes)
      exports.indexUpdate(index, this.state.state(relation).final ? 1 : 0);
    this.core.check(exports.fault());
    for (let row = from; row < to; row += ROWS_PER_CALL)
      this.core.check(exports.run(encoded.address, row, Math.min(to, row + ROWS_PER_CALL)));
  }

  private encoded(variant: Variant, ids: ReadonlySet<number>): Encoded {
    let rows = 0;
    for (const id of ids) rows += this.state.state(id).current;
    const known = variant.encoded;
    if (known !== null && rows <= known.rows * REPLAN_FACTOR + 1024) return known;
    const plan = planRule(variant.rule, this.context, ids, variant.delta);
    const indexes: { index: number; relation: number }[] = [];
    const addresses: Addresses = {
      relation: (id) => this.state.relation(id),
      index: (relation, columns) => {
        const index = this.state.index(relation, columns);
        indexes.push({ index, relation });
        return index;
      },
    };
    const address = encode(plan, this.core, this.vectors, addresses);
    variant.encoded = { address, plan, indexes, rows };
    return variant.encoded;
  }
}
