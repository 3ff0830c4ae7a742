import { Fault } from '../../assembly/codes.js';
import type { Relation } from '../datalog/ir.js';
import { type Core, CoreFault } from './core.js';
import type { Addresses } from './encode.js';
import type { Statistics } from './estimate.js';
import { History } from './history.js';
import { type Plan, scannedBy } from './step.js';
import type { Strategy } from './strategy.js';
import type { Vectors } from './vectors.js';

/** A relation of a run: its declaration, its place in the core, and which of its rows are the delta. */
export class RelationState {
  /** Rows before the delta, and up to its end; see `assembly/layout.ts`. */
  old = 0;
  current = 0;
  /** True once no more rows come. */
  final = true;
  /** The matrix that holds the rows, 0 where a store of another kind does. */
  matrix = 0;
  /** True once a matrix was given up: what it began with may have come to the log later than round 0. */
  dissolved = false;
  /** How many rows, the first in the order that `history` keeps, are facts; a matrix does not keep to that. */
  loaded = 0;
  /** When its rows came; a matrix without a log has no order of rows. */
  readonly history = new History();

  constructor(
    readonly declaration: Relation,
    readonly address: number,
    private readonly core: Core,
  ) {}

  get size(): number {
    return this.core.exports.relationSize(this.address) >>> 0;
  }

  /** Sees to it that the log has all rows; a matrix and an equivalence may keep none until it is needed. */
  materialise(): void {
    const { core, declaration } = this;
    if (!declaration.equivalence && this.matrix === 0) return;
    const { exports } = core;
    const making = { what: 'the rows', relation: declaration } as const;
    if (declaration.equivalence) while (exports.equivalenceMaterialise(this.address) !== 0) core.checkTime(making);
    else while (exports.matrixMaterialise(this.matrix) !== 0) core.checkTime(making);
    core.check(exports.fault(), making);
  }

  /** What has come so far in the order that `history` keeps: rows; the pairs that made the classes of an equivalence. */
  get progress(): number {
    return this.declaration.equivalence ? this.core.exports.equivalencePairs(this.address) >>> 0 : this.size;
  }

  /** The pairs that made the classes of an equivalence, as two columns in the order in which they came. */
  pairs(): readonly [Int32Array, Int32Array] {
    const { progress, core, address } = this;
    const column = (number: 0 | 1) => core.copy(core.exports.equivalenceColumn(address, number), progress);
    return [column(0), column(1)];
  }

  /** Whether the relation has a row. */
  has(vectors: Vectors, values: readonly number[]): boolean {
    const list = vectors.list(values.length);
    const choice = vectors.address(values.length);
    const words = this.core.words;
    values.forEach((value, c) => {
      words[vectors.address(c) >>> 2] = value;
    });
    return this.core.exports.select(this.address, list, 1, 1, choice) === 1;
  }

  /** Address of a column of the log, `size` words; valid until something is allocated in the core. */
  column(number: number): number {
    this.materialise();
    return this.core.exports.relationColumn(this.address, number) >>> 0;
  }

  /** Begins a round: what came since the last one is the delta. */
  advance(old: number): void {
    this.old = old;
    this.current = this.core.exports.relationAdvance(this.address, old) >>> 0;
  }

  /** Forgets all rows. The relation must not have become a matrix. */
  clear(): void {
    if (this.declaration.equivalence) this.core.exports.equivalenceClear(this.address);
    else this.core.exports.relationClear(this.address);
    this.old = 0;
    this.current = 0;
    this.final = true;
    this.loaded = 0;
    this.dissolved = false;
    this.history.clear();
  }

  /** An upper bound of the distinct values of a column. */
  distinct(column: number): number {
    return Math.min(this.size, (this.core.exports.relationGreatest(this.address, column) >>> 0) + 1);
  }
}

/** Rows whose index takes about a millisecond. */
const MANY_ROWS = 1 << 16;
/** Relations of fewer rows than 2 to this are all alike to the planner. */
const SMALL = 6;

/** All relations and indexes of a run. */
export class State implements Addresses, Statistics {
  /** Those of the program, by id, and behind them those that the engine made. */
  private readonly all: RelationState[];
  private readonly indexes = new Map<string, number>();
  private readonly inputs = new Map<string, RelationState>();

