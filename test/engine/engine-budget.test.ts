import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Budget, Engine } from '../../src/engine/index.js';
import { Vectors } from '../../src/engine/vectors.js';
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

test('tuples: in a matrix, an equivalence, a computed relation and a part of a rule', () => {
  const edges = Array.from({ length: 900 }, (_, x) => [x, x + 1]);
  const edge = '.decl edge(x:number, y:number) .input edge';
  const cases: [relation: string, text: string][] = [
    ['path', `${edge} .decl path(x:number, y:number) path(x, y) :- edge(x, y). path(x, z) :- path(x, y), edge(y, z).`],
    ['same', `${edge} .decl same(x:number, y:number) eqrel same(x, y) :- edge(x, y).`],
    [
      'idom',
      `${edge} .decl entry(x:number) entry(0). /** @builtin dominators(edge, entry) */ .decl idom(x:number, d:number) .input idom`,
    ],
    ['pt', `${edge} .decl pt(x:number, y:number) pt(x, y) :- edge(x, y). pt(p, o) :- edge(p, q), pt(q, r), pt(r, o).`],
  ];
  for (const [relation, text] of cases) {
    const error = fail(text, { edge: edges }, { budget: { tuples: 800 } });
    assert.equal([error.code, error.relation], ['budget', relation]);
    assert.match(error.message, new RegExp(`^more than 800 tuples were derived while computing ${relation}`));
  }
});

test('bytes: whatever takes them, with a message of its own', () => {
  const error = fail(COUNT, {}, { budget: { bytes: 4 << 20 } });
  assert.is(error.code, 'budget');
  assert.match(error.message, /^the memory of 4194304 bytes was used up while computing n$/);
  const { messages } = everyBudget((step) => ({ bytes: (1 << 20) + (step << 15) }));
  for (const message of [/loading edge$/, /computing wide, by an index of edge$/, /computing wide$/, /computing path/])
    assert.ok(
      messages.some((said) => message.test(said)),
      `${message}: ${messages.join('; ')}`,
    );
});

test('milliseconds: also where no row is derived', () => {
  const a = Array.from({ length: 20_000 }, (_, i) => [i]);
  const error = fail(PRODUCT, { a }, { budget: { milliseconds: 20 } });
  assert.is(error.code, 'budget');
  assert.match(error.message, /^the time of 20 ms was used up while computing r$/);
  assert.is(error.rule?.file, 'test.dl');
});

test('milliseconds: looked at after every index, row of a matrix and batch', () => {
  const { now } = performance;
  let time = 0;
  // A clock on which a millisecond passes from one look to the next.
  performance.now = () => ++time;
  try {
    const { messages } = everyBudget((step) => ({ milliseconds: step + 1 }));
    for (const message of [/computing wide, by an index of edge$/, /computing wide$/, /computing path/])
      assert.ok(
        messages.some((said) => message.test(said)),
        `${message}: ${messages.join('; ')}`,
      );
  } finally {
    performance.now = now;
  }
});

/** What stops a program on many facts under ever larger budgets, until it runs through; one engine, checked in between. */
function everyBudget(budget: (step: number) => Budget): { readonly messages: string[] } {
  const engine = new Engine();
  const small = program('.decl a(x: number)  .input a\n.decl r(x: number)  .output r\nr(x) :- a(x).');
  const compiled = program(`
    .decl edge(x: number, y: number)  .input edge
    .decl wide(x: number, y: number, z: number)
    wide(x, y, z) :- edge(x, y), edge(y, z).
    .decl path(x: number, y: number)
    path(x, y) :- edge(x, y), x < 2000.
    path(x, z) :- path(x, y), edge(y, z), z < 2000.`);
  const given = facts({ edge: Array.from({ length: 80_000 }, (_, x) => [x, x + 1]) });
  const messages = new Set<string>();
  for (let step = 0; step < 2000; step++) {
    const outcome = engine.run(compiled, given, { budget: budget(step) });
    if (outcome.ok) {
      assert.is(outcome.result.relation('wide')?.size, 79_999);
      return { messages: [...messages] };
    }
    assert.is(outcome.error.code, 'budget', `${step}: ${JSON.stringify(outcome.error)}`);
    messages.add(outcome.error.message);
    const after = engine.run(small, facts({ a: [[1], [2]] }));
    assert.ok(after.ok && after.result.relation('r')?.size === 2, outcome.error.message);
  }
  throw new Error('no budget sufficed');
}

