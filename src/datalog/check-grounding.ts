import { Grounding, variablesIn, variablesOf, waitsForGiven } from './ground.js';
import type { Related, Reporter } from './report.js';
import { type Aggregate, type Clause, type Literal, partsOf, type Term, termsOf, type Variable } from './resolved.js';

/** A conjunction to be checked: a rule's, or an aggregate's. */
interface Surroundings {
  readonly literals: readonly Literal[];
  /** Terms that need values beside those of the literals: a head's arguments, or the aggregated value. */
  readonly results: readonly Term[];
  readonly given: readonly Variable[];
  readonly inline: boolean;
}

/** Every variable of a rule needs a value. Of variables that depend on one another, only the first is reported. */
export function checkGrounding(clause: Clause, report: Reporter): boolean {
  const inline = clause.head.relation.inline;
  return check({ literals: clause.body, results: clause.head.args, given: [], inline }, report);
}

function check(around: Surroundings, report: Reporter): boolean {
  const terms = [...around.results, ...around.literals.flatMap(termsOf)];
  const grounding = new Grounding(around.literals, around.given, waitsForGiven);
  const missing = [...variablesIn(terms)].filter((variable) => !grounding.has(variable));
  // What depends on others is not to blame as long as something else is.
  missing.sort((a, b) => Number(grounding.dependsOnOthers(a)) - Number(grounding.dependsOnOthers(b)));
  for (const variable of missing) {
    if (grounding.has(variable)) continue;
    reportMissing(variable, around, report);
    grounding.assume(variable);
  }
  let grounded = missing.length === 0;
  for (const term of terms) grounded = checkInside(term, report) && grounded;
  return grounded;
}

function checkInside(term: Term, report: Reporter): boolean {
  if (term.kind === 'aggregate') return checkAggregate(term, report);
  let grounded = true;
  for (const part of partsOf(term)) grounded = checkInside(part, report) && grounded;
  return grounded;
}

function checkAggregate({ body, value, given }: Aggregate, report: Reporter): boolean {
  return check({ literals: body, results: value === null ? [] : [value], given, inline: false }, report);
}

function reportMissing(variable: Variable, around: Surroundings, report: Reporter): void {
  const { reason, related } = explain(variable, around);
  const inline = around.inline ? '; the relation is `inline`, but relations are computed here, not inlined' : '';
  report.error('DL-UNGROUNDED', variable.place, `\`${variable.name}\` has no value: ${reason}${inline}`, {
    related,
    repair:
      around.literals.length === 0
        ? 'a fact has constants only; add a body with `:-`'
        : `add a positive atom that has \`${variable.name}\` as an argument`,
  });
}

/** Why the places where a variable occurs give it no value. */
function explain(variable: Variable, { literals }: Surroundings): { reason: string; related: Related[] } {
  const uses = literals.filter((literal) => variablesOf(literal).has(variable));
  const [first] = uses;
  if (first === undefined) return { reason: 'it occurs only in the head', related: [] };
  if (uses.every(isNegated)) {
    return {
      reason: 'it occurs only under negation, which tests values and gives none',
      related: at(first, 'tested here'),
    };
  }
  const atom = uses.find((literal) => literal.kind === 'atom' && !literal.negated);
  if (atom !== undefined) {
    return {
      reason: 'it is only part of an operation, which is not solved for it',
      related: at(atom, 'the operation'),
    };
  }
  const equality = uses.find((literal) => literal.kind === 'constraint' && literal.op === '=');
  if (equality !== undefined) {
    return {
      reason: 'the equation does not give it one',
      related: at(equality, 'the other side has no value, or is an operation on it'),
    };
  }
  return {
    reason: 'it occurs only in comparisons, which test values and give none',
    related: at(first, 'tested here'),
  };
}

function isNegated(literal: Literal): boolean {
  return (literal.kind === 'atom' || literal.kind === 'test') && literal.negated;
}

function at({ place }: Literal, message: string): Related[] {
  return [{ place, message }];
}
