import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine, formatAbsence } from '../../src/engine/index.js';
import { facts, type Input, program, run } from './evaluate.js';

const test = suite('explain: what was not derived');

const TEXT = `.decl edge(x:symbol, y:symbol) .input edge
.decl stop(x:symbol) .input stop
.decl path(x:symbol, y:symbol)
path(x, y) :- edge(x, y).
path(x, z) :- path(x, y), edge(y, z), !stop(z), z != "q".
.decl far(x:symbol, n:number)
far(x, n + 1) :- path(x, _), n = count : { path(x, _) }, n > 1.
far("x", 1).
.decl only(x:symbol)
only("one"). only("two").
.decl loop(x:symbol, n:number)
loop(x, n) :- far(_, n), edge(y, y), x = cat(y, y).
.decl denied(x:symbol)
denied(x) :- edge(x, _), !(x = "a"), !match("b.*", x), !(x < "d", x = "c").
.decl least(x:symbol, n:number)
least(x, min n : { far(x, n) }) :- edge(x, _).`;
const INPUT: Input = {
  edge: ['ab', 'bc', 'cd', 'ax', 'xd', 'dq'].map((pair) => [...pair]),
  stop: [['d']],
};

function said(relation: string, ...values: (string | number)[]): string {
  const { result } = run(TEXT, INPUT);
  assert.is(result.explain(relation, values), undefined);
  const absence = result.explainAbsence(relation, values);
  const quote = ({ start, end }: { start: number; end: number }) => TEXT.slice(start, end);
  return absence === undefined ? 'derived' : formatAbsence(absence, { locate: () => '-', quote });
}

test('the premise that is missing, with what was found before it', () => {
  assert.is(
    said('path', 'a', 'z'),
    `path("a", "z") was not derived
  -  path(x, y) :- edge(x, y).
    missing  edge("a", "z")
  -  path(x, z) :- path(x, y), edge(y, z), !stop(z), z != "q".
    found    path("a", "b")  (1 of 3 ways)
    missing  edge("b", "z")
`,
  );
});

test('a negation, a condition and a head that fail', () => {
  assert.match(said('path', 'a', 'd'), /fails {4}!stop\("d"\): there is such a tuple/);
  assert.match(said('path', 'a', 'q'), /fails {4}z != "q"\n/);
  assert.match(said('far', 'b', 9), /\n {4}fails {4}n > 1\n {2}1 rule more can derive no such tuple\n$/);
  assert.match(said('far', 'a', 9), /fails {4}the head computes other values/);
  assert.match(said('loop', 'a', 4), /found {4}far\("a", 4\)\n {4}missing {2}edge\(y, y\)\n/);
});

test('a condition is quoted with its denial', () => {
  assert.match(said('denied', 'a'), /fails {4}!\(x = "a"\)\n/);
  assert.match(said('denied', 'b'), /fails {4}!match\("b\.\*", x\)\n/);
  assert.match(said('denied', 'c'), /fails {4}!\(x < "d", x = "c"\)\n/);
});

test('an aggregate of a head without a value, and of another value', () => {
  assert.match(said('least', 'd', 1), /\n {2}- {2}least\(.*\n {4}fails {4}min n : \{ far\(x, n\) \}\n$/);
  assert.match(said('least', 'a', 9), /fails {4}the head computes other values\n$/);
});

test('facts, and rules that give other tuples', () => {
  assert.is(said('edge', 'a', 'z'), 'edge("a", "z") was not derived: edge has facts alone, and this is none of them\n');
  assert.is(said('only', 'three'), 'only("three") was not derived: no rule of only can derive it\n');
});

test('relations that are computed, equivalences, and recursion that was ended', () => {
  const { result } = run(
    `.decl edge(x:number, y:number) .input edge
     .decl entry(x:number) .input entry
     /** @builtin dominators(edge, entry) */
     .decl idom(x:number, d:number) .input idom
     .decl same(x:number, y:number) eqrel
     same(x, y) :- edge(x, y), x < y.
     .decl few(x:number) .limitsize few(n=3)
     few(0). few(x + 1) :- few(x), x < 9.`,
    {
      edge: [
        [1, 2],
        [3, 4],
      ],
      entry: [[1]],
    },
  );
  const text = (relation: string, ...values: number[]) => {
    const absence = result.explainAbsence(relation, values);
    return absence === undefined ? '' : formatAbsence(absence);
  };
  assert.is(text('idom', 2, 1), '');
  assert.is(text('idom', 4, 3), 'idom(4, 3) was not derived: idom is computed, and has no such tuple\n');
  assert.match(text('same', 1, 4), /not derived: no chain of tuples connects the two\n.*\n {4}missing {2}edge\(1, 4\)/);
  assert.match(text('few', 3), /all holds, but `\.limitsize` ended the recursion before/);
});

test('a relation that is held as a matrix', () => {
  const edge = Array.from({ length: 900 }, (_, x) => [x, x + 1]);
  const { result } = run(
    `.decl edge(x:number, y:number) .input edge
     .decl path(x:number, y:number)
     path(x, y) :- edge(x, y).
     path(x, z) :- path(x, y), edge(y, z).`,
    { edge },
  );
  assert.equal(result.explainAbsence('path', [5, 900]), undefined);
  const missing = result.explainAbsence('path', [899, 5])?.attempts.map((attempt) => attempt.missing);
  assert.equal(missing, [
    { kind: 'tuple', relation: 'edge', pattern: [899, 5] },
    { kind: 'tuple', relation: 'edge', pattern: [900, 5] },
  ]);
});

test('questions may be asked after the time of the run, not about what cannot be', () => {
  const engine = new Engine();
  const compiled = program(TEXT);
  const outcome = engine.run(compiled, facts(INPUT), { budget: { milliseconds: 200 } });
  assert.ok(outcome.ok);
  if (!outcome.ok) return;
  const until = performance.now() + 210;
  while (performance.now() < until);
  assert.ok(outcome.result.explain('path', ['a', 'c']) !== undefined);
  assert.ok(outcome.result.explainAbsence('path', ['a', 'z']) !== undefined);
  for (const ask of [outcome.result.explain, outcome.result.explainAbsence]) {
    assert.throws(() => ask('pth', []), /no relation pth/);
    assert.throws(() => ask('path', ['a']), /2 columns, not 1/);
    assert.throws(() => ask('far', ['a', 'b']), /n of far cannot be "b"/);
    assert.throws(() => ask('far', ['a', 1.5]), TypeError);
    assert.throws(() => ask('far', ['a', 2 ** 32]), TypeError);
  }
  assert.ok(engine.run(compiled, facts({})).ok);
  assert.throws(() => outcome.result.explainAbsence('path', ['a', 'z']), /before the next run/);
});

test.run();
