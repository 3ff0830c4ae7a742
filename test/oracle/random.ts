import type { Builtin, Declaration, Facts, Program, Rule, Tuple, Type, Value } from './ast.js';
import { Chance } from './chance.js';
import { randomRule } from './random-rule.js';
import { randomConstant, randomValue } from './random-terms.js';

/** One program to evaluate, with its facts; the seed makes it again. */
export interface Case {
  readonly seed: number;
  readonly program: Program;
  readonly facts: Facts;
}

/**
 * A random program that is valid by construction: grounded (negation, tests and aggregates see only variables that a
 * positive atom or an equation has bound), stratified (relations come in groups, and only positive atoms reach into the
 * rule's own group), and with a fixpoint (a recursive rule computes only values it bounds).
 */
export function randomCase(seed: number): Case {
  const chance = new Chance(seed);
  const types = palette(chance);
  const inputs = Array.from({ length: chance.between(2, 4) }, (_, i) => declare(chance, `e${i}`, types, true));
  const facts = new Map(inputs.map((input) => [input.name, randomRows(chance, input)]));
  const available = [...inputs];
  const rules: Rule[] = [];
  const derived: Declaration[] = [];
  const withBuiltins = chance.percent(30) ? chance.below(2) : -1;
  for (let group = 0, groups = chance.between(2, 5); group < groups; group++) {
    if (group === withBuiltins) available.push(...randomBuiltins(chance, available, facts));
    const made = randomGroup(chance, derived.length, types);
    rules.push(...groupRules(chance, made, available));
    for (const { name, input, columns } of made)
      if (input) facts.set(name, randomRows(chance, { columns }).slice(0, 3));
    derived.push(...made);
    available.push(...made);
  }
  const declarations = chance.shuffled([...available]);
  return { seed, program: { declarations, rules: chance.shuffled(rules) }, facts };
}

/** Which types the program's columns have, the likelier ones more than once. */
function palette(chance: Chance): Type[] {
  const types: Type[] = ['number', 'number'];
  if (chance.percent(65)) types.push('symbol', 'symbol');
  if (chance.percent(20)) types.push('unsigned');
  return types;
}

function declare(chance: Chance, name: string, types: readonly Type[], input: boolean): Declaration {
  const arity = chance.pick([0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5, 6]);
  const first = chance.pick(types);
  // Columns of one type more often than not, so that relations can be joined with themselves.
  const columns = Array.from({ length: arity }, (_, i) => ({
    name: `c${i}`,
    type: chance.percent(65) ? first : chance.pick(types),
  }));
  return { name, columns, input, equivalence: false, builtin: null };
}

/** One to two relations that may read each other. */
function randomGroup(chance: Chance, offset: number, types: readonly Type[]): Declaration[] {
  const size = chance.percent(70) ? 1 : 2;
  return Array.from({ length: size }, (_, i) => {
    const made = declare(chance, `d${offset + i}`, types, chance.percent(12));
    const [first, second] = made.columns;
    const fits = made.columns.length === 2 && first?.type === second?.type;
    return fits && chance.percent(12) ? { ...made, equivalence: true } : made;
  });
}

function groupRules(chance: Chance, group: readonly Declaration[], earlier: readonly Declaration[]): Rule[] {
  const rules: Rule[] = [];
  const recursive = chance.percent(55);
  for (const head of group) {
    for (let i = chance.between(1, 3); i > 0; i--) {
      const heads = group.length > 1 && chance.percent(15) ? group : [head];
      rules.push(randomRule(chance, heads, { earlier, own: [] }));
    }
    if (recursive)
      for (let i = chance.between(1, 2); i > 0; i--) rules.push(randomRule(chance, [head], { earlier, own: group }));
    if (chance.percent(20)) rules.push(randomFact(chance, head));
  }
  return rules;
}

function randomFact(chance: Chance, relation: Declaration): Rule {
  const args = relation.columns.map(({ type }) => randomConstant(chance, type));
  return { heads: [{ relation: relation.name, args }], body: [] };
}

function randomRows(chance: Chance, { columns }: Pick<Declaration, 'columns'>): Tuple[] {
  const most = [1, 4, 12, 14][columns.length] ?? 14;
  const count = chance.percent(4) ? 0 : chance.between(Math.ceil(most / 2), most);
  return Array.from({ length: count }, () => columns.map(({ type }) => randomValue(chance, type)));
}

/** Built-in relations over one relation as the graph, with inputs of their own as the nodes, most of the graph's ends. */
function randomBuiltins(
  chance: Chance,
  available: readonly Declaration[],
  facts: Map<string, readonly Tuple[]>,
): Declaration[] {
  const graph = chance.pickAny(
    available.filter(({ columns: [a, b, ...more] }) => more.length === 0 && a !== undefined && a.type === b?.type),
  );
  const type = graph?.columns[0]?.type;
  if (graph === undefined || type === undefined) return [];
  const ends = [...(facts.get(graph.name) ?? []).flat(), ...Array.from({ length: 4 }, () => randomValue(chance, type))];
  const nodes = chance.shuffled([...new Set<Value>(ends)]).filter(() => chance.percent(90));
  const columns = [{ name: 'x', type }];
  const plain = { equivalence: false, builtin: null, input: true };
  facts.set(
    'nodes',
    nodes.map((node) => [node]),
  );
  facts.set(
    'entries',
    nodes.slice(0, chance.between(1, 2)).map((node) => [node]),
  );
  const built = (name: string, second: string, of: Type, kind: Builtin['kind'], from: string): Declaration => ({
    ...plain,
    name,
    columns: [...columns, { name: second, type: of }],
    builtin: { kind, edge: graph.name, nodes: from },
  });
  const builtins = [
    built('idom', 'd', type, 'dominators', 'entries'),
    built('level', 'n', 'number', 'levels', 'nodes'),
    built('scc', 'r', type, 'components', 'nodes'),
  ];
  return [
    { ...plain, name: 'nodes', columns },
    { ...plain, name: 'entries', columns },
    ...builtins.filter(() => chance.percent(70)),
  ];
}
