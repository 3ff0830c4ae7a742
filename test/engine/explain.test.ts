import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine, formatProof, type Proof, type ProofStep } from '../../src/engine/index.js';
import { Chance } from '../oracle/chance.js';
import { facts, program, run } from './evaluate.js';

/** How many steps of the proof derive tuples of these relations by rules. */
function height(proof: Proof | undefined, ...relations: string[]): number {
  assert.ok(proof !== undefined);
  const counts = (step: ProofStep) => step.kind === 'rule' && relations.includes(step.relation);
  return proof?.steps.filter(counts).length ?? 0;
}

/** Distances from a node, over one edge at least. */
function distances(edges: readonly (readonly number[])[], from: number, allowed = (_: number) => true) {
  const result = new Map<number, number>();
  const next = new Map<number, number[]>();
  for (const [a = 0, b = 0] of edges) next.set(a, [...(next.get(a) ?? []), b]);
  let border = [from];
  for (let d = 1; border.length > 0; d++)
    border = border
      .flatMap((x) => next.get(x) ?? [])
      .flatMap((y) => {
        if (result.has(y) || !allowed(y)) return [];
        result.set(y, d);
        return [y];
      });
  return result;
}

function randomEdges(seed: number, nodes: number, count: number): number[][] {
  const chance = new Chance(seed);
  const chain = Array.from({ length: nodes - 1 }, (_, x) => [x, x + 1]).filter(() => chance.percent(90));
  return [...chain, ...Array.from({ length: count }, () => [chance.below(nodes), chance.below(nodes)])];
}

const declarations = '.decl edge(x:number, y:number) .input edge .decl path(x:number, y:number)';

// Few edges make a log, many a matrix.
for (const [nodes, more] of [
  [40, 20],
  [900, 200],
] as const) {
  const edges = randomEdges(nodes, nodes, more);
  const test = suite(`explain: least proofs on ${nodes} nodes`);

  const check = (text: string, ...relations: string[]) => {
    const { result } = run(`${declarations}\n${text}`, { edge: edges });
    for (const from of [0, 3, nodes >> 1]) {
      const expected = [...distances(edges, from)];
      for (const [to, distance] of expected.filter((_, i) => i % Math.ceil(expected.length / 20) === 0))
        assert.is(height(result.explain('path', [from, to]), ...relations), distance, `${from} to ${to}`);
    }
    assert.is(result.explain('path', [nodes + 5, 0]), undefined);
  };

  test('closure, recursion first', () => {
    check('path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z).', 'path');
  });

  test('closure, recursion last', () => {
    check('path(x, y) :- edge(x, y). path(x, z) :- edge(x, y), path(y, z).', 'path');
  });

  test('mutual recursion, in which rules read the rows of a matrix', () => {
    check(
      `.decl other(x:number, y:number)
       path(x, y) :- edge(x, y).
       path(x, z) :- path(x, y), edge(y, z).
       other(x, y) :- path(x, y), y < 0.
       path(x, y) :- other(x, y).`,
      'path',
      'other',
    );
  });

  test('ways that avoid a node, with facts among the tuples', () => {
    const { result } = run(
      `.decl edge(x:number, y:number) .input edge
       .decl avoid(d:number, x:number) .input avoid
       avoid(d, y) :- avoid(d, x), edge(x, y), y != d.`,
      { edge: edges, avoid: edges.map((_, i) => [i % nodes, 0]).filter(([d]) => d !== 0) },
    );
    for (const d of [1, 7, nodes - 1])
      for (const [to, distance] of [...distances(edges, 0, (y) => y !== d)].slice(0, 30))
        if (to !== 0) assert.is(height(result.explain('avoid', [d, to]), 'avoid'), distance, `${d} to ${to}`);
  });

  test.run();
}

const test = suite('explain');

test('premises of non-linear recursion came before', () => {
  const chance = new Chance(5);
  const pairs = (count: number) => Array.from({ length: count }, () => [chance.below(300), chance.below(300)]);
  const { result } = run(
    `.decl addr(p:number, o:number) .decl assign(p:number, q:number) .decl load(p:number, q:number)
     .decl store(p:number, q:number) .input addr, assign, load, store
     .decl pt(p:number, o:number)
     pt(p, o) :- addr(p, o).
     pt(p, o) :- assign(p, q), pt(q, o).
     pt(p, o) :- load(p, q), pt(q, r), pt(r, o).
     pt(o, s) :- store(p, q), pt(p, o), pt(q, s).`,
    { addr: pairs(200), assign: pairs(400), load: pairs(80), store: pairs(80) },
  );
  const rows = [...(result.relation('pt') ?? [])];
  assert.ok(rows.length > 3000, String(rows.length));
  for (const row of rows.filter((_, i) => i % 100 === 0)) {
    const proof = result.explain('pt', row);
    assert.ok(proof?.steps.every((step, i) => !('premises' in step) || step.premises.every((premise) => premise < i)));
    for (const step of proof?.steps ?? [])
      if (step.kind === 'rule') for (const premise of step.premises) assert.ok(proof?.steps[premise] !== undefined);
  }
});

