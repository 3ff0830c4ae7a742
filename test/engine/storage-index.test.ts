import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encode } from '../../src/engine/encode.js';
import type { Plan } from '../../src/engine/step.js';
import { generator, Storage } from './storage.js';

const test = suite('storage: indexes');

const INNER = 1;
const RESULT = 2;

/** result(outer row, inner row) :- outer(k…, a), inner(k…, b), over the first `keys` columns. */
function joinPlan(keys: number, arity: number, limited: boolean): Plan {
  const variable = (index: number) => ({ kind: 'variable', variable: index }) as const;
  const columns = Array.from({ length: arity }, (_, column) => column);
  return {
    drive: { relation: 0, bindings: columns.map((column) => ({ column, variable: column })) },
    steps: [
      {
        kind: 'join',
        relation: INNER,
        keys: columns.slice(0, keys).map((column) => ({ column, operand: variable(column) })),
        bindings: columns.slice(keys).map((column) => ({ column, variable: arity + column })),
        limited,
      },
    ],
    head: {
      relation: RESULT,
      args: [...columns.map(variable), ...columns.slice(keys).map((column) => variable(arity + column))],
    },
  };
}

function expected(outer: number[][], inner: number[][], keys: number): Set<string> {
  const result = new Set<string>();
  for (const a of outer) {
    for (const b of inner) {
      if (a.slice(0, keys).every((value, c) => value === b[c])) result.add(String([...a, ...b.slice(keys)]));
    }
  }
  return result;
}

function run(storage: Storage, plan: Plan, keys: number[], final: boolean): Set<string> {
  const { core, vectors, state } = storage;
  const address = encode(plan, core, vectors, state);
  if (keys.length > 0) core.exports.indexUpdate(state.index(INNER, keys), final ? 1 : 0);
  core.check(core.exports.run(address, 0, storage.relation(0).size));
  return new Set(storage.rows(RESULT).map(String));
}

const domains = [
  { name: 'dense', value: (random: (bound: number) => number) => random(30) },
  { name: 'sparse', value: (random: (bound: number) => number) => random(30) * 143_165_577 },
];

for (const { name, value } of domains) {
  for (const [keys, arity] of [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ] as const) {
    for (const final of [true, false]) {
      test(`${final ? 'ranges' : 'chains'} over ${keys} ${name} keys join like nested loops`, () => {
        const random = generator(keys * 5 + arity + (final ? 100 : 0));
        const make = () => Array.from({ length: arity }, () => value(random) >>> 0);
        const outer = Array.from({ length: 300 }, make);
        const inner = Array.from({ length: 2500 }, make);
        const storage = new Storage(arity, arity, arity + arity - keys);
        storage.insert(0, outer);
        storage.insert(INNER, inner);
        storage.relation(INNER).advance(0);
        const columns = Array.from({ length: keys }, (_, c) => c);
        assert.equal(run(storage, joinPlan(keys, arity, false), columns, final), expected(outer, inner, keys));
      });
    }
  }

  test(`chains over ${name} keys take in rows of later rounds, and stop before the delta where asked`, () => {
    const random = generator(77);
    const make = () => [value(random) >>> 0, random(1000)];
    const [outer, early, late] = [50, 400, 900].map((length) => Array.from({ length }, make)) as [
      number[][],
      number[][],
      number[][],
    ];
    const storage = new Storage(2, 2, 3);
    storage.insert(0, outer);
    storage.insert(INNER, early);
    storage.relation(INNER).advance(0);
    const old = storage.relation(INNER).size;
    assert.equal(run(storage, joinPlan(1, 2, false), [0], false), expected(outer, early, 1));
    storage.insert(INNER, late);
    storage.relation(INNER).advance(old);
    const limited = run(storage, joinPlan(1, 2, true), [0], false);
    assert.equal(limited, expected(outer, early, 1), 'the delta is left out');
    assert.equal(run(storage, joinPlan(1, 2, false), [0], false), expected(outer, [...early, ...late], 1));
  });
}

test('chains whose keys outgrow their table', () => {
  const random = generator(31);
  const rows = (bound: number) => Array.from({ length: 700 }, () => [random(bound), random(1000)]);
  const [outer, early, late] = [rows(2000), rows(20), rows(2000)];
  const storage = new Storage(2, 2, 3);
  storage.insert(0, outer);
  storage.insert(INNER, early);
  storage.relation(INNER).advance(0);
  assert.equal(run(storage, joinPlan(1, 2, false), [0], false), expected(outer, early, 1));
  storage.insert(INNER, late);
  storage.relation(INNER).advance(0);
  assert.equal(run(storage, joinPlan(1, 2, false), [0], false), expected(outer, [...early, ...late], 1));
});

test.run();
