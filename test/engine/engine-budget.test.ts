import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine } from '../../src/engine/index.js';
import { facts, fail, program, run } from './evaluate.js';

const test = suite('engine: budgets and faults');

const COUNT = `
  .decl n(x: number)  .output n
  n(0).
  n(x + 1) :- n(x).
`;
const PRODUCT = `
  .decl a(x: number)  .input a
  .decl r(x: number)  .output r
  r(x) :- a(x), a(y), a(z), x + y + z < 0.
`;

test('tuples: a run that would not end does', () => {
  const error = fail(COUNT, {}, { budget: { tuples: 5000 } });
  assert.is(error.code, 'budget');
  assert.match(error.message, /5000 tuples/);
  assert.is(error.relation, 'n');
  assert.is(error.rule?.file, 'test.dl');
});

test('tuples: facts are not counted', () => {
  const text = '.decl a(x: number)  .input a\n.decl r(x: number)  .output r\nr(x) :- a(x).';
  const a = Array.from({ length: 100 }, (_, i) => [i]);
  assert.is(run(text, { a }, { budget: { tuples: 100 } }).rows('r').length, 100);
  assert.is(fail(text, { a }, { budget: { tuples: 99 } }).code, 'budget');
});

test('bytes', () => {
  const error = fail(COUNT, {}, { budget: { bytes: 4 << 20 } });
  assert.is(error.code, 'budget');
  assert.match(error.message, /4194304 bytes/);
});

test('milliseconds: also where no row is derived', () => {
  const a = Array.from({ length: 20_000 }, (_, i) => [i]);
  const error = fail(PRODUCT, { a }, { budget: { milliseconds: 20 } });
  assert.is(error.code, 'budget');
  assert.match(error.message, /20 ms/);
});

test('an engine is as good as new after a failure', () => {
  const engine = new Engine();
  for (const budget of [{ tuples: 10 }, { bytes: 1 << 20 }]) {
    assert.not.ok(engine.run(program(COUNT), facts({}), { budget }).ok);
    const text = '.decl a(x: number)  .input a\n.decl r(x: number)  .output r\nr(x) :- a(x).';
    const outcome = engine.run(program(text), facts({ a: [[1], [2]] }));
    assert.ok(outcome.ok && outcome.result.relation('r')?.size === 2);
  }
});

test('facts with another number of columns than the declaration', () => {
  const error = fail('.decl a(x: number)  .input a\n.output a', { a: [[1, 2]] });
  assert.is(error.code, 'arity');
  assert.is(error.relation, 'a');
  assert.match(error.message, /1 columns.*2/);
});

test('facts of relations that are not declared, or are no inputs, are ignored', () => {
  const text = '.decl a(x: number)  .input a\n.decl b(x: number)  .output b\nb(x) :- a(x).';
  run(text, { a: [[1]], b: [[2]], c: [[3]] }).expect('b', [[1]]);
});

test.run();
