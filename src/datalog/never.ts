import { type Contradiction, contradiction } from './contradiction.js';
import type { RelationSymbol } from './declare.js';
import type { Related, Reporter } from './report.js';
import type { AtomLiteral, Clause } from './resolved.js';

/**
 * Warns of rules that can derive nothing, whatever the facts are. What follows from one such rule is not told as well.
 *
 * @param written  for each rule as it is written the clauses that it stands for
 */
export function warnNever(written: readonly (readonly Clause[])[], report: Reporter): void {
  const clauses = written.flat();
  const rules = new Map<RelationSymbol, Clause[]>();
  for (const clause of clauses) {
    const known = rules.get(clause.head.relation);
    if (known === undefined) rules.set(clause.head.relation, [clause]);
    else known.push(clause);
  }
  const isEmpty = (relation: RelationSymbol) => !rules.has(relation) && !isGiven(relation);
  for (const { body } of clauses) {
    for (const literal of body)
      if (literal.kind === 'atom' && !literal.negated && isEmpty(literal.relation)) warnEmpty(literal, report);
  }
  for (const rule of written) warnContradictions(rule, report);
  warnCycles(rules, report);
}

/** A rule derives something if one way through its disjunctions does. */
function warnContradictions(rule: readonly Clause[], report: Reporter): void {
  const found: Contradiction[] = [];
  for (const { body } of rule) {
    const one = contradiction(body);
    if (one === null) return;
    found.push(one);
  }
  for (const { place, message, details } of found) report.warning('DL-NEVER', place, message, details);
}

function isGiven(relation: RelationSymbol): boolean {
  return relation.input.length > 0 || relation.builtin !== null || relation.broken;
}

function warnEmpty({ relation, place }: AtomLiteral, report: Reporter): void {
  const message = `this never holds: \`${relation.name}\` has no facts, no rules and no \`.input\``;
  report.warning('DL-NEVER', place, message, {
    related: [{ place: relation.place, message: 'declared here' }],
    repair: `add \`.input ${relation.name}\`, or facts`,
  });
}

// -------------------------------------------------------------------------------- rules that wait for one another for ever

type Rules = ReadonlyMap<RelationSymbol, readonly Clause[]>;

/** Relations of which every rule needs one of them: none of these rules is ever the first to fire. */
function warnCycles(rules: Rules, report: Reporter): void {
  const stuck = stuckRelations(rules);
  const told = new Set<RelationSymbol>();
  for (const start of stuck) {
    const path = new Map<RelationSymbol, AtomLiteral>();
    let at = start;
    while (!told.has(at) && !path.has(at)) {
      const needed = neededAtom(rules.get(at) ?? [], stuck);
      if (needed === undefined) break;
      path.set(at, needed);
      at = needed.relation;
    }
    if (path.has(at)) warnCycle(cycleFrom(at, path), report);
    for (const relation of path.keys()) told.add(relation);
  }
}

/**
 * The relations that stay empty even if every relation without rules had facts: a rule whose atoms can all have tuples
 * lets its head have some. Linear in the program: each atom is looked at once when its relation is found to be fillable.
 */
function stuckRelations(rules: Rules): ReadonlySet<RelationSymbol> {
  const stuck = new Set<RelationSymbol>([...rules.keys()].filter((relation) => !isGiven(relation)));
  const waiting = new Map<RelationSymbol, { readonly head: RelationSymbol; missing: number }[]>();
  const fillable: RelationSymbol[] = [];
  for (const clause of [...rules.values()].flat()) {
    const needs = new Set(positiveAtoms(clause).flatMap(({ relation }) => (stuck.has(relation) ? [relation] : [])));
    const rule = { head: clause.head.relation, missing: needs.size };
    for (const relation of needs) {
      const known = waiting.get(relation);
      if (known === undefined) waiting.set(relation, [rule]);
      else known.push(rule);
    }
    if (needs.size === 0) fillable.push(rule.head);
  }
  for (let relation = fillable.pop(); relation !== undefined; relation = fillable.pop()) {
    if (!stuck.delete(relation)) continue;
    for (const rule of waiting.get(relation) ?? []) if (--rule.missing === 0) fillable.push(rule.head);
  }
  return stuck;
}

function positiveAtoms({ body }: Clause): readonly AtomLiteral[] {
  return body.flatMap((literal) => (literal.kind === 'atom' && !literal.negated ? [literal] : []));
}

function neededAtom(clauses: readonly Clause[], stuck: ReadonlySet<RelationSymbol>): AtomLiteral | undefined {
  return clauses.flatMap(positiveAtoms).find(({ relation }) => stuck.has(relation));
}

/** Steps of a cycle that are shown. */
const MOST_STEPS = 20;

interface Step {
  readonly relation: RelationSymbol;
  readonly needs: AtomLiteral;
}

function cycleFrom(start: RelationSymbol, path: ReadonlyMap<RelationSymbol, AtomLiteral>): Step[] {
  const steps = [...path].map(([relation, needs]) => ({ relation, needs }));
  return steps.slice(steps.findIndex(({ relation }) => relation === start));
}

function warnCycle(cycle: readonly Step[], report: Reporter): void {
  const [first] = cycle;
  if (first === undefined) return;
  const { name } = first.relation;
  const shown = cycle.slice(0, MOST_STEPS);
  const path = [...shown.map(({ relation }) => relation.name), ...(shown.length < cycle.length ? ['…'] : []), name];
  const related = shown.map(
    ({ relation, needs }): Related => ({
      place: needs.place,
      message: `\`${relation.name}\` waits for \`${needs.relation.name}\` here`,
    }),
  );
  const message = `\`${name}\` stays empty, for each of its rules waits for a relation that waits for it: ${path.join(' → ')}`;
  report.warning('DL-NEVER', first.relation.place, message, {
    related,
    repair: `give one of these relations facts, a rule that reads none of them, or \`.input\``,
  });
}
