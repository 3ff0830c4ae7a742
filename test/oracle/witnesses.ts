import { type Aggregate, compare, type Literal, subterms, type Term, termsOf } from './ast.js';
import { mapBody, mapTerm } from './map.js';
import { boundBy, directVariables, directVariablesOf } from './solve.js';

/**
 * Soufflé's witnesses: in `tallest(x) :- n = max h : { person(x, h) }` nothing but the inside of the aggregate gives `x` a
 * value. A minimum or maximum then reads as if its body stood beside it once more, for the tuples that have that value:
 * `n = max h : { person(x', h) }, person(x, h'), h' = max h : { person(x', h) }`. A variable that a count or a sum, or an
 * aggregate in an aggregate, has inside as well gets no value so; nor does any other.
 */
export function groundWitnesses(body: readonly Literal[], results: readonly Term[]): readonly Literal[] {
  const used = new Set([...body.flatMap(directVariables), ...results.flatMap(directVariablesOf)]);
  const grounded = groundedOutside(body);
  const found = body.flatMap(termsOf).flatMap(aggregatesOf);
  const others = [...found.filter((aggregate) => !isExtreme(aggregate)), ...found.flatMap(innerAggregates)];
  const refused = new Set(others.flatMap(ownVariables));
  const isWitness = (name: string): boolean => used.has(name) && !grounded.has(name) && !refused.has(name);
  const beside: Literal[] = [];
  const aggregate = (term: Aggregate): Term => {
    const own = new Set(ownVariables(term));
    if (![...own].some(isWitness)) return term;
    const number = beside.length;
    const inside = mapTerm(term, {
      variable: (name) => (own.has(name) && isWitness(name) ? `${name}_inside${number}` : name),
    });
    const local = { variable: (name: string) => (own.has(name) && !used.has(name) ? `${name}_beside${number}` : name) };
    beside.push(...mapBody(term.body, local));
    if (term.value !== null) beside.push(compare(mapTerm(term.value, local), '=', inside));
    return inside;
  };
  return [...mapBody(body, { aggregate }), ...beside];
}

function isExtreme({ op }: Aggregate): boolean {
  return op === 'min' || op === 'max';
}

/** The variables right inside an aggregate, those of aggregates in it left out. */
function ownVariables({ value, body }: Aggregate): string[] {
  return [...body.flatMap(directVariables), ...(value === null ? [] : directVariablesOf(value))];
}

function aggregatesOf(term: Term): Aggregate[] {
  return term.kind === 'aggregate' ? [term] : subterms(term).flatMap(aggregatesOf);
}

function innerAggregates({ body }: Aggregate): Aggregate[] {
  const found = body.flatMap(termsOf).flatMap(aggregatesOf);
  return [...found, ...found.flatMap(innerAggregates)];
}

/** The variables that get a value without a look inside any aggregate. */
function groundedOutside(body: readonly Literal[]): ReadonlySet<string> {
  const bound = new Set<string>();
  for (let before = -1; before < bound.size; ) {
    before = bound.size;
    for (const literal of body) for (const name of boundIfKnown(literal, bound)) bound.add(name);
  }
  return bound;
}

function boundIfKnown(literal: Literal, bound: ReadonlySet<string>): readonly string[] {
  const names = boundBy(literal, bound);
  if (literal.kind !== 'comparison') return names;
  return directVariables(literal).every((name) => bound.has(name) || names.includes(name)) ? names : [];
}
