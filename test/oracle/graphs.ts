import type { Builtin, Tuple, Value } from './ast.js';
import type { Relations } from './solve.js';

/**
 * The tuples of a built-in relation by its definition: reachability is asked again for every question. For levels and
 * components, an edge with an end that is no node is none.
 */
export function evaluateBuiltin(builtin: Builtin, relations: Relations): readonly Tuple[] {
  const edges = [...(relations.get(builtin.edge)?.values() ?? [])];
  const nodes = [...(relations.get(builtin.nodes)?.values() ?? [])].flatMap((tuple) => tuple.slice(0, 1));
  const within = edges.filter((edge) => edge.every((end) => nodes.includes(end)));
  switch (builtin.kind) {
    case 'dominators':
      return immediateDominators(edges, nodes);
    case 'levels':
      return levels(within, nodes);
    case 'components':
      return components(within, nodes);
  }
}

/** `d` dominates `x` where `x` is reached, but not without passing `d`; the immediate one is dominated by all others. */
function immediateDominators(edges: readonly Tuple[], entries: readonly Value[]): Tuple[] {
  const reached = [...reachable(edges, entries)];
  const dominators = new Map(reached.map((x) => [x, new Set<Value>()]));
  for (const d of reached) {
    const without = reachable(
      avoiding(edges, d),
      entries.filter((entry) => entry !== d),
    );
    for (const x of reached) if (x !== d && !without.has(x)) dominators.get(x)?.add(d);
  }
  const found: Tuple[] = [];
  for (const [x, strict] of dominators)
    for (const d of strict) if ([...strict].every((e) => e === d || dominators.get(d)?.has(e))) found.push([x, d]);
  return found;
}

/** The longest way to each node from one without predecessors; none where a cycle comes first, which makes it endless. */
function levels(edges: readonly Tuple[], nodes: readonly Value[]): Tuple[] {
  const onCycle = nodes.filter((x) => reachable(edges, successors(edges, x)).has(x));
  const endless = reachable(edges, onCycle);
  const longest = (x: Value): number =>
    edges.reduce((most, [from = 0, to]) => (to === x ? Math.max(most, longest(from) + 1) : most), 0);
  return nodes.filter((x) => !endless.has(x)).map((x) => [x, longest(x)]);
}

/** Two nodes are in one component where each reaches the other; the first of them in `nodes` stands for it. */
function components(edges: readonly Tuple[], nodes: readonly Value[]): Tuple[] {
  const from = new Map(nodes.map((x) => [x, reachable(edges, [x])]));
  return nodes.map((x) => {
    const first = nodes.find((r) => from.get(x)?.has(r) && from.get(r)?.has(x));
    return [x, first ?? x];
  });
}

function reachable(edges: readonly Tuple[], starts: readonly Value[]): Set<Value> {
  const seen = new Set(starts);
  for (const x of seen) for (const y of successors(edges, x)) seen.add(y);
  return seen;
}

function successors(edges: readonly Tuple[], x: Value): Value[] {
  return edges.flatMap(([from, to]) => (from === x && to !== undefined ? [to] : []));
}

function avoiding(edges: readonly Tuple[], d: Value): Tuple[] {
  return edges.filter(([from, to]) => from !== d && to !== d);
}
