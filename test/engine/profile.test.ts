import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../src/datalog/index.js';
import { Engine, formatProfile, type PlanStep, type Profile, type Result } from '../../src/engine/index.js';
import { tablesOf } from '../oracle/implementation.js';
import { print } from '../oracle/print.js';
import { randomCase } from '../oracle/random.js';
import { type Input, run } from './evaluate.js';

const test = suite('engine: profile');

function profiled(text: string, input: Input = {}): Profile {
  const { profile } = run(text, input, { profile: true }).result;
  if (profile === undefined) throw new Error('there is no profile');
  return profile;
}

const CLOSURE = `.decl edge(x:number, y:number) .input edge
  .decl path(x:number, y:number)
  path(x, y) :- edge(x, y).
  path(x, z) :- path(x, y), edge(y, z).`;

const chain = (nodes: number) => Array.from({ length: nodes }, (_, x) => [x, x + 1]);

function access(profile: Profile, rule: number): string[][] {
  const shown = (step: PlanStep): string =>
    step.access === 'aggregate' ? step.steps.map(shown).join('+') : `${step.access} ${step.relation} ${step.columns}`;
  const found = profile.rules.find(({ rules, kind }) => rules.includes(rule) && kind === 'rule');
  return (found?.plans ?? []).map((plan) => plan.map(shown));
}

test('there is none unless it is asked for', () => {
  assert.is(run(CLOSURE, { edge: chain(3) }).result.profile, undefined);
});

test('tuples, those that were known, iterations and the order of joins of each rule', () => {
  const diamond = [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [3, 4],
  ];
  const profile = profiled(CLOSURE, { edge: diamond });
  const [first, second] = profile.rules.filter(({ kind }) => kind === 'rule');
  assert.equal([first?.rules, first?.tuples, first?.duplicates, first?.iterations], [[0], 5, 0, 1]);
  // 0 to 3 twice and then, once, 0 to 4; 1 and 2 to 4.
  assert.equal([second?.rules, second?.tuples, second?.duplicates, second?.iterations], [[1], 4, 1, 3]);
  assert.equal(access(profile, 0), [['scan edge ']]);
  assert.equal(access(profile, 1), [['delta path ', 'index edge x']]);
  const path = profile.relations.find(({ name }) => name === 'path');
  assert.equal(path, { name: 'path', rows: 9, loaded: 0, store: 'bitmap', indexes: [] });
  const edge = profile.relations.find(({ name }) => name === 'edge');
  assert.equal(edge?.indexes, [{ columns: ['x'], kind: 'direct', layout: 'ranges' }]);
});

test('tests, products and what an aggregate does', () => {
  const profile = profiled(
    `.decl a(x:number) .input a  .decl b(x:number, y:number) .input b
     .decl r(x:number, n:number)
     r(x, n) :- a(x), b(x, _), !b(_, x), n = count : { a(y), b(y, x) }.
     .decl s(x:number, y:number)
     s(x, y) :- a(x), a(y), !b(x, y).`,
    { a: [[1], [2]], b: [[1, 5]] },
  );
  assert.equal(access(profile, 0), [['scan a ', 'lacks b y', 'has b x', 'index b y+has a x']]);
  assert.equal(access(profile, 1), [['scan a ', 'product a ', 'lacks b x,y']]);
});

test('a matrix stands for the rules that it makes superfluous', () => {
  const profile = profiled(CLOSURE, { edge: chain(900) });
  const matrix = profile.rules.find(({ kind }) => kind === 'matrix');
  assert.equal([matrix?.relation, matrix?.rules, matrix?.duplicates], ['path', [1], null]);
  assert.is(matrix?.tuples, (900 * 901) / 2 - 900);
  assert.is(profile.relations.find(({ name }) => name === 'path')?.store, 'matrix');
  const filtered = profiled(`${CLOSURE.replace('edge(y, z)', 'edge(y, z), z > 0')}`, { edge: chain(900) });
  assert.ok(filtered.rules.some(({ kind, relation }) => kind === 'edges' && relation === 'edges of path'));
  assert.ok(filtered.relations.some(({ store }) => store === 'bag'));
});