test('a pattern whose match backtracks without end', () => {
  const text = (pattern: string) => `.decl a(s: symbol)  .input a
    .decl r(s: symbol)  .output r
    r(s) :- a(s), match("${pattern}", s).`;
  const input = { a: [['a'.repeat(100)]] };
  const error = fail(text('(a*)*\\\\1b'), input);
  assert.is(error.code, 'budget');
  assert.match(
    error.message,
    /^a match of "\(a\*\)\*\\\\1b", which backtracks, takes more than 1000000 steps while computing r$/,
  );
  assert.equal([error.relation, error.rule?.file], ['r', 'test.dl']);
  assert.is(run(text('(a*)*\\\\1'), input).rows('r').length, 1);
  assert.match(fail(text('(a*)\\\\1'), input, { budget: { matchSteps: 50 } }).message, /more than 50 steps/);
});

test('texts that grow without end', () => {
  const text = '.decl n(s: symbol)  .output n\nn("a"). n(cat(s, s)) :- n(s).';
  const error = fail(text);
  assert.equal([error.code, error.relation], ['memory', 'n']);
  assert.match(error.message, /^memory was used up by texts that rules make while computing n$/);
  const small = fail(text, {}, { budget: { bytes: 1 << 20 } });
  assert.is(small.code, 'budget');
  assert.match(small.message, /^the memory of 1048576 bytes was used up by texts that rules make while computing n$/);
  const many = '.decl n(x: number, s: symbol)  .output n\nn(0, ""). n(x + 1, to_string(x)) :- n(x, _).';
  assert.match(fail(many, {}, { budget: { bytes: 8 << 20 } }).message, /while computing n/);
});

test('a trap: an error with the rule, and the engine goes on with a new core', () => {
  const engine = new Engine();
  const compiled = program('.decl n(x: number)  .output n\nn(0). n(x + 1) :- n(x), x < 10.');
  const { address } = Vectors.prototype;
  // Plans that point past the end of memory, as a bug of the planner might.
  Vectors.prototype.address = () => 0xfffff000;
  try {
    const outcome = engine.run(compiled, facts({}));
    assert.not.ok(outcome.ok);
    if (outcome.ok) return;
    assert.equal([outcome.error.code, outcome.error.relation, outcome.error.rule?.file], ['trap', 'n', 'test.dl']);
    assert.match(outcome.error.message, /^the core stopped: memory access out of bounds$/);
  } finally {
    Vectors.prototype.address = address;
  }
  const again = engine.run(compiled, facts({}));
  assert.ok(again.ok && again.result.relation('n')?.size === 11);
});

test('a stack that is used up', () => {
  const atoms = Array.from({ length: 200 }, (_, i) => `e(x${i}, x${i + 1})`);
  const compiled = program(`.decl e, n(x: number, y: number)  .output n\ne(1, 1). n(x0, x200) :- ${atoms.join(', ')}.`);
  const given = facts({});
  const engine = new Engine();
  // What is made when it is first needed is there.
  assert.ok(engine.run(compiled, given).ok);
  const codes = new Set<string>();
  const attempt = (): void => {
    const outcome = engine.run(compiled, given);
    codes.add(outcome.ok ? 'ok' : outcome.error.code);
    if (!outcome.ok) throw new RangeError(outcome.error.message);
  };
  // Once the stack is used up, each call on the way back tries a run, with a little more of it than the one before.
  const nested = (): void => {
    try {
      nested();
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
      attempt();
    }
  };
  nested();
  assert.equal([...codes].sort(), ['ok', 'trap']);
});

test('a budget of memory is that of its run alone', () => {
  const engine = new Engine();
  assert.not.ok(engine.run(program(COUNT), facts({}), { budget: { bytes: 1 << 19 } }).ok);
  const names = Array.from({ length: 3000 }, (_, i) => `.decl r${i}(x: number)  .output r${i}\nr${i}(${i}).`);
  const many = program(names.join('\n'));
  const failed = engine.run(many, facts({}), { budget: { bytes: 1 << 17 } });
  assert.ok(!failed.ok && failed.error.code === 'budget');
  const outcome = engine.run(many, facts({}));
  assert.ok(outcome.ok && outcome.result.relation('r2999')?.size === 1);
});

test('rows of a matrix can be read after a run that just fitted', () => {
  const edge = Array.from({ length: 1500 }, (_, x) => [x, x + 1]);
  const { result } = run(
    `.decl edge(x: number, y: number)  .input edge
     .decl path(x: number, y: number)  .output path
     path(x, y) :- edge(x, y).
     path(x, z) :- path(x, y), edge(y, z).`,
    { edge },
    { budget: { bytes: 3 << 20 } },
  );
  assert.is(result.relation('path')?.columns()[0]?.length, (1500 * 1501) / 2);
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
