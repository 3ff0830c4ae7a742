import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Core } from '../../src/engine/core.js';
import { computeBuiltin } from '../../src/engine/graph.js';
import { define, type Graph, type Kind, randomGraph, spreads } from './graph-cases.js';

const core = new Core({ expired: () => 0, symbols: () => 1 });

function compute(kind: Kind, { edges, nodes }: Graph): number[][] {
  const from = Int32Array.from(edges, ([x]) => x);
  const to = Int32Array.from(edges, ([, y]) => y);
  const result = computeBuiltin(core.exports, kind, [from, to], Int32Array.from(nodes));
  if ('fault' in result) throw new Error(result.fault);
  const [first, second] = result.columns;
  return Array.from(first, (x, row) => [x, second[row] ?? 0]);
}

function sorted(tuples: readonly (readonly number[])[]): string[] {
  return tuples.map((tuple) => tuple.join(' ')).sort();
}

const random = suite('graph kernels: random graphs, by definition');

for (const { name, idOf } of spreads) {
  random(name, () => {
    for (let seed = 0; seed < 400; seed++) {
      const graph = randomGraph(seed, idOf);
      const where = `seed ${seed}: ${JSON.stringify(graph)}`;
      assert.equal(sorted(compute('idom', graph)), sorted(define('idom', graph)), `idom, ${where}`);
      assert.equal(compute('level', graph), define('level', graph), `level, ${where}`);
      assert.equal(compute('scc', graph), define('scc', graph), `scc, ${where}`);
    }
  });
}

random('the cases are of every kind', () => {
  const graphs = Array.from({ length: 400 }, (_, seed) => randomGraph(seed, (index) => index));
  const count = (has: (graph: Graph) => boolean) => graphs.filter(has).length;
  assert.ok(count((graph) => define('scc', graph).some(([x, r]) => x !== r)) > 40, 'cycles');
  assert.ok(count((graph) => new Set(define('level', graph).map(([, n]) => n)).size > 3) > 40, 'long paths');
  assert.ok(count((graph) => new Set(define('idom', graph).map(([, d]) => d)).size > 2) > 40, 'dominators');
  assert.ok(count(({ edges }) => edges.some(([x, y]) => x === y)) > 40, 'self-loops');
  assert.ok(count(({ nodes }) => nodes.length > 1) > 40, 'several entries');
});

random.run();

const order = suite('graph kernels: order, duplicates, edges of no node');

order('idom: preorder, entries and edges as they come', () => {
  const edges = [
    [1, 5],
    [1, 2],
    [5, 6],
    [2, 9],
    [4, 3],
  ] as const;
  assert.equal(compute('idom', { edges, nodes: [4, 1] }), [
    [3, 4],
    [5, 1],
    [6, 5],
    [2, 1],
    [9, 2],
  ]);
});

order('idom: an entry behind another one has no dominator', () => {
  const edges = [
    [1, 2],
    [2, 3],
  ] as const;
  assert.equal(compute('idom', { edges, nodes: [1, 2] }), [[3, 2]]);
  assert.equal(compute('idom', { edges, nodes: [2, 1] }), [[3, 2]]);
});

order('scc: the first in the node column represents, wherever the search begins', () => {
  const edges = [
    [7, 3],
    [3, 5],
    [5, 3],
  ] as const;
  assert.equal(compute('scc', { edges, nodes: [7, 5, 3] }), [
    [7, 7],
    [5, 5],
    [3, 5],
  ]);
});

order('a node that comes twice is one', () => {
  const edges = [[1, 2]] as const;
  assert.equal(compute('level', { edges, nodes: [2, 1, 2] }), [
    [2, 1],
    [1, 0],
  ]);
  assert.equal(compute('scc', { edges, nodes: [2, 2] }), [[2, 2]]);
  assert.equal(compute('idom', { edges, nodes: [1, 1] }), [[2, 1]]);
});

order('level and scc: a cycle through something that is no node is none', () => {
  const edges = [
    [1, 8],
    [8, 1],
    [1, 2],
  ] as const;
  assert.equal(compute('level', { edges, nodes: [2, 1] }), [
    [2, 1],
    [1, 0],
  ]);
  assert.equal(compute('scc', { edges, nodes: [2, 1] }), [
    [2, 2],
    [1, 1],
  ]);
});

order('nothing at all', () => {
  for (const kind of ['idom', 'level', 'scc'] as const) assert.equal(compute(kind, { edges: [], nodes: [] }), []);
});

order.run();

const limits = suite('graph kernels: limits');

limits('columns in the memory of the core are read in place', () => {
  const address = core.alloc(16);
  core.words.set([1, 2, 2, 3], address >>> 2);
  const { buffer } = core.exports.memory;
  const edges: [Int32Array, Int32Array] = [new Int32Array(buffer, address, 2), new Int32Array(buffer, address + 8, 2)];
  const before = core.exports.mark();
  const result = computeBuiltin(core.exports, 'idom', edges, new Int32Array(buffer, address, 1));
  assert.equal(result, { columns: [Int32Array.of(2, 3), Int32Array.of(1, 2)] });
  assert.is(core.exports.mark(), before, 'everything is released');
});

limits('out of memory, out of time: a fault, and everything is released', () => {
  const ids = Int32Array.from({ length: 100_000 }, (_, i) => i);
  const before = core.exports.mark();
  core.exports.setLimit((before >>> 0) + 1_000_000);
  assert.equal(computeBuiltin(core.exports, 'scc', [ids, ids], ids), { fault: 'memory' });
  core.exports.setLimit(0xffff0000);
  assert.equal(
    computeBuiltin(core.exports, 'scc', [ids, ids], ids, () => true),
    { fault: 'time' },
  );
  assert.is(core.exports.mark(), before);
});

limits.run();
