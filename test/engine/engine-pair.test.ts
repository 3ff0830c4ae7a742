import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine, type Result } from '../../src/engine/index.js';
import { facts, type Input, program } from './evaluate.js';

const test = suite('engine: two side by side');

const closure = program(`
  .decl edge(x:symbol, y:symbol) .input edge
  .decl path(x:symbol, y:symbol)
  path(x, y) :- edge(x, y).
  path(x, z) :- path(x, y), edge(y, z).
  .decl name(s:symbol)
  name(cat(x, "!")) :- path(x, _).`);
const counting = program(`
  .decl n(x:number) .input n
  .decl pair(x:number, y:number)
  pair(x, y) :- n(x), n(y), x < y.
  .decl total(s:number)
  total(s) :- s = sum x : { n(x) }.`);

const chain = (length: number): Input => ({
  edge: Array.from({ length }, (_, x) => [`v${x}`, `v${x + 1}`]),
});
const numbers = (count: number): Input => ({ n: Array.from({ length: count }, (_, x) => [x * 3]) });

function result(engine: Engine, compiled: typeof closure, input: Input): Result {
  const outcome = engine.run(compiled, facts(input));
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.result;
}

test('runs that alternate, and results that are read in turn, do not touch each other', () => {
  const [one, other] = [new Engine(), new Engine()];
  for (const size of [3, 40, 700, 5, 300]) {
    const paths = result(one, closure, chain(size));
    const pairs = result(other, counting, numbers(size));
    // Each is read after the other engine has run.
    const [left, right] = [paths.relation('path'), pairs.relation('pair')];
    assert.is(left?.size, (size * (size + 1)) / 2);
    const [leftRows, rightRows] = [left?.values(), right?.values()];
    for (let i = 0; i < 3; i++) {
      assert.match(String(leftRows?.next().value), /^v\d+,v\d+$/);
      assert.ok(Number.isInteger(rightRows?.next().value?.[0]));
    }
    assert.is(right?.columns()[0]?.length, (size * (size - 1)) / 2);
    assert.equal([...(pairs.relation('total')?.values() ?? [])], [[(3 * size * (size - 1)) / 2]]);
    assert.is(paths.relation('name')?.size, size);
    assert.is(paths.explain('path', ['v0', 'v2'])?.steps.length, 4);
    assert.is(pairs.explain('pair', [0, 6])?.steps.length, 3);
  }
});

test('the same program on both, on other facts and in either order', () => {
  const engines = [new Engine(), new Engine()];
  for (const [first, second] of [
    [10, 600],
    [600, 10],
    [7, 7],
  ] as const) {
    const results = [first, second].map((size, i) => result(engines[i] ?? new Engine(), closure, chain(size)));
    for (const [i, size] of [first, second].entries()) {
      assert.is(results[i]?.relation('path')?.columns()[0]?.length, (size * (size + 1)) / 2);
      assert.ok(results[i]?.explain('path', ['v0', `v${size}`]) !== undefined);
      assert.is(results[i]?.explain('path', ['v0', `v${size + 1}`]), undefined);
    }
  }
});

test('one that fails leaves the other as it was', () => {
  const [one, other] = [new Engine(), new Engine()];
  const kept = result(one, closure, chain(50));
  const endless = program('.decl n(x:number) n(0). n(x + 1) :- n(x).');
  for (const budget of [{ tuples: 10 }, { bytes: 1 << 20 }, { milliseconds: 5 }])
    assert.not.ok(other.run(endless, facts({}), { budget }).ok);
  assert.is(kept.relation('path')?.columns()[0]?.length, (50 * 51) / 2);
  assert.is(result(other, counting, numbers(5)).relation('pair')?.size, 10);
  assert.ok(kept.explain('path', ['v3', 'v40']) !== undefined);
});

test.run();
