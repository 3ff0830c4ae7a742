import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Program } from './ast.js';
import { compiles, engine } from './implementation.js';

// A witness has its value from inside an aggregate alone. What is asserted here was seen in Soufflé 2.5 as well.

const witnesses = suite('oracle: witnesses of aggregates');

const FACTS = '.decl f(a: number, b: number)\nf(0, 2). f(4, 1). f(4, 3). f(0, 1).\n';

/** The tuples of a relation `t` of numbers that one rule gives on FACTS. */
function tuplesOf(rule: string, columns: number): readonly string[] {
  const names = Array.from({ length: columns }, (_, i) => ({ name: `c${i}`, type: 'number' as const }));
  const text = `${FACTS}.decl t(${names.map(({ name }) => `${name}: number`).join(', ')})\n.output t\n${rule}\n`;
  const declaration = { name: 't', columns: names, input: false, equivalence: false, builtin: null };
  const program: Program = { declarations: [declaration], rules: [] };
  const outcome = engine(text, program, new Map());
  if (!outcome.ok) throw new Error(outcome.reason);
  return (outcome.relations.get('t') ?? []).map((tuple) => tuple.join(' ')).sort();
}

witnesses('are the values at which the extreme is reached', () => {
  assert.equal(tuplesOf('t(x, m) :- m = min v : { f(v, x) }.', 2), ['1 0', '2 0']);
  assert.equal(tuplesOf('t(x, 0) :- 4 = max v : { f(v, x) }, x > 1.', 2), ['3 0']);
});

witnesses('of two aggregates have to be at both extremes', () => {
  assert.equal(tuplesOf('t(x, m, n) :- m = min v : { f(v, x) }, n = max v : { f(v, x) }.', 3), ['1 0 4']);
});

witnesses('are not given to another aggregate, whichever stands first', () => {
  const rules = [
    't(x, c) :- c = count : { f(x, _) }, _ = min v : { f(v, x) }.',
    't(x, c) :- _ = min v : { f(v, x) }, c = count : { f(x, _) }.',
    't(x, 0) :- _ = min v : { f(v, x) }, 1 <= count : { f(w, _), w <= count : { f(x, _) } }.',
  ];
  for (const rule of rules)
    assert.not(compiles(`${FACTS}.decl t(a: number, c: number)\n.output t\n${rule}\n`), `accepted ${rule}`);
});

witnesses.run();
