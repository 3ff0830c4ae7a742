import { type Aggregate, compare, type Literal, type Term, variable } from './ast.js';
import { mapBody, mapTerm } from './map.js';
import { boundBy, directVariables, directVariablesOf } from './solve.js';

/**
 * Soufflé's witnesses: in `tallest(x) :- _ = max h : { person(x, h) }` nothing but the inside of the aggregate gives `x` a
 * value. A minimum or maximum then reads as if its body stood beside it once more, for the tuples that have that value:
 * `n = max h : { person(x', h) }, person(x, h'), h' = n`. Every other aggregate is left as it is.
 */
export function groundWitnesses(body: readonly Literal[], results: readonly Term[]): readonly Literal[] {
  const grounded = groundedOutside(body);
  const used = new Set([...body.flatMap(directVariables), ...results.flatMap(directVariablesOf)]);
  const needed = new Set([...used].filter((name) => !grounded.has(name)));
  if (needed.size === 0) return body;
  return body.flatMap((literal, i) => {
    if (literal.kind !== 'comparison' || literal.op !== '=') return [literal];
    const { left, right } = literal;
    const aggregate = right.kind === 'aggregate' ? right : left;
    if (aggregate.kind !== 'aggregate' || !['min', 'max'].includes(aggregate.op) || aggregate.value === null)
      return [literal];
    const own = new Set([...aggregate.body.flatMap(directVariables), ...directVariablesOf(aggregate.value)]);
    const witnesses = new Set([...own].filter((name) => needed.has(name)));
    return witnesses.size === 0
      ? [literal]
      : withWitnesses(aggregate, aggregate === right ? left : right, own, witnesses, used, i);
  });
}

function withWitnesses(
  aggregate: Aggregate,
  result: Term,
  own: ReadonlySet<string>,
  witnesses: ReadonlySet<string>,
  used: ReadonlySet<string>,
  at: number,
): Literal[] {
  const inside = { variable: (name: string) => (witnesses.has(name) ? `${name}_inside${at}` : name) };
  const isLocal = (name: string): boolean => own.has(name) && !used.has(name);
  const beside = { variable: (name: string) => (isLocal(name) ? `${name}_beside${at}` : name) };
  const extreme = variable(`extreme${at}`);
  const value = aggregate.value ?? extreme;
  return [
    compare(extreme, '=', {
      ...aggregate,
      value: mapTerm(value, inside),
      body: mapBody(aggregate.body, inside),
    }),
    compare(result, '=', extreme),
    ...mapBody(aggregate.body, beside),
    compare(mapTerm(value, beside), '=', extreme),
  ];
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
