import type { Builtin } from '../../src/datalog/ir.js';
import { Chance } from '../oracle/chance.js';

export type Kind = Builtin['kind'];
export type Edge = readonly [from: number, to: number];

/** A graph with ids as they come, and its nodes: the entries for `idom`. */
export interface Graph {
  readonly edges: readonly Edge[];
  readonly nodes: readonly number[];
}

/**
 * Random graphs over up to a dozen ids: from sparse to dense, cyclic or not, with self-loops, edges that come twice,
 * nodes that nothing reaches, ends of edges that are no nodes, and no edges or nodes at all. `idOf` spreads the ids.
 */
export function randomGraph(seed: number, idOf: (index: number) => number): Graph {
  const chance = new Chance(seed);
  const count = chance.between(1, 12);
  const acyclic = chance.percent(45);
  const edges: Edge[] = [];
  // Where most nodes follow the one before, paths are long and dominators many.
  const following = chance.pick([0, 0, 60, 90]);
  for (let i = 1; i < count; i++) if (chance.percent(following)) edges.push([idOf(i - 1), idOf(i)]);
  for (let i = chance.below(count * chance.between(1, 3) + 1); i > 0; i--) {
    const [x, y] = [chance.below(count), chance.below(count)];
    if (!acyclic) edges.push([idOf(x), idOf(y)]);
    else if (x !== y) edges.push([idOf(Math.min(x, y)), idOf(Math.max(x, y))]);
  }
  const repeated = edges.slice(0, chance.below(3));
  const ids = Array.from({ length: count }, (_, index) => idOf(index));
  return { edges: chance.shuffled([...edges, ...repeated]), nodes: pickNodes(chance, ids) };
}

/** Which of the ids are nodes, or entries: often the first alone, often all. */
function pickNodes(chance: Chance, ids: readonly number[]): number[] {
  if (chance.percent(45)) return ids.slice(0, 1);
  return chance.shuffled(ids).slice(0, chance.percent(70) ? ids.length : chance.below(ids.length + 1));
}

/** Ids as they might be: dense; with gaps that a table bridges; and far apart, up to the greatest word. */
export const spreads: readonly { readonly name: string; readonly idOf: (index: number) => number }[] = [
  { name: 'dense ids', idOf: (index) => index },
  { name: 'ids with gaps', idOf: (index) => 700 - index * 53 },
  { name: 'ids far apart', idOf: (index) => Math.imul(index + 1, 0x9e3779b1) },
  { name: 'the greatest ids', idOf: (index) => -1 - index },
];

// ------------------------------------------------------------------------------------------- the definitions, word by word

/** The tuples of a built-in relation, in order of the nodes; of `idom` in no order in particular. */
export function define(kind: Kind, graph: Graph): [number, number][] {
  if (kind === 'idom') return immediateDominators(graph);
  const nodes = new Set(graph.nodes);
  const edges = graph.edges.filter(([x, y]) => nodes.has(x) && nodes.has(y));
  return kind === 'level' ? levels({ edges, nodes: [...nodes] }) : components({ edges, nodes: [...nodes] });
}

function reach(edges: readonly Edge[], starts: readonly number[]): Set<number> {
  const found = new Set(starts);
  for (const x of found) for (const [from, to] of edges) if (from === x) found.add(to);
  return found;
}

function immediateDominators({ edges, nodes }: Graph): [number, number][] {
  const reached = [...reach(edges, nodes)];
  const dominated = new Map(reached.map((d) => [d, dominatedBy(d, { edges, nodes }, reached)]));
  const dominates = (d: number, x: number) => dominated.get(d)?.has(x) ?? false;
  return reached.flatMap((x) => {
    const dominators = reached.filter((d) => dominates(d, x));
    return dominators
      .filter((d) => dominators.every((e) => e === d || dominates(e, d)))
      .map((d): [number, number] => [x, d]);
  });
}

/** What is no longer reached when `d` is taken away. */
function dominatedBy(d: number, { edges, nodes }: Graph, reached: readonly number[]): Set<number> {
  const without = reach(
    edges.filter(([x, y]) => x !== d && y !== d),
    nodes.filter((x) => x !== d),
  );
  return new Set(reached.filter((x) => x !== d && !without.has(x)));
}

function levels({ edges, nodes }: Graph): [number, number][] {
  const follow = (x: number) => edges.flatMap(([from, to]) => (from === x ? [to] : []));
  const cyclic = nodes.filter((x) => reach(edges, follow(x)).has(x));
  const endless = reach(edges, cyclic);
  const level = (x: number): number =>
    Math.max(0, ...edges.flatMap(([from, to]) => (to === x ? [level(from) + 1] : [])));
  return nodes.filter((x) => !endless.has(x)).map((x) => [x, level(x)]);
}

function components({ edges, nodes }: Graph): [number, number][] {
  const leads = new Map(nodes.map((x) => [x, reach(edges, [x])]));
  return nodes.map((x) => [x, nodes.find((r) => leads.get(x)?.has(r) && leads.get(r)?.has(x)) ?? x]);
}
