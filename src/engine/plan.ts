import type { Rule } from '../datalog/ir.js';
import { BodyPlanner } from './body.js';
import type { Statistics } from './estimate.js';
import { type Atom, normalise, Scope, termVariables } from './normal.js';
import type { Plan } from './step.js';
import { compileTerm } from './terms.js';

/**
 * Plans one rule. `delta` is the number, among the atoms of the body that read a relation of `recursive`, of the one that
 * reads this round's delta: those before it read rows of earlier rounds, those after it all rows so far, so that no
 * combination of rows is joined twice (semi-naive evaluation; Abiteboul, Hull, Vianu, Foundations of Databases, 13.1).
 */
export function planRule(
  rule: Rule,
  statistics: Statistics,
  recursive: ReadonlySet<number>,
  delta: number | null,
): Plan {
  const scope = new Scope(rule.variables);
  const conjuncts = normalise(rule.body, scope);
  const outputs = new Set<number>();
  for (const arg of rule.head.args) termVariables(arg, outputs);
  const atoms = conjuncts.filter(
    (conjunct): conjunct is Atom => conjunct.kind === 'atom' && recursive.has(conjunct.relation),
  );
  const driving = delta === null ? undefined : atoms[delta];
  const variant = driving === undefined ? null : { delta: driving, old: new Set(atoms.slice(0, delta ?? 0)) };
  const body = new BodyPlanner(scope, statistics, conjuncts, [], outputs, false, variant);
  body.plan();
  const args = rule.head.args.map((arg) => compileTerm(body, arg));
  return { drive: body.drive, steps: body.steps, head: { relation: rule.head.relation, args } };
}

/** The relations of the recursive atoms of a rule, in order: one semi-naive variant each. */
export function recursiveAtoms(rule: Rule, recursive: ReadonlySet<number>): number[] {
  return rule.body.flatMap((literal) =>
    literal.kind === 'atom' && recursive.has(literal.relation) ? [literal.relation] : [],
  );
}
