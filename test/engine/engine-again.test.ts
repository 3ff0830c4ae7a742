import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine } from '../../src/engine/index.js';
import { Chance } from '../oracle/chance.js';
import { facts, type Input, program } from './evaluate.js';

const TEXT = `
  .decl edge(x:number, y:number)
  .decl mark(x:number, what:symbol)
  .input edge, mark
  .decl path(x:number, y:number)
  path(x, y) :- edge(x, y).
  path(x, z) :- path(x, y), edge(y, z).
  .decl red(x:number)
  red(y) :- mark(x, "red"), path(x, y), !mark(y, "blue").
  .decl many(x:number, n:number)
  many(x, n) :- edge(x, _), n = count : { path(x, _) }.
`;

function randomInput(chance: Chance, nodes: number): Input {
  const edge = Array.from({ length: nodes + 1 }, () => [chance.below(nodes), chance.below(nodes)]);
  const colours = chance.percent(50) ? ['red', 'blue'] : ['green', 'blue', 'red'];
  const mark = Array.from({ length: 3 }, () => [chance.below(nodes), chance.pick(colours)]);
  return { edge, mark };
}

function results(engine: Engine, compiled: ReturnType<typeof program>, input: Input): unknown {
  const outcome = engine.run(compiled, facts(input));
  if (!outcome.ok) return outcome.error;
  const { result } = outcome;
  return ['path', 'red', 'many'].map((name) => result.relation(name)?.columns());
}

const test = suite('engine: runs again');

test('a program that runs again gives what a new engine gives, in the same order', () => {
  const again = program(TEXT);
  const engine = new Engine();
  for (let seed = 0; seed < 60; seed++) {
    const chance = new Chance(seed);
    // Sizes go up and down: dense and sparse, direct and hashed, with and without a matrix.
    const input = randomInput(chance, chance.pick([0, 1, 4, 12, 90, 700]) + 1);
    assert.equal(results(engine, again, input), results(new Engine(), program(TEXT), input), `seed ${seed}`);
  }
});

test('also after runs of another program and runs that fail', () => {
  const again = program(TEXT);
  const other = program('.decl n(x:number) .input n .decl q(x:number) q(1 / x) :- n(x).');
  const engine = new Engine();
  const input = randomInput(new Chance(1), 12);
  const expected = results(engine, again, input);
  assert.ok(engine.run(other, facts({ n: [[1]] })).ok);
  assert.equal(results(engine, again, input), expected);
  assert.not.ok(engine.run(other, facts({ n: [[0]] })).ok);
  assert.not.ok(engine.run(again, facts(input), { budget: { tuples: 3 } }).ok);
  assert.equal(results(engine, again, input), expected);
});

test.run();
