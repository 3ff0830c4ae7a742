import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Evaluated, run } from './evaluate.js';
import { generator } from './storage.js';

/** Matrices whose rows are changed on their way: by what one part of a body says of keys, another of values. */
const test = suite('engine: matrices of changed values');

type Pair = readonly [number, number];

function randomPairs(seed: number, values: number, count: number): Pair[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => [random(values), random(values)] as const);
}

/** A forest in which some have two parents: (parent, child). */
function parents(seed: number, people: number): Pair[] {
  const random = generator(seed);
  return Array.from({ length: people }, (_, x) => x + 1).flatMap((child): Pair[] => {
    const parent = Math.max(0, child - 1 - random(Math.ceil(child / 2)));
    return random(10) === 0
      ? [
          [parent, child],
          [0, child],
        ]
      : [[parent, child]];
  });
}

const DECLARATIONS = `
  .decl parent(p: number, c: number)  .input parent
  .decl up(a: number, b: number)      .input up
  .decl down(a: number, b: number)    .input down
  .decl flat(a: number, b: number)    .input flat
  .decl closed(x: number)             .input closed
  .decl sg(x: number, y: number)      .output sg
`;

const family = { parent: parents(1, 600) };
const levels = {
  up: randomPairs(2, 300, 500),
  down: randomPairs(3, 300, 500),
  flat: randomPairs(4, 300, 400),
  closed: [[3], [50], [77]],
};

/** Programs, with `+ 0` where that keeps a rule from being taken for more than a join. */
const programs: readonly (readonly [string, (same: string) => string])[] = [
  [
    'same generation',
    (same) =>
      `sg(x, y) :- parent(p, x), parent(p, y), x != y.  sg(x, y${same}) :- parent(p, x), sg(p, q), parent(q, y).`,
  ],
  [
    'columns swapped',
    (same) =>
      `sg(y, x) :- parent(p, x), parent(p, y), x < y.  sg(y, x${same}) :- parent(q, y), sg(q, p), parent(p, x).`,
  ],
  ['up, flat and down', (same) => `sg(x, y) :- flat(x, y).  sg(x, y${same}) :- up(x, a), sg(a, b), down(b, y).`],
  [
    'conditions on either side',
    (same) => `sg(x, y) :- flat(x, y).
      sg(x, y${same}) :- up(x, a), sg(a, b), down(b, y), x != a, !closed(b), y % 7 != 0, x < 250.`,
  ],
  [
    'other rules beside',
    (same) => `sg(x, y) :- flat(x, y), x < 100.
      sg(x, y${same}) :- up(x, a), sg(a, b), down(b, y).
      sg(x, y${same}) :- down(x, a), sg(a, b), up(b, y), a < 50.
      sg(x, y) :- sg(x, z), flat(z, y).
      sg(x, y) :- sg(x, z), up(z, y), x != y.`,
  ],
  [
    'not linear besides',
    (same) => `sg(x, y) :- flat(x, y), x < 200, y < 200.
      sg(x, y${same}) :- up(x, a), sg(a, b), down(b, y), x < 200, y < 200.
      sg(x, y) :- sg(x, z), sg(z, y), x != y.`,
  ],
  [
    'values that come late and do not fit',
    (same) => `sg(x, y) :- flat(x, y).
      sg(x, y${same}) :- up(x, a), sg(a, b), down(b, y).
      sg(x, 5000000) :- sg(x, 7).`,
  ],
];

for (const [name, program] of programs)
  test(name, () => {
    const input = { ...family, ...levels };
    const expected = run(DECLARATIONS + program(' + 0'), input).rows('sg');
    const evaluated = run(DECLARATIONS + program(''), input);
    assert.ok(expected.length > 500, `${expected.length} rows`);
    evaluated.expect('sg', expected);
    for (const [x, y] of expected.filter((_, i) => i % Math.ceil(expected.length / 25) === 0))
      checkProof(evaluated, Number(x), Number(y));
  });

/** Every step stands on earlier ones, which say what is so. */
function checkProof({ result }: Evaluated, x: number, y: number): void {
  const steps = result.explain('sg', [x, y])?.steps ?? [];
  const last = steps.at(-1);
  assert.ok(last?.kind === 'rule' && last.relation === 'sg' && `${last.values}` === `${[x, y]}`, `sg(${x}, ${y})`);
  for (const [i, step] of steps.entries()) {
    if ('premises' in step) assert.ok(step.premises.every((premise) => premise < i));
    if (step.kind === 'rule' || step.kind === 'fact')
      assert.ok(result.relation(step.relation)?.has(...step.values.map(Number)));
  }
}

test('what changes values may be an equivalence', () => {
  const text = (same: string) => `${DECLARATIONS}
    .decl equal(x: number, y: number) eqrel
    equal(x, y) :- flat(x, y), x < 40, y < 40.
    sg(x, y) :- flat(x, y).
    sg(x, y${same}) :- equal(x, a), sg(a, b), equal(b, y).
  `;
  run(text(''), levels).expect('sg', run(text(' + 0'), levels).rows('sg'));
});

test.run();
