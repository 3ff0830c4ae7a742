import {
  type Aggregate,
  atom,
  compare,
  type Declaration,
  type Literal,
  not,
  type Rule,
  type Term,
  type Tuple,
  type Type,
  variable,
  wildcard,
} from './ast.js';
import { Chance } from './chance.js';
import type { Case } from './random.js';

/**
 * A random program about paths in graphs of some hundred edges. Its relations grow to thousands of tuples, enough for the
 * engine's means for large ones: rows of bits, edges passed on along, bodies split in two.
 */
export function randomGraphCase(seed: number): Case {
  const chance = new Chance(seed);
  const graph = randomGraph(chance);
  const name = numbering(chance);
  const type: Type = typeof name(0) === 'string' ? 'symbol' : 'number';
  const binary = (relation: string, input: boolean): Declaration => declare(relation, input, type, 2);
  const marks = ['s', 'b'].map((relation) => declare(relation, true, type, 1));
  const edges = [binary('e', true), binary('f', true)];
  const paths = ['p', 'q'].map((relation) => binary(relation, chance.percent(15)));
  const rules = paths.flatMap((head) => [baseRule(chance, head), ...recursiveRules(chance, head, edges, paths)]);
  const results = [declare('r', false, type, 2), { ...declare('n', false, type, 2), columns: counted(type) }];
  rules.push(...resultRules(chance));
  const facts = new Map<string, readonly Tuple[]>([
    ['e', graph.edges.map(([from, to]) => [name(from), name(to)])],
    ['f', sample(chance, graph.edges, 85).map(([from, to]) => [name(to), name(from)])],
    ['s', sample(chance, nodesUpTo(graph.nodes), chance.between(2, 30)).map((node) => [name(node)])],
    ['b', sample(chance, nodesUpTo(graph.nodes), 15).map((node) => [name(node)])],
    ...paths.filter(({ input }) => input).map((path): [string, Tuple[]] => [path.name, [[name(0), name(1)]]]),
  ]);
  const declarations = [...marks, ...edges, ...paths, ...results];
  return { seed, program: { declarations, rules: chance.shuffled(rules) }, facts };
}

function declare(name: string, input: boolean, type: Type, arity: number): Declaration {
  const columns = Array.from({ length: arity }, (_, i) => ({ name: `c${i}`, type }));
  return { name, columns, input, equivalence: false, builtin: null };
}

function counted(type: Type): Declaration['columns'] {
  return [
    { name: 'c0', type },
    { name: 'c1', type: 'number' },
  ];
}

interface Graph {
  readonly nodes: number;
  readonly edges: readonly (readonly [number, number])[];
}

function randomGraph(chance: Chance): Graph {
  const random = (nodes: number, edges: number): Graph => ({
    nodes,
    edges: Array.from({ length: edges }, () => [chance.below(nodes), chance.below(nodes)] as const),
  });
  const forward = ({ nodes, edges }: Graph): Graph => ({
    nodes,
    edges: edges.flatMap(([a, b]) => (a === b ? [] : [[Math.min(a, b), Math.max(a, b)] as const])),
  });
  switch (chance.below(5)) {
    case 0:
      return random(chance.between(25, 45), 600);
    case 1:
      return random(600, 620);
    case 2:
      return forward(random(chance.between(60, 90), 540));
    case 3:
      return chains(75, chance.between(7, 9), false);
    default:
      return chains(75, chance.between(7, 9), true);
  }
}

/** Chains of the same length one beside the other, closed to rings or not. */
function chains(count: number, length: number, closed: boolean): Graph {
  const edges: [number, number][] = [];
  for (let chain = 0; chain < count; chain++) {
    const first = chain * length;
    for (let i = 0; i + 1 < length; i++) edges.push([first + i, first + i + 1]);
    if (closed) edges.push([first + length - 1, first]);
  }
  return { nodes: count * length, edges };
}

/** How nodes are named: numbers in a row, around zero, all over the 32 bits, or symbols. */
function numbering(chance: Chance): (node: number) => number | string {
  const ways = [
    (node: number) => node,
    (node: number) => node,
    (node: number) => node - 50,
    (node: number) => Math.imul(node + 1, 0x9e3779b1),
    (node: number) => `n${node}`,
  ];
  return chance.pick(ways);
}

function nodesUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, node) => node);
}

function sample<T>(chance: Chance, items: readonly T[], percent: number): T[] {
  return items.filter(() => chance.percent(percent));
}

const [X, Y] = [variable('x0'), variable('x1')];

function baseRule(chance: Chance, { name }: Declaration): Rule {
  const bases: readonly (readonly Literal[])[] = [
    [atom('e', X, Y)],
    [atom('e', X, Y)],
    [atom('e', X, Y), atom('s', X)],
    [atom('f', X, Y), not('b', Y)],
    [atom('s', X), compare(X, '=', Y)],
  ];
  return { heads: [{ relation: name, args: [X, Y] }], body: chance.pick(bases) };
}

/**
 * Rules along a path of two or three atoms, one of them of the head's own stratum. Most are walked forward with that atom
 * at an end, so that one column of the head is passed on as it is; the others are walked in any direction.
 */
function recursiveRules(
  chance: Chance,
  head: Declaration,
  edges: readonly Declaration[],
  paths: readonly Declaration[],
): Rule[] {
  return Array.from({ length: chance.between(1, 2) }, () => {
    const length = chance.percent(78) ? 2 : 3;
    const passing = chance.percent(60);
    const own = passing ? chance.pick([0, length - 1]) : chance.below(length);
    const turned = (ends: [Term, Term]): Term[] => (!passing && chance.percent(40) ? ends.reverse() : ends);
    const body: Literal[] = [];
    for (let i = 0; i < length; i++) {
      const self = chance.percent(75) ? head : chance.pick(paths);
      const { name } = i === own || chance.percent(7) ? self : chance.pick(edges);
      body.push(atom(name, ...turned([variable(`x${i}`), variable(`x${i + 1}`)])));
    }
    if (chance.percent(45)) body.push(restriction(chance, length));
    const args = turned([X, variable(`x${length}`)]);
    return { heads: [{ relation: head.name, args }], body: chance.shuffled(body) };
  });
}

function restriction(chance: Chance, length: number): Literal {
  const some = variable(`x${chance.below(length + 1)}`);
  switch (chance.below(5)) {
    case 0:
      return not('b', some);
    case 1:
      return atom('b', some);
    case 2:
      return compare(X, chance.pick(['<', '<=', '!=']), variable(`x${length}`));
    case 3:
      return not('f', some, chance.percent(50) ? wildcard : X);
    default:
      return compare(X, '!=', variable(`x${length}`));
  }
}

/** What reads the finished paths: negation, and a count for each node. */
function resultRules(chance: Chance): Rule[] {
  const args = [X, Y];
  const fanOut: Aggregate = {
    kind: 'aggregate',
    op: 'count',
    type: 'number',
    value: null,
    body: [atom('p', X, wildcard)],
  };
  const fanIn: Aggregate = { ...fanOut, body: [atom('q', variable('w'), X), not('p', X, variable('w'))] };
  return [
    {
      heads: [{ relation: 'r', args }],
      body: [atom('p', ...args), chance.percent(50) ? not('q', ...args) : not('q', Y, X)],
    },
    { heads: [{ relation: 'n', args: [X, Y] }], body: [atom('e', X, wildcard), compare(Y, '=', fanOut)] },
    { heads: [{ relation: 'n', args: [X, Y] }], body: [atom('b', X), compare(Y, '=', fanIn)] },
  ];
}
