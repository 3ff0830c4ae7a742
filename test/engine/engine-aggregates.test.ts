import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from './evaluate.js';

const test = suite('engine: aggregates');

const PARTS = `
  .decl group(g: number)  .input group
  .decl part(g: number, v: number)  .input part
  .decl r(g: number, n: number)  .output r
`;
const input = {
  group: [[1], [2], [3]],
  part: [
    [1, 10],
    [1, 30],
    [2, -5],
    [1, 20],
  ],
};

test('count, sum, min and max by group; min and max over nothing have no value', () => {
  run(`${PARTS} r(g, n) :- group(g), n = count : { part(g, _) }.`, input).expect('r', [
    [1, 3],
    [2, 1],
    [3, 0],
  ]);
  run(`${PARTS} r(g, n) :- group(g), n = sum v : { part(g, v) }.`, input).expect('r', [
    [1, 60],
    [2, -5],
    [3, 0],
  ]);
  run(`${PARTS} r(g, n) :- group(g), n = min v : { part(g, v) }.`, input).expect('r', [
    [1, 10],
    [2, -5],
  ]);
  run(`${PARTS} r(g, n) :- group(g), n = max v : { part(g, v) }.`, input).expect('r', [
    [1, 30],
    [2, -5],
  ]);
});

test('over a conjunction with conditions, negation and computed values', () => {
  const text = `${PARTS} r(g, n) :- group(g), n = sum v * w : { part(g, v), part(h, w), h != g, v > 0, !group(w) }.`;
  run(text, input).expect('r', [
    [1, -300],
    [2, 0],
    [3, 0],
  ]);
});

test('a solution counts once for every row, whatever is projected away', () => {
  run(`${PARTS} r(1, n) :- n = count : { part(_, _) }.`, input).expect('r', [[1, 4]]);
  run(`${PARTS} r(1, n) :- n = count : { group(_), part(_, _) }.`, input).expect('r', [[1, 12]]);
  run(`${PARTS} r(1, n) :- n = sum g : { part(g, _) }.`, input).expect('r', [[1, 5]]);
});

test('nested, and twice in a rule with the same local name', () => {
  const nested = `${PARTS} r(g, n) :- group(g), n = max c : { group(h), h <= g, c = count : { part(h, _) } }.`;
  run(nested, input).expect('r', [
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  const twice = `${PARTS} r(a, b) :- a = min v : { part(_, v) }, b = max v : { part(_, v) }.`;
  run(twice, input).expect('r', [[-5, 30]]);
});

test('as a term of a comparison, an argument and a head', () => {
  run(`${PARTS} r(g, 1) :- group(g), 2 < count : { part(g, _) }.`, input).expect('r', [[1, 1]]);
  run(`${PARTS} r(g, 1 + count : { part(g, _) }) :- group(g).`, input).expect('r', [
    [1, 4],
    [2, 2],
    [3, 1],
  ]);
});

test('more groups and more solutions than a batch', () => {
  const group = Array.from({ length: 3000 }, (_, i) => [i]);
  const part = Array.from({ length: 9000 }, (_, i) => [i % 3000, i]);
  const rows = run(`${PARTS} r(g, n) :- group(g), n = max v : { part(g, v) }.`, { group, part }).rows('r');
  assert.equal(
    rows,
    group.map(([g = 0]) => [g, g + 6000]),
  );
});

test('unsigned values are compared as unsigned', () => {
  const text = `
    .decl a(v: unsigned)  .input a
    .decl r(n: unsigned, m: unsigned)  .output r
    r(n, m) :- n = min v : { a(v) }, m = max v : { a(v) }.
  `;
  run(text, { a: [[4294967295], [7]] }).expect('r', [[7, 4294967295]]);
});

test.run();
