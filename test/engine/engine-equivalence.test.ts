import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine } from '../../src/engine/index.js';
import { type Evaluated, facts, fail, program, run } from './evaluate.js';
import { generator } from './storage.js';

const test = suite('engine: equivalences');

type Pair = readonly [number, number];

/** All pairs that the definition gives, by closing them until nothing is new. */
function closed(pairs: readonly Pair[]): Pair[] {
  const classes = new Map<number, Set<number>>();
  for (const value of pairs.flat()) classes.set(value, new Set([value]));
  for (const [a, b] of pairs) {
    const union = new Set([...(classes.get(a) ?? []), ...(classes.get(b) ?? [])]);
    for (const value of union) classes.set(value, union);
  }
  return [...classes].flatMap(([a, others]) => [...others].map((b): Pair => [a, b]));
}

function randomPairs(seed: number, values: number, count: number, value = (n: number) => n): Pair[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => [value(random(values)), value(random(values))] as const);
}

const DECLARATIONS = `
  .decl pair(x: number, y: number)  .input pair
  .decl same(x: number, y: number) eqrel  .output same
`;
const SAME = `${DECLARATIONS} same(x, y) :- pair(x, y).`;

// Few small classes, one great one, and values all over the 32 bits.
const cases: readonly (readonly [string, readonly Pair[]])[] = [
  ['small classes', randomPairs(1, 400, 150)],
  ['one great class', randomPairs(2, 120, 300)],
  ['scattered values', randomPairs(3, 90, 80, (n) => Math.imul(n + 1, 0x9e3779b1))],
  [
    'values that repeat',
    [
      [7, 7],
      [7, 7],
      [8, 9],
      [9, 8],
      [0, -1],
    ],
  ],
];

for (const [name, pair] of cases)
  test(`reflexive, symmetric and transitive: ${name}`, () => {
    const evaluated = run(SAME, { pair });
    evaluated.expect('same', closed(pair));
    assert.is(evaluated.result.relation('same')?.size, closed(pair).length);
    assert.is(evaluated.result.statistics.tuples, closed(pair).length);
  });

test('facts of an equivalence are closed too', () => {
  const pair = randomPairs(4, 50, 30);
  run('.decl same(x: number, y: number) eqrel .input same .output same', { same: pair }).expect('same', closed(pair));
});

test('asked with no, one and two values known, and in negation and aggregates', () => {
  const pair = randomPairs(5, 200, 120);
  const expected = closed(pair);
  const related = new Set(expected.map(String));
  const input = { pair, asked: Array.from({ length: 210 }, (_, x) => [x]) };
  const text = `${SAME}
    .decl asked(x: number) .input asked
    .decl from(x: number, y: number) .output from
    .decl to(x: number, y: number) .output to
    .decl both(x: number, y: number) .output both
    .decl neither(x: number, y: number) .output neither
    .decl lone(x: number) .output lone
    .decl many(x: number, n: number) .output many
    from(x, y) :- asked(x), same(x, y).
    to(x, y) :- asked(x), same(y, x).
    both(x, y) :- asked(x), asked(y), same(x, y), x < 20.
    neither(x, y) :- asked(x), asked(y), !same(x, y), x < 20.
    lone(x) :- asked(x), !same(x, _).
    many(x, n) :- asked(x), n = count : { same(x, _) }.
  `;
  const evaluated = run(text, input);
  evaluated.expect('from', expected);
  evaluated.expect('to', expected);
  evaluated.expect(
    'both',
    expected.filter(([x]) => x < 20),
  );
  const few = Array.from({ length: 20 }, (_, x) => input.asked.flat().map((y): Pair => [x, y])).flat();
  evaluated.expect(
    'neither',
    few.filter((other) => !related.has(String(other))),
  );
  evaluated.expect(
    'lone',
    input.asked.filter(([x = 0]) => !related.has(`${x},${x}`)),
  );
  const sizes = input.asked.flat().map((x) => [x, expected.filter(([a]) => a === x).length]);
  evaluated.expect('many', sizes);
});

/** Congruence: what is made of equals is equal. Rules read the equivalence while it grows. */
const CONGRUENCE = `${SAME}
  .decl made(f: number, x: number)  .input made
  same(f, g) :- made(f, x), made(g, y), same(x, y).
`;

function congruent(pairs: readonly Pair[], made: readonly Pair[]): Pair[] {
  for (let known = [...pairs]; ; ) {
    const related = new Set(closed(known).map(String));
    const more = made.flatMap(([f, x]) =>
      made.flatMap(([g, y]): Pair[] => (related.has(`${x},${y}`) && !related.has(`${f},${g}`) ? [[f, g]] : [])),
    );
    if (more.length === 0) return closed(known);
    known = [...known, ...more];
  }
}

