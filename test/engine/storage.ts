import { Core } from '../../src/engine/core.js';
import { insertColumns } from '../../src/engine/load.js';
import { type RelationState, State } from '../../src/engine/state.js';
import { Vectors } from '../../src/engine/vectors.js';

/** A core with relations of the given arities and nothing else: for tests below the level of programs. */
export class Storage {
  readonly core = new Core({ expired: () => 0, symbols: () => 1 });
  readonly vectors = new Vectors(this.core);
  readonly state: State;

  constructor(...arities: readonly number[]) {
    this.state = new State(this.core, arities.map(declaration));
  }

  relation(id: number): RelationState {
    return this.state.state(id);
  }

  insert(id: number, rows: readonly (readonly number[])[]): void {
    const arity = this.relation(id).declaration.attributes.length;
    const columns = Array.from({ length: arity }, (_, c) => Uint32Array.from(rows, (row) => row[c] ?? 0));
    insertColumns(this.core, this.vectors, this.relation(id), columns, rows.length);
  }

  /** The log, in order. */
  rows(id: number): number[][] {
    const { address, size, declaration } = this.relation(id);
    const columns = declaration.attributes.map((_, c) =>
      this.core.copy(this.core.exports.relationColumn(address, c), size),
    );
    return Array.from({ length: size }, (_, row) => columns.map((column) => (column[row] ?? 0) >>> 0));
  }

  /** The numbers of those rows that the relation has, or has not. */
  select(id: number, rows: readonly (readonly number[])[], wanted: boolean): number[] {
    const arity = this.relation(id).declaration.attributes.length;
    const addresses = Array.from({ length: arity }, (_, c) => this.vectors.address(c));
    const choice = this.vectors.address(arity);
    const list = this.core.place(addresses);
    const words = this.core.words;
    addresses.forEach((address, c) => {
      rows.forEach((row, i) => {
        words[(address >>> 2) + i] = row[c] ?? 0;
      });
    });
    const count = this.core.exports.select(this.relation(id).address, list, rows.length, wanted ? 1 : 0, choice);
    return [...this.core.words.subarray(choice >>> 2, (choice >>> 2) + count)];
  }
}

function declaration(arity: number, id: number) {
  const attributes = Array.from({ length: arity }, (_, c) => ({
    name: `c${c}`,
    type: 'unsigned',
    primitive: 'unsigned' as const,
  }));
  return {
    id,
    name: `r${id}`,
    attributes,
    input: true,
    output: true,
    printsize: false,
    inputs: [],
    outputs: [],
    limit: null,
    builtin: null,
    equivalence: false,
    documentation: null,
    place: { file: 'storage', start: 0, end: 0 },
  };
}

/** Numbers in [0, 2^32) from a seed (Marsaglia, Xorshift RNGs, 2003). */
export function generator(seed: number): (bound: number) => number {
  let state = seed >>> 0 || 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}
