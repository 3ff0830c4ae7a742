import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine } from '../../src/engine/index.js';
import { facts, program, run } from './evaluate.js';

const test = suite('engine: rules');

const CLOSURE = `
  .decl edge(x: number, y: number)  .input edge
  .decl path(x: number, y: number)  .output path
  path(x, y) :- edge(x, y).
  path(x, z) :- path(x, y), edge(y, z).
`;

test('closure over a cycle', () => {
  run(CLOSURE, {
    edge: [
      [1, 2],
      [2, 3],
      [3, 1],
    ],
  }).expect(
    'path',
    [1, 2, 3].flatMap((x) => [1, 2, 3].map((y) => [x, y])),
  );
});

test('closure written in every linear and nonlinear form is the same', () => {
  const edge = Array.from({ length: 40 }, (_, i) => [i, (i * 7 + 3) % 40]);
  const reference = run(CLOSURE, { edge }).rows('path');
  for (const step of [
    'edge(x, y), path(y, z)',
    'path(y, z), edge(x, y)',
    'path(x, y), path(y, z)',
    'path(y, z), path(x, y), path(x, y)',
  ]) {
    run(CLOSURE.replace('path(x, y), edge(y, z)', step), { edge }).expect('path', reference);
  }
});

test('a chain of 3,000 rounds', () => {
  const edge = Array.from({ length: 3000 }, (_, i) => [i, i + 1]);
  const text = `
    .decl edge(x: number, y: number)  .input edge
    .decl reached(x: number)  .output reached
    reached(0).
    reached(y) :- reached(x), edge(x, y).
  `;
  const evaluated = run(text, { edge });
  assert.is(evaluated.rows('reached').length, 3001);
  assert.equal(evaluated.rows('reached')[3000], [3000]);
});

test('rows come in the order in which they were derived, facts given twice count once', () => {
  assert.equal(
    run(CLOSURE, {
      edge: [
        [5, 4],
        [4, 3],
        [5, 4],
      ],
    }).rows('path'),
    [
      [5, 4],
      [4, 3],
      [5, 3],
    ],
  );
});

test('mutual recursion', () => {
  const text = `
    .decl next(x: number, y: number)  .input next
    .decl even(x: number)  .output even
    .decl odd(x: number)   .output odd
    even(0).
    odd(y) :- even(x), next(x, y).
    even(y) :- odd(x), next(x, y).
  `;
  const evaluated = run(text, { next: Array.from({ length: 9 }, (_, i) => [i, i + 1]) });
  evaluated.expect('even', [[0], [2], [4], [6], [8]]);
  evaluated.expect('odd', [[1], [3], [5], [7], [9]]);
});

test('a relation that is an input and has rules', () => {
  const text = `
    .decl near(x: number, y: number)  .input near  .output near
    near(y, x) :- near(x, y).
  `;
  run(text, {
    near: [
      [1, 2],
      [3, 3],
    ],
  }).expect('near', [
    [1, 2],
    [2, 1],
    [3, 3],
  ]);
});

test('negation of earlier strata, with and without wildcards, several in a rule', () => {
  const text = `
    .decl node(x: number)  .input node
    .decl edge(x: number, y: number)  .input edge
    .decl marked(x: number)  .input marked
    .decl leaf(x: number)      .output leaf
    .decl unmarked(x: number)  .output unmarked
    .decl both(x: number)      .output both
    .decl loopless(x: number)  .output loopless
    leaf(x) :- node(x), !edge(x, _).
    unmarked(x) :- node(x), !marked(x).
    both(x) :- node(x), !marked(x), !edge(_, x).
    loopless(x) :- node(x), !edge(x, x).
  `;
  const evaluated = run(text, {
    node: [[1], [2], [3], [4]],
    edge: [
      [1, 2],
      [2, 2],
      [1, 4],
    ],
    marked: [[1]],
  });
  evaluated.expect('leaf', [[3], [4]]);
  evaluated.expect('unmarked', [[2], [3], [4]]);
  evaluated.expect('both', [[3]]);
  evaluated.expect('loopless', [[1], [3], [4]]);
});

test('negation of a relation without rows', () => {
  const text = `
    .decl node(x: number)  .input node
    .decl none(x: number)  .input none
    .decl pair(x: number, y: number)  .input pair
    .decl all(x: number)  .output all
    all(x) :- node(x), !none(x), !pair(x, _), !pair(_, _).
  `;
  run(text, { node: [[1], [2]] }).expect('all', [[1], [2]]);
});

test('relations without columns', () => {
  const text = `
    .decl on()   .output on
    .decl off()  .output off
    .decl x(n: number)  .input x
    .decl y(n: number)  .output y
    .decl z(n: number)  .output z
    on() :- x(_).
    off() :- !on().
    y(n) :- x(n), on().
    z(n) :- x(n), off().
  `;
  const evaluated = run(text, { x: [[1], [2]] });
  evaluated.expect('on', [[]]);
  evaluated.expect('off', []);
  evaluated.expect('y', [[1], [2]]);
  evaluated.expect('z', []);
});