test('recursion through an equivalence', () => {
  for (let seed = 10; seed < 20; seed++) {
    const pair = randomPairs(seed, 60, 12);
    const made = randomPairs(seed + 100, 60, 25);
    run(CONGRUENCE, { pair, made }).expect('same', congruent(pair, made));
  }
});

test('mutual recursion with a relation that has rounds', () => {
  const pair = randomPairs(30, 80, 40);
  const next = Array.from({ length: 79 }, (_, x): Pair => [x, x + 1]);
  // Whatever is reached from 0 in even and odd steps is made equal by pairs.
  const text = `${DECLARATIONS}
    .decl next(x: number, y: number)  .input next
    .decl reached(x: number)  .output reached
    reached(0).
    reached(y) :- reached(x), next(x, y), y % 9 != 0.
    reached(y) :- reached(x), same(x, y).
    same(x, y) :- reached(x), pair(x, y).
  `;
  const reached = new Set([0]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const x of reached) if ((x + 1) % 9 !== 0 && x < 79) reached.add(x + 1);
    for (const [x, y] of closed(pair.filter(([x]) => reached.has(x)))) if (reached.has(x)) reached.add(y);
  }
  const evaluated = run(text, { pair, next });
  evaluated.expect(
    'reached',
    [...reached].map((x) => [x]),
  );
  evaluated.expect('same', closed(pair.filter(([x]) => reached.has(x))));
});

test('a class of sixty thousand is asked without all of its pairs', () => {
  const size = 60_000;
  const pair = Array.from({ length: size - 1 }, (_, x): Pair => [x, x + 1]);
  const text = `${DECLARATIONS}
    same(x, y) :- pair(x, y).
    .decl few(x: number)  .output few
    few(y) :- same(17, y), y % 10000 = 0.
    .decl apart(x: number)  .output apart
    apart(x) :- pair(x, _), !same(0, x).
  `;
  const { result } = run(text, { pair }, { budget: { bytes: 1 << 24 } });
  assert.is(result.relation('same')?.size, size * size);
  assert.is(result.relation('few')?.size, size / 10_000);
  assert.is(result.relation('apart')?.size, 0);
  assert.ok(result.relation('same')?.has(3, size - 1));
  assert.not(result.relation('same')?.has(3, size));
});

test('more pairs than rows can be numbered are a lack of memory', () => {
  const pair = Array.from({ length: 1 << 16 }, (_, x): Pair => [x, x + 1]);
  assert.is(fail(SAME, { pair }).code, 'memory');
});

test('pairs count against the budget of tuples', () => {
  const pair: Pair[] = [
    [1, 2],
    [3, 4],
    [2, 3],
  ];
  assert.is(fail(SAME, { pair }, { budget: { tuples: 15 } }).code, 'budget');
  run(SAME, { pair }, { budget: { tuples: 16 } }).expect('same', closed(pair));
});

test('one engine runs a program again, with rows asked for or not', () => {
  const engine = new Engine();
  const compiled = program(CONGRUENCE);
  for (let seed = 50; seed < 60; seed++) {
    const pair = randomPairs(seed, 60, 5 + (seed % 3) * 20);
    const made = randomPairs(seed, 60, seed % 2 === 0 ? 1 : 25);
    const run = engine.run(compiled, facts({ pair, made }));
    if (!run.ok) assert.unreachable(run.error.message);
    else assert.is(run.result.relation('same')?.size, congruent(pair, made).length);
  }
});

test('a pair is explained by a chain of those that were derived', () => {
  const evaluated = run(CONGRUENCE, {
    pair: [
      [1, 2],
      [3, 2],
      [4, 1],
      [4, 3],
      [9, 9],
    ],
    made: [
      [20, 1],
      [21, 3],
      [22, 4],
    ],
  });
  const steps = (x: number, y: number) => stepsOf(evaluated, x, y);
  assert.equal(steps(1, 2), ['fact pair(1,2)', 'rule same(1,2)']);
  assert.equal(steps(2, 1), ['fact pair(1,2)', 'rule same(1,2)', 'equivalence same(2,1)']);
  assert.equal(steps(9, 9), ['fact pair(9,9)', 'rule same(9,9)']);
  assert.equal(steps(1, 1), ['fact pair(1,2)', 'rule same(1,2)', 'equivalence same(1,1)']);
  const [last, ...others] = steps(1, 3).reverse();
  assert.is(last, 'equivalence same(1,3)');
  assert.equal(
    new Set(others.filter((step) => step.startsWith('rule'))),
    new Set(['rule same(1,2)', 'rule same(3,2)']),
  );
  assert.ok(steps(20, 22).some((step) => step === 'fact made(22,4)'));
  assert.equal(steps(1, 9), []);
});

function stepsOf({ result }: Evaluated, x: number, y: number): string[] {
  const steps = result.explain('same', [x, y])?.steps ?? [];
  return steps.map((step) => ('values' in step ? `${step.kind} ${step.relation}(${step.values})` : step.kind));
}

test.run();