  constructor(
    readonly core: Core,
    declarations: readonly Relation[],
    readonly strategy: Strategy = {},
  ) {
    this.all = declarations.map((declaration) => this.make(declaration));
    for (const relation of this.all) {
      const { name, input, builtin } = relation.declaration;
      // What a kernel computes is not read, also where the declaration says `.input` for other engines.
      if (input && builtin === null) this.inputs.set(name, relation);
    }
  }

  get relations(): readonly RelationState[] {
    return this.all;
  }

  /** The relation that takes the facts of this name. */
  input(name: string): RelationState | undefined {
    return this.inputs.get(name);
  }

  /** Makes a relation of the engine's own; returns its id. */
  add(like: Relation): number {
    const id = this.all.length;
    this.all.push(this.make({ ...like, id }));
    return id;
  }

  private make(declaration: Relation): RelationState {
    const { core } = this;
    const address = core.address(core.exports.relationNew(declaration.attributes.length));
    if (declaration.equivalence && core.exports.equivalenceNew(address) === 0) throw new CoreFault(Fault.Memory);
    return new RelationState(declaration, address, core);
  }

  state(id: number): RelationState {
    const state = this.all[id];
    if (state === undefined) throw new RangeError(`no relation has the id ${id}`);
    return state;
  }

  relation(id: number): number {
    return this.state(id).address;
  }

  /** The relations whose log a plan reads. */
  scanned(plan: Plan): number[] {
    return scannedBy(plan, (id) => this.isEquivalence(id));
  }

  index(relation: number, columns: readonly number[]): number {
    const name = `${relation}:${columns}`;
    const known = this.indexes.get(name);
    if (known !== undefined) return known;
    const index = this.newIndex(relation, columns);
    this.indexes.set(name, index);
    return index;
  }

  /** The indexes of a relation, with the columns they are by. */
  indexesOf(relation: number): { readonly columns: readonly number[]; readonly address: number }[] {
    return [...this.indexes].flatMap(([name, address]) => {
      const [id, columns = ''] = name.split(':');
      return id === String(relation) ? [{ columns: columns.split(',').map(Number), address }] : [];
    });
  }

  private newIndex(relation: number, columns: readonly number[]): number {
    const { core } = this;
    const index = core.address(core.exports.indexNew(this.relation(relation), columns.length));
    columns.forEach((column, key) => {
      core.exports.indexKey(index, key, column);
    });
    return index;
  }

  /** An index as `index` gives it that is made of chains, so that it leads to rows of the log. */
  chains(relation: number, columns: readonly number[]): number {
    const index = this.index(relation, columns);
    const chained = this.core.exports.indexIsFrozen(index) === 0 ? index : this.newIndex(relation, columns);
    this.updateIndex(chained, relation, false);
    return chained;
  }

  /** Brings an index up to the rows before this round's end. `often` says that a final relation's is worth sorting. */
  updateIndex(index: number, relation: number, often = true): void {
    const { declaration, current, final } = this.state(relation);
    const fault = this.core.exports.indexUpdate(index, often && final && this.strategy.ranges !== false ? 1 : 0);
    if (fault !== Fault.None) throw new CoreFault(fault, { what: 'an index', relation: declaration });
    // It is one call however many rows there are.
    if (current > MANY_ROWS) this.core.checkTime({ what: 'an index', relation: declaration });
  }

  /** Forgets all rows. No relation must have become a matrix. */
  clear(): void {
    for (const relation of this.all) relation.clear();
    for (const index of this.indexes.values()) this.core.exports.indexClear(index);
  }

  // ------------------------------------------------------------------------------------------------------ for planning

  size(relation: number): number {
    return rounded(this.state(relation).size);
  }

  distinct(relation: number, column: number): number {
    return rounded(this.state(relation).distinct(column));
  }

  isEquivalence(relation: number): boolean {
    return this.state(relation).declaration.equivalence;
  }

  isSmall(relation: number): boolean {
    return this.state(relation).size < 2 ** SMALL;
  }

  magnitude(relation: number): string {
    const state = this.state(relation);
    const rows = width(state.size);
    if (rows === SMALL) return ',';
    let result = `,${rows}`;
    for (let c = 0; c < state.declaration.attributes.length; c++) result += `.${width(state.distinct(c))}`;
    return result;
  }
}

function rounded(rows: number): number {
  return 2 ** width(rows);
}

function width(rows: number): number {
  return Math.max(SMALL, 32 - Math.clz32(rows));
}
