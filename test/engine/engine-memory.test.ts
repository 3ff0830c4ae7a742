import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine, type EngineError } from '../../src/engine/index.js';
import { facts, type Input, program } from './evaluate.js';
import { makeMemorySmall } from './small-memory.js';

// A process of its own, in which the core's memory cannot grow beyond 3 MiB: growth fails as it does at 4 GiB.
makeMemorySmall();

const test = suite('engine: memory that cannot grow');

const EDGE = '.decl edge(x:number, y:number) .input edge';
const CLOSURE = `${EDGE} .decl path(x:number, y:number)
  path(x, y) :- edge(x, y).
  path(x, z) :- path(x, y), edge(y, z).`;

const scattered = (x: number) => Math.imul(x + 1, 0x9e3779b1);

function pairs(count: number, value = (x: number) => x): Input {
  return { edge: Array.from({ length: count }, (_, x) => [value(x), value(x + 1)]) };
}

/** Runs on one engine with ever more facts until memory does not suffice, with a run that is known between. */
function untilItFails(text: string, input: (size: number) => Input): EngineError {
  const engine = new Engine();
  const [compiled, known] = [program(text), program(CLOSURE)];
  for (let size = 64; size < 1 << 22; size = Math.ceil(size * 1.4)) {
    const outcome = engine.run(compiled, facts(input(size)));
    const after = engine.run(known, facts(pairs(30)));
    assert.ok(after.ok && after.result.relation('path')?.size === (30 * 31) / 2, `after ${size}`);
    if (!outcome.ok) return outcome.error;
  }
  throw new Error('memory always sufficed');
}

const cases: [what: string, text: string, input: (size: number) => Input, relation: string, message: RegExp][] = [
  ['loading', EDGE, (size) => pairs(size, scattered), 'edge', /^memory was used up while loading edge$/],
  [
    'inserting',
    `${EDGE} .decl all(x:number, y:number, z:number) all(x, y, z) :- edge(x, y), edge(z, _).`,
    (size) => pairs(Math.ceil(Math.sqrt(size))),
    'all',
    /^memory was used up while computing all/,
  ],
  ['a matrix', CLOSURE, (size) => pairs(Math.ceil(size / 4)), 'path', /while computing path/],
  [
    'an index',
    `${EDGE} .decl r(x:number) r(x) :- edge(x, y), edge(y, x), edge(_, x).`,
    (size) => pairs(size, scattered),
    'r',
    /^memory was used up while computing r, by an index of edge$/,
  ],
  [
    'an equivalence',
    `${EDGE} .decl same(x:number, y:number) eqrel same(x, y) :- edge(x, _), y = x - 1.`,
    (size) => pairs(Math.ceil(size / 2), (x) => 7 * x),
    'same',
    /^memory was used up while computing same/,
  ],
  [
    'the rows of an equivalence',
    `${EDGE} .decl same(x:number, y:number) eqrel same(x, y) :- edge(x, y).
     .decl s(x:number) s(x) :- same(x, y), same(y, 5).`,
    (size) => pairs(Math.ceil(Math.sqrt(size))),
    's',
    /^memory was used up while computing s, by the rows of same$/,
  ],
  [
    'a computed relation',
    `${EDGE} .decl node(x:number) node(x) :- edge(x, _).
     /** @builtin components(edge, node) */
     .decl scc(x:number, r:number) .input scc`,
    (size) => pairs(size),
    'scc',
    /^memory was used up while computing scc$/,
  ],
];

for (const [what, text, input, relation, message] of cases)
  test(`${what}: an error with the relation, and the engine goes on`, () => {
    const error = untilItFails(text, input);
    assert.is(error.code, 'memory', error.message);
    assert.is(error.relation, relation, error.message);
    assert.match(error.message, message);
  });

test('rows that are asked for after the run', () => {
  const engine = new Engine();
  const outcome = engine.run(program(CLOSURE), facts(pairs(800)));
  assert.ok(outcome.ok);
  if (!outcome.ok) return;
  assert.is(outcome.result.relation('path')?.size, (800 * 801) / 2);
  assert.throws(() => outcome.result.relation('path')?.columns(), /^there is not enough memory for the rows of path$/);
  assert.ok(engine.run(program(CLOSURE), facts(pairs(30))).ok);
});

test.run();
