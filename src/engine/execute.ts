import type { Rule } from '../datalog/ir.js';
import type { Core } from './core.js';
import { type Addresses, encode } from './encode.js';
import type { Preparation } from './preparation.js';
import type { Delta } from './rewrite.js';
import type { RelationState, State } from './state.js';
import type { Plan } from './step.js';
import type { Vectors } from './vectors.js';

/** Rows of the driving relation for one call of the core. */
const ROWS_PER_CALL = 1 << 16;
/** A plan is made anew when the relations it was made for have grown by this factor and more than a few rows. */
const REPLAN_FACTOR = 10;
const FEW_ROWS = 1024;

/** A rule, or one of its semi-naive variants; planned when it first has something to read in a run. */
export class Variant {
  encoded: Encoded | null = null;
  /** The plan for relations that are all small, which a program that runs again needs again. */
  small: Encoded | null = null;
  /** Rows of the stratum's relations when it was planned. */
  plannedFor = 0;

  constructor(
    readonly rule: Rule,
    /** What drives the rule; null where it reads nothing of its stratum. */
    readonly delta: Delta | null,
  ) {}
}

/** A plan in the core's memory. */
interface Encoded {
  readonly plan: Plan;
  readonly address: number;
  readonly drive: number | null;
  /** Indexes the plan reads, by their relations. */
  readonly indexes: readonly { readonly index: number; readonly relation: number }[];
  /** Relations whose log the plan reads. */
  readonly scanned: readonly number[];
}

/** Plans, encodes and runs rules. Throws `CoreFault` where the core stops. */
export class Executor {
  private readonly encodings = new Map<Plan, Encoded>();

  constructor(
    private readonly core: Core,
    private readonly state: State,
    private readonly vectors: Vectors,
    private readonly preparation: Preparation,
  ) {}

  /** Runs a rule that reads nothing of its own stratum `ids`; gives the plan it took. */
  runOnce(variant: Variant, ids: ReadonlySet<number>): Plan {
    const encoded = this.plan(variant, ids);
    this.execute(encoded, 0, encoded.drive === null ? 1 : this.state.state(encoded.drive).current);
    return encoded.plan;
  }

  /** Runs a variant on the rows [from, to) of the relation of its delta; gives the plan it took. `relations`: the stratum's. */
  run(variant: Variant, ids: ReadonlySet<number>, relations: readonly RelationState[], from: number, to: number): Plan {
    let rows = 0;
    for (const relation of relations) rows += relation.current;
    if (variant.encoded === null || rows > variant.plannedFor * REPLAN_FACTOR + FEW_ROWS) {
      variant.encoded = this.plan(variant, ids);
      variant.plannedFor = rows;
    }
    this.execute(variant.encoded, from, to);
    return variant.encoded.plan;
  }

  private plan(variant: Variant, ids: ReadonlySet<number>): Encoded {
    const isSmall = this.isSmall(variant.rule);
    if (isSmall && variant.small !== null) return variant.small;
    const plan = this.preparation.plan(variant.rule, this.state, ids, variant.delta?.atom ?? null);
    const encoded = this.encoded(plan);
    if (isSmall) variant.small = encoded;
    return encoded;
  }

  private isSmall(rule: Rule): boolean {
    for (const relation of this.preparation.reads(rule)) if (!this.state.isSmall(relation)) return false;
    return true;
  }

  private execute(encoded: Encoded, from: number, to: number): void {
    const { exports } = this.core;
    for (const relation of encoded.scanned) this.state.state(relation).materialise();
    for (const { index, relation } of encoded.indexes) this.state.updateIndex(index, relation);
    for (let row = from; row < to; row += ROWS_PER_CALL)
      this.core.check(exports.run(encoded.address, row, Math.min(to, row + ROWS_PER_CALL)));
  }

  private encoded(plan: Plan): Encoded {
    const known = this.encodings.get(plan);
    if (known !== undefined) return known;
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
    const scanned = this.state.scanned(plan);
    const encoded = { plan, address, drive: plan.drive?.relation ?? null, indexes, scanned };
    this.encodings.set(plan, encoded);
    return encoded;
  }
}
