import type { Relation } from '../datalog/ir.js';
import type { Core } from './core.js';
import type { Addresses } from './encode.js';
import type { Statistics } from './estimate.js';

/** A relation of a run: its declaration, its place in the core, and which of its rows are the delta. */
export class RelationState {
  /** Rows before the delta, and up to its end; see `assembly/layout.ts`. */
  old = 0;
  current = 0;
  /** True once no more rows come. */
  final = true;

  constructor(
    readonly declaration: Relation,
    readonly address: number,
    private readonly core: Core,
  ) {}

  get size(): number {
    return this.core.exports.relationSize(this.address) >>> 0;
  }

  /** Begins a round: what came since the last one is the delta. */
  advance(old: number): void {
    this.old = old;
    this.current = this.size;
    this.core.exports.relationAdvance(this.address, old);
  }
}

/** All relations and indexes of a run. */
export class State implements Addresses, Statistics {
  readonly relations: readonly RelationState[];
  private readonly indexes = new Map<string, number>();

  constructor(
    readonly core: Core,
    declarations: readonly Relation[],
  ) {
    this.relations = declarations.map(
      (declaration) =>
        new RelationState(declaration, core.address(core.exports.relationNew(declaration.attributes.length)), core),
    );
  }

  state(id: number): RelationState {
    const state = this.relations[id];
    if (state === undefined) throw new RangeError(`no relation has the id ${id}`);
    return state;
  }

  relation(id: number): number {
    return this.state(id).address;
  }

  index(relation: number, columns: readonly number[]): number {
    const name = `${relation}:${columns}`;
    const known = this.indexes.get(name);
    if (known !== undefined) return known;
    const { core } = this;
    const index = core.address(core.exports.indexNew(this.relation(relation), columns.length));
    columns.forEach((column, key) => {
      core.exports.indexKey(index, key, column);
    });
    this.indexes.set(name, index);
    return index;
  }

  size(relation: number): number {
    return this.state(relation).size;
  }

  distinct(relation: number, column: number): number {
    const { address, size } = this.state(relation);
    return Math.min(size, (this.core.exports.relationGreatest(address, column) >>> 0) + 1);
  }
}
