import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type FlowGraph, immediateDominators } from '../../bench/cooper-harvey-kennedy.js';
import { millionNodes, millionSum } from '../../bench/million.js';
import type { Builtin } from '../../src/datalog/ir.js';
import { Core } from '../../src/engine/core.js';
import { computeBuiltin } from '../../src/engine/graph.js';
import { Chance } from '../oracle/chance.js';

// Depth and size: no stack may grow with the input, and no time with its square (which here would be hours).

const core = new Core({ expired: () => 0, symbols: () => 1 });

/** Values by node; -1 where a node has no tuple. */
function compute(kind: Builtin['kind'], { nodes, from, to, root }: FlowGraph): Int32Array {
  const listed = kind === 'idom' ? Int32Array.of(root) : Int32Array.from({ length: nodes }, (_, x) => x);
  const result = computeBuiltin(core.exports, kind, [from, to], listed);
  if ('fault' in result) throw new Error(result.fault);
  const [keys, values] = result.columns;
  const byNode = new Int32Array(nodes).fill(-1);
  keys.forEach((x, row) => {
    byNode[x] = values[row] ?? 0;
  });
  return byNode;
}

function sum(values: Int32Array): number {
  let total = 0;
  for (const value of values) if (value > 0) total += value;
  return total;
}

const shapes = suite('graph kernels: large graphs');
const million = 1_000_000;

function chain(length: number): FlowGraph {
  const from = Int32Array.from({ length: length - 1 }, (_, x) => x);
  return { nodes: length, from, to: from.map((x) => x + 1), root: 0 };
}

shapes('a chain of a million nodes', () => {
  const graph = chain(million);
  const before = Int32Array.from({ length: million }, (_, x) => x - 1);
  assert.equal(compute('idom', graph), before);
  assert.is(sum(compute('level', graph)), (million * (million - 1)) / 2);
  assert.is(sum(compute('scc', graph)), (million * (million - 1)) / 2);
});

shapes('a cycle of a million nodes', () => {
  const open = chain(million);
  const closed = {
    ...open,
    from: joined(open.from, Int32Array.of(million - 1)),
    to: joined(open.to, Int32Array.of(0)),
  };
  assert.equal(
    compute('idom', closed),
    Int32Array.from({ length: million }, (_, x) => x - 1),
  );
  assert.ok(compute('level', closed).every((level) => level === -1));
  assert.ok(compute('scc', closed).every((representative) => representative === 0));
});

function joined(a: Int32Array, b: Int32Array): Int32Array {
  const both = new Int32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

shapes('ids far apart, a hundred thousand of them', () => {
  const length = 100_000;
  const ids = Int32Array.from({ length }, (_, x) => Math.imul(x + 1, 0x9e3779b1));
  const edges: [Int32Array, Int32Array] = [ids.subarray(0, length - 1), ids.subarray(1)];
  assert.equal(computeBuiltin(core.exports, 'idom', edges, ids.subarray(0, 1)), { columns: [edges[1], edges[0]] });
});

shapes('a long chain whose begin and end both lead to many nodes', () => {
  const half = million / 2;
  const leaves = Int32Array.from({ length: half }, (_, i) => half + i);
  const spine = chain(half);
  const from = joined(spine.from, joined(new Int32Array(half).fill(half - 1), new Int32Array(half).fill(1)));
  const to = joined(spine.to, joined(leaves, leaves));
  const dominators = compute('idom', { nodes: million, from, to, root: 0 });
  assert.ok(dominators.subarray(half).every((d) => d === 1));
});

shapes('a chain with many edges back', () => {
  const length = 200_000;
  const spine = chain(length);
  const chance = new Chance(3);
  const backFrom = Int32Array.from({ length: 3 * length }, () => chance.below(length));
  const graph = {
    ...spine,
    from: joined(spine.from, backFrom),
    to: joined(
      spine.to,
      backFrom.map((x) => chance.below(x + 1)),
    ),
  };
  assert.equal(
    compute('idom', graph),
    Int32Array.from({ length }, (_, x) => x - 1),
  );
});

shapes('random graphs of thousands of nodes, by Cooper, Harvey and Kennedy', () => {
  for (let seed = 0; seed < 40; seed++) {
    const graph = randomFlow(seed);
    assert.equal(compute('idom', graph), immediateDominators(graph), `seed ${seed}`);
  }
});

/** Mostly short edges ahead, some back, so that the dominator tree is deep and its nodes are not only the root's. */
function randomFlow(seed: number): FlowGraph {
  const chance = new Chance(seed);
  const nodes = chance.between(1000, 5000);
  const edges = nodes * chance.between(1, 3);
  const ends = Array.from({ length: edges }, () => {
    const x = chance.below(nodes);
    const near = Math.min(nodes - 1, x + 1 + chance.below(8));
    return chance.percent(10) ? [near, x] : chance.percent(1) ? [x, chance.below(nodes)] : [x, near];
  });
  return { nodes, from: Int32Array.from(ends, ([x = 0]) => x), to: Int32Array.from(ends, ([, y = 0]) => y), root: 0 };
}

shapes('a million nodes, two and a half million edges', () => {
  const graph = millionNodes();
  const dominators = compute('idom', graph);
  assert.is(sum(dominators), millionSum);
  assert.equal(dominators, immediateDominators(graph));
});

shapes.run();