test('stores and indexes by how values lie', () => {
  const far = (x: number) => Math.imul(x + 1, 0x9e3779b1);
  const edge = Array.from({ length: 300 }, (_, x) => [far(x), far(x + 1)]);
  const profile = profiled(
    `${CLOSURE} .decl wide(x:number, y:number, z:number) wide(x, y, z) :- edge(x, y), edge(y, z).`,
    { edge },
  );
  const stores = new Map(profile.relations.map(({ name, store }) => [name, store]));
  assert.equal([stores.get('path'), stores.get('wide')], ['packed', 'rows']);
  assert.is(profile.relations.find(({ name }) => name === 'edge')?.indexes[0]?.kind, 'hashed');
});

test('the table names rules, plans and relations', () => {
  const profile = profiled(CLOSURE, { edge: chain(4) });
  const table = formatProfile(profile, { locate: ({ start }) => `@${start}`, quote: () => 'the rule' });
  assert.match(table, /^loaded in .* ms, evaluated in .* ms, 4 rounds, \d+ MiB\n/);
  assert.match(table, /\n *[\d.]+ +\d+ +4 +6 +0 {2}the rule {2}\(@\d+\)\n +Δpath, edge by x\n/);
  assert.match(table, /\n *10 +bitmap {2}path\n/);
});

/** What rules gave and what was loaded are all the rows there are, in every relation of the program. */
function checkSums({ relation }: Result, profile: Profile, context: string): void {
  const sums = new Map<string, number>();
  for (const { relation: name, tuples } of profile.rules) sums.set(name, (sums.get(name) ?? 0) + tuples);
  for (const { name, rows, loaded } of profile.relations) {
    if (/ of /.test(name)) continue;
    assert.is(rows, relation(name)?.size, `${context}: ${name}`);
    assert.is((sums.get(name) ?? 0) + loaded, rows, `${context}: ${name}`);
  }
}

test('what is counted is what there is, in random programs, and a profile changes no result', () => {
  const engine = new Engine();
  const kinds = new Set<string>();
  for (let seed = 80_000; seed < 80_200; seed++) {
    const { program, facts } = randomCase(seed);
    const compiled = compile({ file: 'random.dl', text: print(program) });
    if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
    const budget = { tuples: 200_000 };
    const plain = engine.run(compiled.program, tablesOf(program, facts), { budget });
    if (!plain.ok) continue;
    const expected = program.declarations.map(({ name }) => plain.result.relation(name)?.columns());
    const outcome = engine.run(compiled.program, tablesOf(program, facts), { budget, profile: true });
    if (!outcome.ok || outcome.result.profile === undefined) throw new Error(`seed ${seed}`);
    const { result } = outcome;
    for (const { kind, duplicates } of outcome.result.profile.rules) {
      kinds.add(kind);
      assert.ok(duplicates === null || duplicates >= 0, `seed ${seed}: ${duplicates}`);
    }
    checkSums(result, outcome.result.profile, `seed ${seed}`);
    assert.equal(
      program.declarations.map(({ name }) => result.relation(name)?.columns()),
      expected,
    );
  }
  for (const kind of ['rule', 'part', 'edges', 'builtin']) assert.ok(kinds.has(kind), kind);
});

test('also where a matrix gives way to another store', () => {
  // A value that is too great for a matrix comes by way of the rules that read it.
  const text = `${CLOSURE}
    .decl far(x:number, y:number)
    far(x, y * 1000000) :- path(x, y), x = 0, y = 600.
    path(x, y) :- far(x, y).`;
  const { result } = run(text, { edge: chain(700) }, { profile: true });
  const { profile } = result;
  if (profile === undefined) throw new Error('there is no profile');
  assert.ok(profile.rules.some(({ kind }) => kind === 'matrix'));
  assert.is.not(profile.relations.find(({ name }) => name === 'path')?.store, 'matrix');
  checkSums(result, profile, 'dissolved');
});

test.run();
