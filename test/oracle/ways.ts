import type { Strategy } from '../../src/engine/strategy.js';
import type { Facts, Program, Tuple } from './ast.js';
import type { Chance } from './chance.js';
import { compareResults, type Implementation } from './compare.js';
import type { Result } from './evaluate.js';
import { engineWith } from './implementation.js';
import { print } from './print.js';
import type { Case } from './random.js';

/** Each kind of store and index by itself, each fast path on wherever it can be, and off. */
export const STRATEGIES: ReadonlyMap<string, Strategy> = new Map([
  ['bitmaps', { store: 'bitmap' }],
  ['packed keys', { store: 'packed' }],
  ['row numbers', { store: 'rows' }],
  ['direct indexes', { index: 'direct' }],
  ['hashed indexes', { index: 'hashed' }],
  ['chains', { ranges: false }],
  ['matrices', { matrix: true }],
  ['no matrices', { matrix: false }],
  ['whole rules', { splits: false, matrix: false }],
  ['matrices beside tables', { matrix: true, store: 'packed', index: 'hashed', splits: false }],
]);

const engines: readonly [string, Implementation][] = [...STRATEGIES].map(([name, strategy]) => [
  name,
  engineWith(strategy),
]);

/** Which ways of evaluation give another result than the oracle, and what; the facts come in another order in each. */
export function differentWays({ program, facts }: Case, expected: Result, chance: Chance): string[] {
  const text = print(program);
  return engines.flatMap(([name, engine]) => {
    const outcome = engine(text, program, permuted(program, facts, chance));
    if (!outcome.ok) return [`${name}: ${outcome.reason}`];
    const differences = compareResults(program, expected, outcome.relations);
    return differences.length === 0 ? [] : [`${name}: ${JSON.stringify(differences)}`];
  });
}

/** The same facts in another order, some twice. */
export function permuted(program: Program, facts: Facts, chance: Chance): Facts {
  // The representative of a component is the first of its nodes, so their order counts.
  const ordered = new Set(program.declarations.flatMap(({ builtin }) => (builtin === null ? [] : [builtin.nodes])));
  const tables = [...facts].map(([name, rows]): [string, readonly Tuple[]] =>
    ordered.has(name) ? [name, rows] : [name, chance.shuffled([...rows, ...rows.slice(0, 2)])],
  );
  return new Map(chance.shuffled(tables));
}
