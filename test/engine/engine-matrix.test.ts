import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fail, run } from './evaluate.js';
import { generator } from './storage.js';

const test = suite('engine: matrices');

type Pair = readonly [number, number];

function randomEdges(seed: number, nodes: number, count: number): Pair[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => [random(nodes), random(nodes)] as const);
}

/** All (x, y) with a path of `edges` from x to y, by one search a node; `allowed` are the steps that may be taken for x. */
function closure(edges: readonly Pair[], allowed: (x: number, to: number) => boolean = () => true): Pair[] {
  const next = new Map<number, number[]>();
  for (const [x, y] of edges) next.set(x, [...(next.get(x) ?? []), y]);
  return [...next.keys()].flatMap((x) => {
    const seen = new Set((next.get(x) ?? []).filter((y) => allowed(x, y)));
    for (const y of seen) for (const z of next.get(y) ?? []) if (allowed(x, z)) seen.add(z);
    return [...seen].map((y): Pair => [x, y]);
  });
}

const DECLARATIONS = `
  .decl edge(x: number, y: number)  .input edge
  .decl closed(x: number)           .input closed
  .decl path(x: number, y: number)  .output path
`;

// A sparse graph, one with large components, one whose numbers run against its direction.
const graphs: readonly (readonly [string, readonly Pair[]])[] = [
  ['sparse', randomEdges(1, 900, 800)],
  ['cyclic', randomEdges(2, 200, 700)],
  ['descending', Array.from({ length: 700 }, (_, i) => [i + 1, i] as const)],
];

for (const [name, edge] of graphs) {
  test(`closure of a ${name} graph, either column passed on`, () => {
    const expected = closure(edge);
    const input = { edge };
    run(`${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z).`, input).expect(
      'path',
      expected,
    );
    run(`${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z) :- edge(x, y), path(y, z).`, input).expect(
      'path',
      expected,
    );
    run(`${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z) :- path(x, y), path(y, z).`, input).expect(
      'path',
      expected,
    );
  });

  test(`steps with negation and inequality in a ${name} graph`, () => {
    const blocked = new Set([3, 50, 77]);
    const allowed = (x: number, to: number) => !blocked.has(to) && to !== x;
    const text = `${DECLARATIONS}
      path(x, y) :- edge(x, y), !closed(y), x != y.
      path(x, z) :- path(x, y), edge(y, z), !closed(z), z != x.
    `;
    run(text, { edge, closed: [...blocked].map((x) => [x]) }).expect('path', closure(edge, allowed));
  });
}

test('rows of labels come from outside, steps with and without inequality in one relation', () => {
  const edge = randomEdges(3, 300, 900);
  const text = `${DECLARATIONS}
    .decl mark(x: number, y: number)  .output mark
    mark(y, 70000) :- edge(0, y).
    mark(y, x) :- edge(x, y), x < 20.
    mark(z, x) :- mark(y, x), edge(y, z), z != x.
    mark(z, x) :- mark(y, x), edge(z, y), y < z, z > 250.
  `;
  const marks = new Map<string, Pair>();
  const queue: Pair[] = [];
  const add = (node: number, label: number) => {
    if (marks.has(`${node},${label}`)) return;
    marks.set(`${node},${label}`, [node, label]);
    queue.push([node, label]);
  };
  for (const [x, y] of edge) {
    if (x === 0) add(y, 70_000);
    if (x < 20) add(y, x);
  }
  for (const [node, label] of queue) {
    for (const [x, y] of edge) {
      if (x === node && y !== label) add(y, label);
      if (y === node && y < x && x > 250) add(x, label);
    }
  }
  run(text, { edge }).expect('mark', [...marks.values()]);
});

/** Points-to sets of Andersen's analysis, by rounds over everything. */
function pointsTo(facts: Readonly<Record<'addr' | 'assign' | 'load' | 'store', readonly Pair[]>>): Pair[] {
  const sets = new Map<number, Set<number>>();
  const of = (p: number) => sets.get(p) ?? new Set<number>();
  let changed = true;
  const add = (p: number, objects: Iterable<number>) => {
    const set = of(p);
    sets.set(p, set);
    for (const object of [...objects]) {
      if (set.has(object)) continue;
      set.add(object);
      changed = true;
    }
  };
  while (changed) {
    changed = false;
    for (const [p, object] of facts.addr) add(p, [object]);
    for (const [p, q] of facts.assign) add(p, of(q));
    for (const [p, q] of facts.load) for (const r of of(q)) add(p, of(r));
    for (const [p, q] of facts.store) for (const object of of(p)) add(object, of(q));
  }
  return [...sets].flatMap(([p, set]) => [...set].map((object): Pair => [p, object]));
}

test('edges that are derived from the relation itself (Andersen)', () => {
  const facts = {
    addr: randomEdges(4, 300, 150),
    assign: randomEdges(5, 300, 350),
    load: randomEdges(6, 300, 60),
    store: randomEdges(7, 300, 60),
  };
  const text = `
    .decl addr(p: number, o: number)    .input addr
    .decl assign(p: number, q: number)  .input assign
    .decl load(p: number, q: number)    .input load
    .decl store(p: number, q: number)   .input store
    .decl pt(p: number, o: number)      .output pt
    pt(p, o) :- addr(p, o).
    pt(p, o) :- assign(p, q), pt(q, o).
    pt(p, o) :- load(p, q), pt(q, r), pt(r, o).
    pt(o, s) :- store(p, q), pt(p, o), pt(q, s).
  `;
  const expected = pointsTo(facts);
  assert.ok(expected.length > 2000);
  run(text, facts).expect('pt', expected);
});

