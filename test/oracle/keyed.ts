import type { Facts, Program, Rule, Term, Tuple } from './ast.js';
import type { Chance } from './chance.js';
import { mapRule } from './map.js';

/**
 * Many small worlds in one program: every relation gets a first column, the world's number, that every atom of a rule has
 * in common. The result is then the union of the worlds' own results, so that relations of thousands of tuples can be
 * checked by an oracle that only ever sees a dozen at a time.
 */
export function keyed(program: Program): Program {
  const column = { name: 'world', type: 'number' } as const;
  const declarations = program.declarations.map((declaration) => ({
    ...declaration,
    columns: [column, ...declaration.columns],
  }));
  const worlds = { name: WORLDS, columns: [column], input: true, equivalence: false, builtin: null };
  return { declarations: [worlds, ...declarations], rules: program.rules.map(keyedRule) };
}

export const WORLDS = 'worlds';

/** Whether a program can be keyed: the relations that the engine closes or computes itself have two columns, no more. */
export function canBeKeyed(program: Program): boolean {
  return program.declarations.every(({ equivalence, builtin }) => !equivalence && builtin === null);
}

/** The facts of all worlds, by number; rows of different worlds take turns. */
export function keyedFacts(worlds: ReadonlyMap<number, Facts>, chance: Chance): Facts {
  const all = new Map<string, Tuple[]>([[WORLDS, [...worlds.keys()].map((world) => [world])]]);
  for (const [world, facts] of worlds)
    for (const [name, rows] of facts)
      all.set(name, [...(all.get(name) ?? []), ...rows.map((row): Tuple => [world, ...row])]);
  return new Map([...all].map(([name, rows]) => [name, chance.shuffled(rows)]));
}

const KEY: Term = { kind: 'variable', name: 'world' };

function keyedRule(rule: Rule): Rule {
  const { heads, body } = mapRule(rule, { atom: ({ relation, args }) => ({ relation, args: [KEY, ...args] }) });
  return { heads, body: [...body, { kind: 'atom', relation: WORLDS, args: [KEY] }] };
}
