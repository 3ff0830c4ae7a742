import { type Aggregate, type Literal, type Rule, subterms, type Term, termsOf } from './ast.js';
import { boundBy, conjunctions, directVariables, directVariablesOf, given, order } from './solve.js';
import { groundWitnesses } from './witnesses.js';

/** Whether every variable of a rule gets a value from a positive atom or an equation, inside its aggregates as well. */
export function isGrounded(rule: Rule): boolean {
  const terms = rule.heads.flatMap((head) => head.args);
  return conjunctions(rule.body).every((body) =>
    isGroundedBody(groundWitnesses(body, terms), terms, new Set(), new Set()),
  );
}

/** `results` are terms that need a value once the body is solved: the head's arguments or an aggregate's value. */
function isGroundedBody(
  body: readonly Literal[],
  results: readonly Term[],
  given: ReadonlySet<string>,
  outside: ReadonlySet<string>,
): boolean {
  const used = [...body.flatMap(directVariables), ...results.flatMap(directVariablesOf)];
  const scope = new Set([...outside, ...used]);
  const ordered = order(body, given, scope);
  if (ordered === null) return false;
  const bound = new Set(given);
  for (const literal of ordered) for (const name of boundBy(literal, bound)) bound.add(name);
  const inside = [...body.flatMap(termsOf), ...results].flatMap(aggregates);
  return (
    used.every((name) => bound.has(name)) &&
    results.every((term) => term.kind !== 'wildcard') &&
    inside.every((aggregate) => isGroundedAggregate(aggregate, bound, scope))
  );
}

function isGroundedAggregate(aggregate: Aggregate, bound: ReadonlySet<string>, scope: ReadonlySet<string>): boolean {
  const results = aggregate.value === null ? [] : [aggregate.value];
  const outside = given(scope, aggregate);
  const known = new Set([...bound].filter((name) => outside.has(name)));
  return conjunctions(aggregate.body).every((body) => isGroundedBody(body, results, known, outside));
}

function aggregates(term: Term): Aggregate[] {
  return term.kind === 'aggregate' ? [term] : subterms(term).flatMap(aggregates);
}
