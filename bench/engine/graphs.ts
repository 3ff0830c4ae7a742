import { Chance } from '../../test/oracle/chance.js';

/** Facts of relations by name, each as one array a column. */
export type FactSet = ReadonlyMap<string, readonly Int32Array[]>;

/** The facts of the workloads: random graphs of fixed seeds, so that every run and every engine sees the same ones. */

/** Rows without repetitions, of two values below `bound` that are told apart. */
class Pairs {
  readonly from: number[] = [];
  readonly to: number[] = [];
  private readonly seen = new Set<number>();

  constructor(private readonly bound: number) {}

  get size(): number {
    return this.from.length;
  }

  add(a: number, b: number): void {
    const key = a * this.bound + b;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.from.push(a);
    this.to.push(b);
  }

  columns(): Int32Array[] {
    return [Int32Array.from(this.from), Int32Array.from(this.to)];
  }
}

/** Edges from smaller to greater nodes. */
export function randomDag(seed: number, nodes: number, edges: number): FactSet {
  const chance = new Chance(seed);
  const pairs = new Pairs(nodes);
  while (pairs.size < edges) {
    const [a, b] = [chance.below(nodes), chance.below(nodes)];
    if (a !== b) pairs.add(Math.min(a, b), Math.max(a, b));
  }
  return new Map([['edge', pairs.columns()]]);
}

/** A chain with some edges that skip two to ten nodes. */
export function chainWithSkips(seed: number, nodes: number, skips: number): FactSet {
  const chance = new Chance(seed);
  const pairs = new Pairs(nodes);
  for (let x = 0; x + 1 < nodes; x++) pairs.add(x, x + 1);
  while (pairs.size < nodes - 1 + skips) {
    const from = chance.below(nodes - 12);
    pairs.add(from, from + 2 + chance.below(9));
  }
  return new Map([['edge', pairs.columns()]]);
}

/**
 * Nodes in layers, edges to one of the next five layers, mostly the next; a part of the nodes are sources, sanitizers and
 * sinks, and a few of the first layers labelled sources.
 */
export function layers(seed: number, count: number, width: number, edges: number): FactSet {
  const chance = new Chance(seed);
  const nodes = count * width;
  const pairs = new Pairs(nodes);
  while (pairs.size < edges) {
    const from = chance.below(nodes);
    const layer = Math.floor(from / width) + (chance.percent(80) ? 1 : 2 + chance.below(4));
    if (layer < count) pairs.add(from, layer * width + chance.below(width));
  }
  const some = (amount: number, among: number): number[] => {
    const chosen = new Set<number>();
    while (chosen.size < amount) chosen.add(chance.below(among));
    return [...chosen];
  };
  const sorted = (amount: number) => [Int32Array.from(some(amount, nodes).sort((a, b) => a - b))];
  return new Map([
    ['edge', pairs.columns()],
    ['source', sorted(nodes / 100)],
    ['sanitizer', sorted(nodes / 20)],
    ['sink', sorted(nodes / 100)],
    ['lsource', [Int32Array.from(some(24, 3 * width))]],
  ]);
}

/** A tree of growing generations, in which one in twenty has a second parent. */
export function generations(seed: number, depth: number): FactSet {
  const chance = new Chance(seed);
  const parents: number[] = [];
  const children: number[] = [];
  let above = [0];
  let next = 1;
  for (let generation = 1; generation <= depth; generation++) {
    const here = Array.from({ length: 3 ** generation }, () => next++);
    for (const child of here) {
      const parent = chance.pick(above);
      parents.push(parent);
      children.push(child);
      // Asked for in any case, so that the sequence of chances does not depend on the size of a generation.
      if (!chance.percent(5) || above.length === 1) continue;
      const second = chance.pick(above);
      if (second === parent) continue;
      parents.push(second);
      children.push(child);
    }
    above = here;
  }
  return new Map([['parent', [Int32Array.from(parents), Int32Array.from(children)]]]);
}

/** Instructions of a program for points-to analysis: variables, and heap objects that are variables too. */
export function instructions(seed: number, variables: number, objects: number): FactSet {
  const chance = new Chance(seed);
  const relation = (rows: number, second: () => number): Int32Array[] => {
    const pairs = new Pairs(variables + objects + 1);
    while (pairs.size < rows) {
      const [a, b] = [chance.below(variables), second()];
      if (a !== b) pairs.add(a, b);
    }
    return pairs.columns();
  };
  const variable = () => chance.below(variables);
  const part = (share: number) => Math.round(variables * share);
  return new Map([
    ['addr', relation(part(0.5), () => variables + chance.below(objects))],
    ['assign', relation(part(0.875), variable)],
    ['load', relation(part(1 / 15), variable)],
    ['store', relation(part(1 / 15), variable)],
  ]);
}

/** A flow graph from node 0: edges go a little ahead, few of them back. */
export function flowGraph(seed: number, nodes: number, edges: number): FactSet {
  const chance = new Chance(seed);
  const pairs = new Pairs(nodes);
  for (let x = 1; x < nodes; x++) pairs.add(Math.max(0, x - 1 - chance.below(20)), x);
  while (pairs.size < edges) {
    const from = chance.below(nodes);
    const to = from + 1 + chance.below(30);
    if (to >= nodes) continue;
    if (!chance.percent(5)) pairs.add(from, to);
    else if (from !== 0) pairs.add(to, from);
  }
  return new Map([
    ['edge', pairs.columns()],
    ['root', [Int32Array.of(0)]],
  ]);
}

/** Many small workflows, keyed by their numbers: tasks, sources, gates, sinks and the entry, task 0. */
export function workflows(seed: number, count: number, tasks: number): FactSet {
  const chance = new Chance(seed);
  const rows = new Map<string, number[][]>(['edge', 'source', 'gate', 'sink', 'entry'].map((name) => [name, []]));
  const add = (name: string, ...row: number[]) => rows.get(name)?.push(row);
  for (let w = 0; w < count; w++) {
    add('entry', w, 0);
    taskEdges(chance, tasks, (from, to) => add('edge', w, from, to));
    const sources = new Set([0]);
    if (chance.percent(70)) sources.add(1 + chance.below(4));
    for (const task of sources) add('source', w, task);
    const gates = new Set<number>();
    for (const wanted = chance.below(4); gates.size < wanted; ) gates.add(1 + chance.below(tasks - 2));
    for (const task of gates) add('gate', w, task);
    const sinks = new Set([tasks - 1]);
    if (chance.percent(50)) sinks.add(6 + chance.below(5));
    for (const task of sinks) add('sink', w, task);
  }
  return new Map([...rows].map(([name, list]) => [name, columnsOf(list)]));
}

function taskEdges(chance: Chance, tasks: number, add: (from: number, to: number) => void): void {
  const pairs = new Pairs(tasks);
  for (let task = 1; task < tasks; task++)
    for (let edges = 1 + chance.below(2.5); edges > 0; edges--)
      pairs.add(Math.max(0, task - 1 - chance.below(4)), task);
  pairs.from.forEach((from, i) => {
    add(from, pairs.to[i] ?? 0);
  });
}

function columnsOf(rows: readonly (readonly number[])[]): Int32Array[] {
  return (rows[0] ?? []).map((_, c) => Int32Array.from(rows, (row) => row[c] ?? 0));
}