test('constants, repeated variables and wildcards in atoms', () => {
  const text = `
    .decl t(a: number, b: number, c: symbol)  .input t
    .decl same(a: number)       .output same
    .decl named(a: number)      .output named
    .decl constant(b: number)   .output constant
    .decl joined(a: number, b: number)  .output joined
    .decl some(c: symbol)       .output some
    same(a) :- t(a, a, _).
    named(a) :- t(a, _, "x").
    constant(b) :- t(2, b, _).
    joined(a, b) :- t(a, _, c), t(b, b, c), a != b.
    some(c) :- t(_, _, c).
  `;
  const evaluated = run(text, {
    t: [
      [1, 1, 'x'],
      [2, 1, 'x'],
      [2, 3, 'y'],
      [-1, -1, 'y'],
    ],
  });
  evaluated.expect('same', [[1], [-1]]);
  evaluated.expect('named', [[1], [2]]);
  evaluated.expect('constant', [[1], [3]]);
  evaluated.expect('joined', [
    [2, 1],
    [2, -1],
  ]);
  evaluated.expect('some', [['x'], ['y']]);
});

test('a repeated variable that nothing else reads still compares', () => {
  const text = `
    .decl a(x: number)  .input a
    .decl b(x: number, y: number)  .input b
    .decl r(x: number)  .output r
    r(x) :- a(x), b(y, y).
  `;
  run(text, { a: [[1]], b: [[1, 2]] }).expect('r', []);
  run(text, {
    a: [[1]],
    b: [
      [1, 2],
      [2, 2],
    ],
  }).expect('r', [[1]]);
});

test('a product of relations that share nothing, larger than a batch', () => {
  const text = `
    .decl a(x: number)  .input a
    .decl b(x: number)  .input b
    .decl product(x: number, y: number)  .output product
    product(x, y) :- a(x), b(y).
  `;
  const a = Array.from({ length: 70 }, (_, i) => [i]);
  const b = Array.from({ length: 90 }, (_, i) => [i * 1_000_003]);
  run(text, { a, b }).expect(
    'product',
    a.flatMap(([x = 0]) => b.map(([y = 0]) => [x, y])),
  );
});

test('a relation that is read by join, existence and negation in one recursive rule', () => {
  const text = `
    .decl edge(x: number, y: number)  .input edge
    .decl stop(x: number)  .input stop
    .decl both(x: number, y: number)  .output both
    both(x, y) :- edge(x, y), edge(y, x), !stop(x).
    both(x, z) :- both(x, y), both(y, z), both(y, x), !stop(z).
  `;
  run(text, {
    edge: [
      [1, 2],
      [2, 1],
      [2, 3],
      [3, 2],
      [9, 9],
    ],
    stop: [[9]],
  }).expect(
    'both',
    [1, 2, 3].flatMap((x) => [1, 2, 3].map((y) => [x, y])),
  );
});

test('eqrel is closed under reflexivity, symmetry and transitivity', () => {
  const text = `
    .decl same(x: number, y: number)  .input same
    .decl eq(x: number, y: number) eqrel  .output eq
    eq(x, y) :- same(x, y).
  `;
  const classes = [
    [1, 2, 3],
    [7, 8],
  ];
  run(text, {
    same: [
      [1, 2],
      [3, 2],
      [7, 8],
    ],
  }).expect(
    'eq',
    classes.flatMap((members) => members.flatMap((x) => members.map((y) => [x, y]))),
  );
});

test('built-in relations are computed from derived ones', () => {
  const text = `
    .decl arc(x: number, y: number, live: number)  .input arc
    .decl node(x: number)  .input node
    .decl edge(x: number, y: number)
    edge(x, y) :- arc(x, y, 1).
    /** @builtin levels(edge, node) */
    .decl level(x: number, n: number)  .input level
    .decl deep(x: number)  .output deep
    deep(x) :- level(x, n), n >= 2.
  `;
  run(text, {
    arc: [
      [1, 2, 1],
      [2, 3, 1],
      [1, 3, 1],
      [3, 4, 0],
    ],
    node: [[1], [2], [3], [4]],
  }).expect('deep', [[3]]);
});

test('an engine runs again, two run side by side, and results of one do not leak into the other', () => {
  const [first, second] = [new Engine(), new Engine()];
  const compiled = program(CLOSURE);
  const sizes = [first, second, first].map((engine, i) => {
    const outcome = engine.run(
      compiled,
      facts({
        edge: [
          [i, i + 1],
          [i + 1, i + 2],
        ],
      }),
    );
    return outcome.ok ? [...(outcome.result.relation('path') ?? [])] : [];
  });
  assert.equal(
    sizes,
    [0, 1, 2].map((i) => [
      [i, i + 1],
      [i + 1, i + 2],
      [i, i + 2],
    ]),
  );
});

test('rows: columns are copies that stay, has answers, reading late is refused', () => {
  const engine = new Engine();
  const outcome = engine.run(
    program(CLOSURE),
    facts({
      edge: [
        [1, 2],
        [2, -3],
      ],
    }),
  );
  assert.ok(outcome.ok);
  if (!outcome.ok) return;
  const path = outcome.result.relation('path');
  const edge = outcome.result.relation('edge');
  assert.ok(path?.has(1, -3));
  assert.not.ok(path?.has(-3, 1));
  const columns = path?.columns();
  engine.run(program(CLOSURE), facts({ edge: [[8, 9]] }));
  assert.equal(columns, [Int32Array.of(1, 2, 1), Int32Array.of(2, -3, -3)]);
  assert.equal([...(path ?? [])].length, 3);
  assert.throws(() => edge?.columns(), /before the next run/);
  assert.is(outcome.result.relation('nothing'), undefined);
});

test.run();
