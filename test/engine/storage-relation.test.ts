import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { generator, Storage } from './storage.js';

const test = suite('storage: relations');

/** What a relation has to be after inserts: the distinct rows in order of first sight. */
function distinct(rows: readonly (readonly number[])[]): number[][] {
  const seen = new Set<string>();
  return rows.filter((row) => !seen.has(String(row)) && seen.add(String(row))).map((row) => [...row]);
}

type Shape = {
  readonly name: string;
  readonly arity: number;
  readonly value: (random: (bound: number) => number) => number;
};

const ALL_ONES = 0xffffffff;
const shapes: readonly Shape[] = [
  { name: 'one dense column', arity: 1, value: (random) => random(3000) },
  { name: 'one sparse column', arity: 1, value: (random) => random(ALL_ONES) },
  { name: 'two dense columns', arity: 2, value: (random) => random(60) },
  { name: 'two sparse columns', arity: 2, value: (random) => random(2) * ALL_ONES + random(40) * 1_000_003 },
  { name: 'three dense columns', arity: 3, value: (random) => random(12) },
  { name: 'three sparse columns', arity: 3, value: (random) => random(16) * 268_435_399 },
  { name: 'seven columns', arity: 7, value: (random) => random(3) },
  { name: 'columns of nothing but 0', arity: 2, value: () => 0 },
  { name: 'columns of all ones', arity: 2, value: (random) => (random(2) === 0 ? ALL_ONES : random(3)) },
];

for (const { name, arity, value } of shapes) {
  test(`${name}: each row once, in order of first sight`, () => {
    const random = generator(arity * 7 + name.length);
    const rows = Array.from({ length: 5000 }, () => Array.from({ length: arity }, () => value(random) >>> 0));
    const storage = new Storage(arity);
    storage.insert(0, rows.slice(0, 700));
    storage.insert(0, rows.slice(700));
    assert.equal(storage.rows(0), distinct(rows));
  });

  test(`${name}: has what was inserted and nothing else`, () => {
    const random = generator(arity * 11 + name.length);
    const make = () => Array.from({ length: arity }, () => value(random) >>> 0);
    const inserted = Array.from({ length: 900 }, make);
    const storage = new Storage(arity);
    storage.insert(0, inserted);
    const known = new Set(inserted.map(String));
    const asked = [
      ...Array.from({ length: 400 }, make),
      ...inserted.slice(0, 300),
      new Array<number>(arity).fill(123_456_789),
    ];
    const has = asked.flatMap((row, i) => (known.has(String(row)) ? [i] : []));
    const lacks = asked.flatMap((row, i) => (known.has(String(row)) ? [] : [i]));
    assert.equal(storage.select(0, asked, true), has);
    assert.equal(storage.select(0, asked, false), lacks);
  });
}

test('values that grow from dense to sparse and dense again change the store, not the rows', () => {
  const random = generator(5);
  const rows: number[][] = [];
  for (const bound of [4, 40, 400, 40_000, ALL_ONES, 30]) {
    for (let i = 0; i < 1500; i++) rows.push([random(bound), random(bound)]);
  }
  for (let x = 0; x < 100; x++) for (let y = 0; y < 100; y++) rows.push([x, y]);
  const storage = new Storage(2);
  for (let from = 0; from < rows.length; from += 500) storage.insert(0, rows.slice(from, from + 500));
  assert.equal(storage.rows(0), distinct(rows));
});

test('three columns whose values outgrow one key', () => {
  const random = generator(6);
  const rows: number[][] = [];
  for (const bound of [4, 40, 4000, 300_000, ALL_ONES, 30])
    for (let i = 0; i < 1500; i++) rows.push([random(bound), random(4), random(bound)]);
  const storage = new Storage(3);
  for (let from = 0; from < rows.length; from += 500) {
    storage.insert(0, rows.slice(from, from + 500));
    const known = new Set(rows.slice(0, from + 500).map(String));
    const asked = [...rows.slice(from, from + 50), ...rows.slice(-50), [ALL_ONES, 0, ALL_ONES], [0, 0, 5_000_000]];
    const expected = asked.flatMap((row, i) => (known.has(String(row)) ? [i] : []));
    assert.equal(storage.select(0, asked, true), expected);
  }
  assert.equal(storage.rows(0), distinct(rows));
});

test('a relation without columns has at most one row', () => {
  const storage = new Storage(0);
  assert.equal(storage.select(0, [[]], true), []);
  assert.equal(storage.select(0, [[]], false), [0]);
  storage.insert(0, [[], []]);
  assert.is(storage.relation(0).size, 1);
  assert.equal(storage.select(0, [[]], true), [0]);
});

test('an empty relation has no row', () => {
  const storage = new Storage(3);
  assert.equal(
    storage.select(
      0,
      [
        [0, 0, 0],
        [1, 2, 3],
      ],
      true,
    ),
    [],
  );
  assert.equal(
    storage.select(
      0,
      [
        [0, 0, 0],
        [1, 2, 3],
      ],
      false,
    ),
    [0, 1],
  );
});

test('a million rows survive growth of logs and tables', () => {
  const storage = new Storage(2);
  const first = Uint32Array.from({ length: 1_000_000 }, (_, i) => Math.imul(i, 2_654_435_761) >>> 0);
  const rows = Array.from(first, (value, i) => [value, i >>> 3]);
  storage.insert(0, rows);
  storage.insert(0, rows.slice(0, 1000));
  assert.is(storage.relation(0).size, 1_000_000);
  assert.equal(storage.rows(0)[999_999], rows[999_999]);
});

test.run();
