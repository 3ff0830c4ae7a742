/**
 * Immediate dominators as a plain TypeScript loop over typed arrays: Cooper, Harvey and Kennedy, "A simple, fast dominance
 * algorithm" (2001). What the kernel of the core is measured against, and compared with where the definition is too slow.
 */
export interface FlowGraph {
  /** Nodes are 0 … nodes - 1. */
  readonly nodes: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly root: number;
}

interface Rows {
  readonly offsets: Int32Array;
  readonly values: Int32Array;
}

const NONE = -1;

/** By node: its immediate dominator, or -1 where it is the root or not reached. */
export function immediateDominators(graph: FlowGraph): Int32Array {
  const successors = compress(graph.nodes, graph.from, graph.to);
  const predecessors = compress(graph.nodes, graph.to, graph.from);
  const order = postorder(graph, successors);
  const place = new Int32Array(graph.nodes).fill(NONE);
  order.forEach((node, i) => {
    place[node] = i;
  });
  const dominator = new Int32Array(graph.nodes).fill(NONE);
  dominator[graph.root] = graph.root;
  while (improve(order, place, predecessors, dominator));
  dominator[graph.root] = NONE;
  return dominator;
}

/** Values grouped by key, in the order in which they come. */
function compress(nodes: number, keys: Int32Array, values: Int32Array): Rows {
  const offsets = new Int32Array(nodes + 1);
  for (const key of keys) offsets[key + 1] = (offsets[key + 1] ?? 0) + 1;
  for (let x = 0; x < nodes; x++) offsets[x + 1] = (offsets[x + 1] ?? 0) + (offsets[x] ?? 0);
  const next = offsets.slice(0, nodes);
  const grouped = new Int32Array(values.length);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] ?? 0;
    const at = next[key] ?? 0;
    grouped[at] = values[i] ?? 0;
    next[key] = at + 1;
  }
  return { offsets, values: grouped };
}

/** The nodes that the root reaches; it is the last. */
function postorder({ nodes, root }: FlowGraph, { offsets, values }: Rows): Int32Array {
  const next = offsets.slice(0, nodes);
  const seen = new Uint8Array(nodes);
  const path = new Int32Array(nodes);
  const order = new Int32Array(nodes);
  let length = 1;
  let done = 0;
  path[0] = root;
  seen[root] = 1;
  while (length > 0) {
    const x = path[length - 1] ?? 0;
    const edge = next[x] ?? 0;
    if (edge === offsets[x + 1]) {
      order[done++] = x;
      length--;
      continue;
    }
    next[x] = edge + 1;
    const y = values[edge] ?? 0;
    if (seen[y] === 1) continue;
    seen[y] = 1;
    path[length++] = y;
  }
  return order.subarray(0, done);
}

/** One pass in reverse postorder; true where it changed something. */
function improve(order: Int32Array, place: Int32Array, predecessors: Rows, dominator: Int32Array): boolean {
  let changed = false;
  for (let i = order.length - 2; i >= 0; i--) {
    const x = order[i] ?? 0;
    let common = NONE;
    for (let k = predecessors.offsets[x] ?? 0; k < (predecessors.offsets[x + 1] ?? 0); k++) {
      const p = predecessors.values[k] ?? 0;
      if (dominator[p] === NONE) continue;
      common = common === NONE ? p : intersect(p, common, place, dominator);
    }
    if (dominator[x] === common) continue;
    dominator[x] = common;
    changed = true;
  }
  return changed;
}

function intersect(a: number, b: number, place: Int32Array, dominator: Int32Array): number {
  let x = a;
  let y = b;
  while (x !== y) {
    while ((place[x] ?? 0) < (place[y] ?? 0)) x = dominator[x] ?? 0;
    while ((place[y] ?? 0) < (place[x] ?? 0)) y = dominator[y] ?? 0;
  }
  return x;
}
