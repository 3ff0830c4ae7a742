import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../src/datalog/index.js';
import { Engine } from '../../src/engine/index.js';
import { Chance } from './chance.js';
import { describe, GRAPH_STEPS, STEPS } from './compare.js';
import { evaluateWithin } from './evaluate.js';
import { tablesOf } from './implementation.js';
import { print } from './print.js';
import { type Case, randomCase } from './random.js';
import { randomGraphCase } from './random-graph.js';
import { differentWays, STRATEGIES } from './ways.js';

const PROGRAMS = 250;
const GRAPH_PROGRAMS = 20;

const test = suite('oracle: every way of evaluation');

function check(made: Case, steps: number): boolean {
  const expected = evaluateWithin(made.program, made.facts, steps);
  if (expected === null) return false;
  const different = differentWays(made, expected, new Chance(made.seed));
  if (different.length > 0) assert.unreachable(`${describe(made, { kind: 'same' })}\n${different.join('\n')}`);
  return true;
}

test(`each store, index and fast path by itself agrees with the oracle on ${PROGRAMS} programs, facts permuted`, () => {
  let judged = 0;
  for (let seed = 90_000; judged < PROGRAMS; seed++) if (check(randomCase(seed), STEPS)) judged++;
});

test(`and on ${GRAPH_PROGRAMS} programs about paths in graphs`, () => {
  let judged = 0;
  for (let seed = 90_000; judged < GRAPH_PROGRAMS; seed++) if (check(randomGraphCase(seed), GRAPH_STEPS)) judged++;
});

/** How often relations had each store, indexes each kind, and rules each form, in some random programs. */
function used(name: string): ReadonlyMap<string, number> {
  const engine = new Engine(STRATEGIES.get(name));
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (let seed = 0; seed < 60; seed++) {
    const { program, facts } = seed % 4 === 0 ? randomGraphCase(seed) : randomCase(seed);
    const compiled = compile({ file: 'random.dl', text: print(program) });
    if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
    const budget = { tuples: 100_000 };
    const run = engine.run(compiled.program, tablesOf(program, facts), { profile: true, budget });
    for (const { store, indexes } of (run.ok && run.result.profile?.relations) || []) {
      count(store);
      for (const { kind, layout } of indexes) count(`${kind} ${layout}`);
    }
    for (const { kind } of (run.ok && run.result.profile?.rules) || []) count(kind);
  }
  return counts;
}

test('what a strategy asks for is what happens', () => {
  const some = (name: string, ...wanted: string[]) => {
    const counts = used(name);
    for (const what of wanted) assert.ok((counts.get(what) ?? 0) >= 10, `${name}: ${what}`);
  };
  const none = (name: string, ...unwanted: string[]) => {
    const counts = used(name);
    for (const what of unwanted) assert.is(counts.get(what), undefined, `${name}: ${what}`);
  };
  some('bitmaps', 'bitmap');
  some('packed keys', 'packed', 'rows');
  none('packed keys', 'bitmap');
  some('row numbers', 'rows');
  none('row numbers', 'bitmap', 'packed');
  some('direct indexes', 'direct ranges', 'direct chains');
  some('hashed indexes', 'hashed ranges', 'hashed chains');
  none('hashed indexes', 'direct ranges', 'direct chains');
  none('chains', 'direct ranges', 'hashed ranges');
  some('matrices', 'matrix', 'edges');
  none('no matrices', 'matrix');
  none('whole rules', 'part', 'matrix');
});

test.run();