test('a premise may have come in the same round, from a rule that ran before', () => {
  const text = `.decl a(x: number) .input a  .decl s(x: number)  .decl q(x: number)  .decl p(x: number)
    q(x) :- a(x).  s(x) :- q(x), p(y), y <= x.  q(x) :- p(x).  p(0) :- a(_).  p(x) :- q(x), s(x).`;
  const { result } = run(text, { a: [[5], [6], [7]] });
  for (const [x = 0] of result.relation('p') ?? []) {
    const steps = result.explain('p', [x])?.steps ?? [];
    assert.is(steps.length, x === 0 ? 2 : x === 5 ? 5 : 6, String(x));
  }
});

test('a way and two ways past all others show an immediate dominator', () => {
  const { result } = run(
    `.decl edge(x:symbol, y:symbol) .input edge
     .decl entry(x:symbol) .input entry
     /** @builtin dominators(edge, entry) */
     .decl idom(x:symbol, d:symbol) .input idom`,
    {
      entry: [['in']],
      edge: [
        ['in', 'a'],
        ['a', 'd'],
        ['d', 'p'],
        ['d', 'q'],
        ['p', 'm'],
        ['q', 'm'],
        ['q', 'p'],
        ['m', 'x'],
        ['d', 'r'],
        ['r', 'x'],
        ['x', 'end'],
      ],
    },
  );
  const step = result.explain('idom', ['x', 'd'])?.steps.at(-1);
  assert.ok(step?.kind === 'builtin');
  if (step?.kind !== 'builtin') return;
  assert.equal(step.ways[0], ['in', 'a', 'd']);
  const [, one, two] = step.ways;
  assert.equal([one?.at(0), one?.at(-1), two?.at(0), two?.at(-1)], ['d', 'x', 'd', 'x']);
  assert.not.ok(one?.slice(1, -1).some((node) => two?.includes(node)));
  assert.is(step.claim, 'every way to x passes d');
  assert.equal(result.explain('idom', ['end', 'x'])?.steps.at(-1), {
    ...step,
    values: ['end', 'x'],
    ways: [
      ['in', 'a', 'd', 'r', 'x'],
      ['x', 'end'],
    ],
    claim: 'every way to end passes x',
    premises: [0, 1, 2, 3, 4, 5],
  });
});

test('the text has a line a step, with numbers of the steps it stands on', () => {
  const { result } = run(
    `.decl edge(x:symbol, y:symbol) .input edge
     .decl stop(x:symbol) .input stop
     .decl path(x:symbol, y:symbol)
     path(x, y) :- edge(x, y).
     path(x, z) :- path(x, y), edge(y, z), !stop(z).
     .decl ends(x:symbol, n:number)
     ends(x, n) :- edge(x, _), n = count : { path(x, _) }.`,
    {
      edge: [
        ['a', 'b'],
        ['b', 'c'],
      ],
      stop: [['d']],
    },
  );
  const proof = result.explain('ends', ['a', 2]);
  assert.ok(proof !== undefined);
  if (proof === undefined) return;
  assert.is(
    formatProof(proof, () => 'rule'),
    [
      '1  edge("a", "b")  fact',
      '2  path("a", "b")  by rule from 1',
      '3  edge("b", "c")  fact',
      '4  !stop("c")  no such tuple',
      '5  path("a", "c")  by rule from 2, 3, 4',
      '6  count = 2  2 solutions from 2, 5',
      '7  ends("a", 2)  by rule from 1, 6',
      '',
    ].join('\n'),
  );
  assert.equal(JSON.parse(JSON.stringify(proof)), proof);
});

test('asks after what the program has, and before the next run', () => {
  const engine = new Engine();
  const compiled = program('.decl a(x:number) .input a .decl b(x:number) b(x) :- a(x).');
  const outcome = engine.run(compiled, facts({ a: [[1]] }));
  assert.ok(outcome.ok);
  if (!outcome.ok) return;
  assert.throws(() => outcome.result.explain('c', [1]), /no relation c/);
  assert.throws(() => outcome.result.explain('b', [1, 2]), /1 columns, not 2/);
  assert.is(outcome.result.explain('b', [2]), undefined);
  assert.is(outcome.result.explain('b', [1])?.steps.length, 2);
  const again = engine.run(compiled, facts({ a: [[2]] }));
  assert.throws(() => outcome.result.explain('b', [1]), /before the next run/);
  assert.ok(again.ok && again.result.relation('b')?.has(2));
});

test.run();
