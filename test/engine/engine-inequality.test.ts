import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine } from '../../src/engine/index.js';
import { Chance } from '../oracle/chance.js';
import { facts, program } from './evaluate.js';

const test = suite('engine: an inequality with the passed value');

type Pair = readonly [number, number];

/** What follows by definition: o comes to h along an edge from where it is, unless it is h and the edge is a strict one. */
function expected(seeds: readonly Pair[], plain: readonly Pair[], strict: readonly Pair[]): string[] {
  const known = new Set(seeds.map(([h, o]) => `${h},${o}`));
  for (const pair of known) {
    const [b = 0, o = 0] = pair.split(',').map(Number);
    for (const [from, to] of plain) if (from === b) known.add(`${to},${o}`);
    for (const [from, to] of strict) if (from === b && to !== o) known.add(`${to},${o}`);
  }
  return [...known].sort();
}

/** A rule that passes o on from b to h, both ways round, and the inequality either way round. */
const forms: [name: string, declaration: string, at: (h: string, o: string) => string, inequality: string][] = [
  ['key first, o != h', '.decl r(h:number, o:number)', (h, o) => `r(${h}, ${o})`, 'o != h'],
  ['key first, h != o', '.decl r(h:number, o:number)', (h, o) => `r(${h}, ${o})`, 'h != o'],
  ['key last, o != h', '.decl r(o:number, h:number)', (h, o) => `r(${o}, ${h})`, 'o != h'],
  ['key last, h != o', '.decl r(o:number, h:number)', (h, o) => `r(${o}, ${h})`, 'h != o'],
];

for (const [name, declaration, at, inequality] of forms)
  test(`${name}: a matrix gives what the definition says, and so does a table`, () => {
    const compiled = program(`
      .decl seed(h:number, o:number) .input seed
      .decl plain(b:number, h:number) .input plain
      .decl strict(b:number, h:number) .input strict
      ${declaration}
      ${at('h', 'o')} :- seed(h, o).
      ${at('h', 'o')} :- ${at('b', 'o')}, strict(b, h), ${inequality}.
      ${at('h', 'o')} :- plain(b, h), ${at('b', 'o')}.`);
    const [matrix, table] = [new Engine({ matrix: true }), new Engine({ matrix: false })];
    for (let trial = 0; trial < 60; trial++) {
      const chance = new Chance(trial);
      const nodes = chance.pick([3, 6, 40, 200]);
      const pairs = (count: number) =>
        Array.from({ length: count }, (): Pair => [chance.below(nodes), chance.below(nodes)]);
      const [seed, plain, strict] = [pairs(5), pairs(chance.pick([1, nodes >> 1])), pairs(nodes)];
      // Values that come back to themselves: a seed whose node is its own value, and loops.
      seed.push([1, 1]);
      strict.push([2, 2], [1, 0], [0, 1]);
      const wanted = expected(seed, plain, strict);
      for (const engine of [matrix, table]) {
        const outcome = engine.run(compiled, facts({ seed, plain, strict }), { profile: true });
        if (!outcome.ok) throw new Error(outcome.error.message);
        const { result } = outcome;
        assert.is(
          result.profile?.rules.some(({ kind }) => kind === 'matrix'),
          engine === matrix,
          `trial ${trial}`,
        );
        const flip = name.startsWith('key last');
        const rows = [...(result.relation('r') ?? [])].map(([a, b]) => (flip ? `${b},${a}` : `${a},${b}`));
        assert.equal(rows.sort(), wanted, `trial ${trial}`);
      }
    }
  });

test.run();