test('later strata read a matrix by scan, join, negation and aggregate', () => {
  const edge = randomEdges(8, 200, 600);
  const text = `${DECLARATIONS}
    .decl copy(x: number, y: number)   .output copy
    .decl two(x: number)               .output two
    .decl never(x: number, y: number)  .output never
    .decl reach(x: number, n: number)  .output reach
    path(x, y) :- edge(x, y).
    path(x, z) :- path(x, y), edge(y, z).
    never(x, y) :- edge(x, y), !path(y, x).
    copy(y, x) :- path(x, y), x < 5.
    two(y) :- path(1, x), path(x, y).
    reach(x, n) :- edge(x, _), n = count : { path(x, _) }.
  `;
  const path = closure(edge);
  const has = new Set(path.map(String));
  const evaluated = run(text, { edge });
  evaluated.expect(
    'copy',
    path.filter(([x]) => x < 5).map(([x, y]) => [y, x]),
  );
  const distinct = new Map(edge.filter(([x, y]) => !has.has(String([y, x]))).map((pair) => [String(pair), pair]));
  evaluated.expect('never', [...distinct.values()]);
  const first = path.filter(([x]) => x === 1).map(([, y]) => y);
  evaluated.expect(
    'two',
    [...new Set(path.filter(([x]) => first.includes(x)).map(([, y]) => y))].map((y) => [y]),
  );
  const counts = new Map<number, number>();
  for (const [x] of path) counts.set(x, (counts.get(x) ?? 0) + 1);
  evaluated.expect('reach', [...counts]);
  assert.ok(evaluated.result.relation('path')?.has(...(path[0] ?? [])));
  assert.not.ok(evaluated.result.relation('path')?.has(-1, 70_000_000));
});

test('values that come late and do not fit change the store on the way', () => {
  const edge = [...randomEdges(9, 150, 600), [5, 6] as const];
  const far = 5_000_000;
  for (const key of [
    `path(x, ${far}) :- path(x, 6).`,
    `path(${far}, y) :- path(5, y).`,
    `path(x, y + ${far}) :- path(x, y), x = 5, y < ${far}.`,
  ]) {
    const text = `${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z). ${key}`;
    const plain = `${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z + 0) :- path(x, y), edge(y, z). ${key}`;
    const rows = run(plain, { edge }).rows('path');
    run(text, { edge }).expect('path', rows);
  }
});

test('labels that come late widen the rows', () => {
  const edge = randomEdges(10, 800, 1600);
  const text = (step: string) => `${DECLARATIONS}
    path(x, y) :- edge(x, y), x < 4.
    path(z, z) :- path(_, y), edge(y, z).
    path(x, z) :- ${step}.
  `;
  const rows = run(text('path(x, y), edge(y, w), z = w + 0'), { edge }).rows('path');
  assert.ok(new Set(rows.map(([x]) => x)).size > 256);
  run(text('path(x, y), edge(y, z)'), { edge }).expect('path', rows);
});

test('rows that wait when others need more bits lose none', () => {
  const fan = Array.from({ length: 400 }, (_, i) => [0, i + 1]);
  const edge = Array.from({ length: 600 }, (_, i) => [1000 + i, 1001 + i]);
  const text = `${DECLARATIONS}
    .decl fan(x: number, y: number)  .input fan
    path(0, 0).
    path(z, z) :- path(_, y), fan(y, z).
    path(x, z) :- path(x, y), edge(y, z).
  `;
  run(text, { edge, fan }).expect(
    'path',
    Array.from({ length: 401 }, (_, i) => [i, i]),
  );
});

test('a rule that says more of the passed column does not pass it on', () => {
  const edge = randomEdges(12, 200, 700);
  const text = `${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z), closed(x).`;
  const closed = new Set([3, 5, 8]);
  const steps = closure(edge.map(([x, y]): Pair => [x, y])).filter(([x]) => closed.has(x));
  const expected = new Map([...edge, ...steps].map((pair) => [String(pair), pair]));
  run(text, { edge, closed: [...closed].map((x) => [x]) }).expect('path', [...expected.values()]);
});

test('negative numbers are no rows of a matrix, and are right all the same', () => {
  const edge = randomEdges(11, 100, 600).map(([x, y]): Pair => [x - 50, y - 50]);
  const text = `${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z).`;
  run(text, { edge }).expect('path', closure(edge));
});

test('a matrix passes a chain on in one round', () => {
  const edge = Array.from({ length: 1000 }, (_, i) => [i + 1, i]);
  const text = `${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z).`;
  assert.ok(run(text, { edge }).result.statistics.rounds <= 3);
});

test('rows with few bits are given up before they take much memory', () => {
  const edge = Array.from({ length: 60_000 }, (_, x) => [x, x + 1]).filter(([x = 0]) => x % 20 !== 19);
  const pairs = 3000 * 190;
  for (const [more, rows] of [
    ['', pairs],
    // Read by another rule, so that a log was kept.
    ['path(x, x) :- path(x, 19).', pairs + 19],
  ] as const) {
    const text = `${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z). ${more}`;
    const { result } = run(text, { edge });
    assert.is(result.relation('path')?.size, rows);
    assert.ok(result.statistics.bytes < 100_000_000, `${result.statistics.bytes} bytes`);
    assert.is(result.explain('path', [40, 59])?.steps.length, 19 * 2);
  }
});

test('the budget of tuples holds', () => {
  const edge = Array.from({ length: 1000 }, (_, i) => [i, i + 1]);
  const text = `${DECLARATIONS} path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z).`;
  assert.is(fail(text, { edge }, { budget: { tuples: 500_000 } }).code, 'budget');
  assert.is(run(text, { edge }, { budget: { tuples: 502_000 } }).result.relation('path')?.size, 500_500);
});

test.run();
