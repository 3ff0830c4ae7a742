import { Fault } from '../../assembly/codes.js';
import type { Relation, Rule } from '../datalog/ir.js';
import { CoreFault } from './core.js';
import { headVariables } from './derivation.js';
import { Expansion } from './expansion.js';
import type { Edges, MatrixRules } from './matrix-rules.js';
import type { Order } from './order.js';
import { Question } from './question.js';
import type { Session } from './session.js';

/** Keys searched in one call of the core. */
const KEYS_PER_CALL = 1 << 12;

/** A rule that begins ways: asked with the passed value, it answers with keys. */
interface Seeding {
  readonly question: Question;
  readonly key: number;
}

/** The ways that passed values took in matrices without a log, found again by breadth-first searches. */
export class PassedValues {
  private readonly seedings = new Map<Rule, Seeding>();
  /** The key before a key on a value's way, by relation, value and key. */
  private readonly ways = new Map<string, number>();

  constructor(
    private readonly session: Session,
    private readonly order: Order,
    private readonly relations: readonly Relation[],
  ) {}

  /** The key before `key` on a shortest way of a value that came to it; the key itself where the way begins. */
  before(matrix: MatrixRules, seeds: readonly Rule[], key: number, value: number): number {
    const name = `${matrix.relation}:${value}:`;
    const known = this.ways.get(name + key);
    if (known !== undefined) return known;
    const starts = this.starts(matrix, seeds, value);
    const way = this.search(matrix, starts, key, value);
    way.forEach((each, i) => {
      this.ways.set(name + each, way[i - 1] ?? each);
    });
    return this.ways.get(name + key) ?? key;
  }

  /** The keys that have the value by a fact or a rule that reads no tuple of the matrix. */
  private starts({ relation, key }: MatrixRules, seeds: readonly Rule[], value: number): readonly number[] {
    const starts: number[] = [];
    for (const rule of seeds) {
      const seeding = this.seeding(rule, key);
      const { solutions } = seeding.question.ask([value], 0xffffffff);
      for (const solution of solutions) starts.push((solution.get(seeding.key) ?? 0) >>> 0);
    }
    const columns = this.order.givenColumns(this.session.state.state(relation));
    const [keys, values] = [columns[key], columns[1 - key]];
    values?.forEach((given, row) => {
      if (given >>> 0 === value >>> 0) starts.push((keys?.[row] ?? 0) >>> 0);
    });
    return starts;
  }

  private seeding(rule: Rule, key: 0 | 1): Seeding {
    const known = this.seedings.get(rule);
    if (known !== undefined) return known;
    const expansion = new Expansion(rule.variables, this.relations);
    expansion.body(rule.body);
    const head = headVariables(expansion, rule, this.relations);
    const question = new Question(this.session, expansion, [head[1 - key] ?? 0], rule.place, new Set());
    const seeding = { question, key: head[key] ?? 0 };
    this.seedings.set(rule, seeding);
    return seeding;
  }

  /** The keys of a shortest way from one of the starts. */
  private search(matrix: MatrixRules, starts: readonly number[], key: number, value: number): readonly number[] {
    const { core } = this.session;
    const { exports } = core;
    const [plain, strict] = [this.edges(matrix.plain), this.edges(matrix.strict)];
    const bottom = exports.mark();
    try {
      if (exports.searchNew(this.most(matrix, [...starts, key]) + 1) === 0) throw new CoreFault(Fault.Memory);
      for (const start of starts) exports.searchSeed(start);
      while (exports.search(plain, strict, value, key, KEYS_PER_CALL) !== 0);
      const way = [key];
      for (let at = key, before = exports.searchFrom(at) >>> 0; before !== at; before = exports.searchFrom(at) >>> 0) {
        if (before === 0xffffffff) throw new Error('a tuple of a matrix is on no way');
        at = before;
        way.push(at);
      }
      return way.reverse();
    } finally {
      exports.release(bottom);
    }
  }

  private edges(edges: Edges | null): number {
    if (edges === null) return 0;
    const index = this.session.state.index(edges.relation, [edges.from]);
    this.session.state.updateIndex(index, edges.relation);
    return index;
  }

  private most({ plain, strict }: MatrixRules, keys: readonly number[]): number {
    const { core, state } = this.session;
    let most = 0;
    for (const key of keys) most = Math.max(most, key);
    for (const edges of [plain, strict])
      for (const column of edges === null ? [] : [0, 1])
        most = Math.max(most, core.exports.relationGreatest(state.relation(edges?.relation ?? 0), column) >>> 0);
    return most;
  }
}
