import type { Facts } from '../facts/facts.js';
import { Forest } from './equivalence.js';
import type { Time } from './history.js';
import type { Session } from './session.js';
import type { RelationState } from './state.js';

/** When a tuple came: after those of earlier steps, and after the rows before it. */
export interface Moment extends Time {
  readonly relation: number;
  readonly row: number;
}

/** Values below which two make one number exactly; a matrix has no greater ones. */
const PAIR = 2 ** 26;
/** Relations of up to this many rows are looked up by all columns, greater ones by the one that tells most apart. */
const FEW_ROWS = 1 << 16;
/** Rows that one value of a column may have for that. */
const MOST_ALIKE = 1 << 12;

/** The order in which the rows of a stratum came, read off the logs after the run. */
export class Order {
  private readonly indexes = new Map<number, { readonly index: number; readonly first: number }>();
  private readonly forests = new Map<number, Forest>();
  private readonly pairs = new Map<number, ReadonlySet<number>>();

  constructor(
    private readonly session: Session,
    private readonly facts: Facts,
  ) {}

  /** When a tuple came; undefined where the relation has no such tuple. Not for a matrix that keeps no log. */
  moment(relation: number, values: readonly number[]): Moment | undefined {
    const state = this.session.state.state(relation);
    if (values.length === 0) return state.size === 0 ? undefined : { relation, ...state.history.timeOf(0), row: 0 };
    if (state.size === 0) return undefined;
    if (state.declaration.equivalence) return this.equivalenceMoment(state, relation, values);
    const { core, vectors } = this.session;
    const { index, first } = this.index(relation);
    const list = vectors.list(values.length);
    const words = core.words;
    values.forEach((value, c) => {
      words[vectors.address(c) >>> 2] = value;
    });
    const found = core.exports.find(index, list + 4 * first, list) >>> 0;
    return found === 0 ? undefined : { relation, ...state.history.timeOf(found - 1), row: found - 1 };
  }

  /** Two values are related when the last pair on the way between them has come. */
  private equivalenceMoment(
    state: RelationState,
    relation: number,
    [a = 0, b = 0]: readonly number[],
  ): Moment | undefined {
    const way = this.forest(relation).way(a, b);
    if (way === undefined) return undefined;
    const row = way.reduce((last, pair) => Math.max(last, pair), 0);
    return { relation, ...state.history.timeOf(row), row };
  }

  /** The classes of an equivalence relation. */
  forest(relation: number): Forest {
    let forest = this.forests.get(relation);
    if (forest === undefined) {
      forest = new Forest(...this.session.state.state(relation).pairs());
      this.forests.set(relation, forest);
    }
    return forest;
  }

  /** Whether a tuple was among the facts; of an equivalence, only of those that made its classes. */
  isFact(relation: number, values: readonly number[]): boolean {
    const state = this.session.state.state(relation);
    if (state.loaded === 0) return false;
    if (state.declaration.equivalence) {
      const [a = 0, b = 0] = values;
      return (this.forest(relation).find(a, b) ?? state.loaded) < state.loaded;
    }
    if (state.matrix === 0) return (this.moment(relation, values)?.row ?? state.loaded) < state.loaded;
    const [first = 0, second = 0] = values;
    return this.givenPairs(relation, state).has(first * PAIR + second);
  }

  /** The facts of a relation that has two columns, as columns. */
  givenColumns(state: RelationState): readonly Int32Array[] {
    for (const table of this.facts.tables()) if (table.name === state.declaration.name) return table.columns();
    return [];
  }

  private givenPairs(relation: number, state: RelationState): ReadonlySet<number> {
    const known = this.pairs.get(relation);
    if (known !== undefined) return known;
    const [firsts, seconds] = this.givenColumns(state);
    const pairs = new Set<number>();
    firsts?.forEach((first, row) => {
      pairs.add(first * PAIR + (seconds?.[row] ?? 0));
    });
    this.pairs.set(relation, pairs);
    return pairs;
  }

  /** An index of chains, and the first of its columns. */
  private index(relation: number): { readonly index: number; readonly first: number } {
    const known = this.indexes.get(relation);
    if (known !== undefined) return known;
    const state = this.session.state.state(relation);
    const columns = state.declaration.attributes.map((_, c) => c);
    const best = columns.reduce((a, b) => (state.distinct(b) > state.distinct(a) ? b : a), 0);
    const byOne = state.size > FEW_ROWS && state.size / state.distinct(best) < MOST_ALIKE;
    state.materialise();
    const made = {
      index: this.session.state.chains(relation, byOne ? [best] : columns),
      first: byOne ? best : 0,
    };
    this.indexes.set(relation, made);
    return made;
  }
}
