import type { Builtin } from '../datalog/ir.js';

/** The exports of `assembly/graph.ts`, `dominators.ts`, `levels.ts` and `components.ts`, and what they stand on. */
export interface GraphExports {
  readonly memory: WebAssembly.Memory;
  alloc(bytes: number): number;
  mark(): number;
  release(to: number): void;
  graphNew(from: number, to: number, edges: number, nodes: number, rows: number, all: number): number;
  readonly graphNumber: Phase;
  readonly graphList: Phase;
  readonly graphCount: Phase;
  readonly graphSum: Phase;
  readonly graphScatter: Phase;
  graphRows(): number;
  graphColumn(column: number): number;
  dominatorsNew(): number;
  readonly dominatorsSearch: Phase;
  readonly dominatorsSemi: Phase;
  readonly dominatorsNearest: Phase;
  levelsNew(): number;
  readonly levelsCount: Phase;
  readonly levelsStart: Phase;
  readonly levelsTake: Phase;
  readonly levelsList: Phase;
  componentsNew(): number;
  readonly componentsSearch: Phase;
  readonly componentsList: Phase;
}

/** Does about `budget` units of work; not 0 where there is more to do. */
type Phase = (budget: number) => number;

export type BuiltinResult =
  | { readonly columns: readonly [Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>] }
  /** Linear memory, or its budget, is used up; the time is. */
  | { readonly fault: 'memory' | 'time' };

/** Long enough that a call costs nothing, short enough that V8's better code is soon taken up. */
const BUDGET = 1 << 14;

/**
 * Computes a built-in relation (`Builtin` in `src/datalog/ir.ts` defines them). `edges` are the two columns of the edge
 * relation, `nodes` the column of the node or entry relation: ids in any range and order, duplicates allowed. For `level`
 * and `scc` an edge whose end is not in `nodes` is none. The tuples of `idom` are in preorder of a depth-first search that
 * takes entries and edges in their order; the others in order of `nodes`. Columns that are views of the core's memory are
 * read in place, others are copied there. `expired` is asked about every millisecond.
 */
export function computeBuiltin(
  core: GraphExports,
  kind: Builtin['kind'],
  edges: readonly [Int32Array, Int32Array],
  nodes: Int32Array,
  expired: () => boolean = () => false,
): BuiltinResult {
  const bottom = core.mark();
  try {
    if (!begin(core, kind, edges, nodes)) return { fault: 'memory' };
    for (const phase of phasesOf(core, kind)) while (phase(BUDGET) !== 0) if (expired()) return { fault: 'time' };
    return { columns: [resultColumn(core, 0), resultColumn(core, 1)] };
  } finally {
    core.release(bottom);
  }
}

function begin(
  core: GraphExports,
  kind: Builtin['kind'],
  edges: readonly [Int32Array, Int32Array],
  nodes: Int32Array,
): boolean {
  const rows = Math.min(edges[0].length, edges[1].length);
  const count = nodes.length;
  const [from, to, listed] = place(core, [edges[0], edges[1], nodes]);
  if (from === undefined || to === undefined || listed === undefined) return false;
  if (core.graphNew(from, to, rows, listed, count, kind === 'idom' ? 1 : 0) === 0) return false;
  switch (kind) {
    case 'idom':
      return core.dominatorsNew() !== 0;
    case 'level':
      return core.levelsNew() !== 0;
    case 'scc':
      return core.componentsNew() !== 0;
  }
}

/** Addresses of columns; undefined where memory does not suffice. Those to copy are copied after all allocation, which detaches views. */
function place(core: GraphExports, columns: readonly Int32Array[]): (number | undefined)[] {
  const { buffer } = core.memory;
  const copies: { column: Int32Array; address: number }[] = [];
  const addresses = columns.map((column) => {
    if (column.buffer === buffer) return column.byteOffset;
    const address = core.alloc(Math.max(column.byteLength, 4)) >>> 0;
    if (address === 0) return undefined;
    copies.push({ column, address });
    return address;
  });
  for (const { column, address } of copies) new Int32Array(core.memory.buffer, address, column.length).set(column);
  return addresses;
}

function phasesOf(core: GraphExports, kind: Builtin['kind']): readonly Phase[] {
  const graph = [core.graphNumber, core.graphList, core.graphCount, core.graphSum, core.graphScatter];
  switch (kind) {
    case 'idom':
      return [...graph, core.dominatorsSearch, core.dominatorsSemi, core.dominatorsNearest];
    case 'level':
      return [...graph, core.levelsCount, core.levelsStart, core.levelsTake, core.levelsList];
    case 'scc':
      return [...graph, core.componentsSearch, core.componentsList];
  }
}

function resultColumn(core: GraphExports, column: number): Int32Array<ArrayBuffer> {
  return new Int32Array(core.memory.buffer, core.graphColumn(column) >>> 0, core.graphRows()).slice();
}
