import { type Facts, type Literal, type Program, type Rule, subterms, type Term, termsOf } from './ast.js';
import { isGrounded } from './grounded.js';
import type { Case } from './random.js';
import { stratify } from './stratify.js';

/**
 * A smaller case that still `fails`: relations, rules, alternatives, literals and facts are left out one at a time, for as
 * long as the rest is a valid program and fails. `fails` is called a few hundred times.
 */
export function shrink(failing: Case, fails: (smaller: Case) => boolean): Case {
  let smallest = failing;
  for (let again = true; again; ) {
    again = false;
    for (const candidate of smaller(smallest)) {
      if (!isValid(candidate.program) || !fails(candidate)) continue;
      smallest = candidate;
      again = true;
      break;
    }
  }
  return smallest;
}

function isValid(program: Program): boolean {
  return stratify(program) !== null && program.rules.every(isGrounded);
}

/** The cases with one thing left out, larger things first. */
function* smaller({ seed, program, facts }: Case): Generator<Case, void, undefined> {
  const used = new Set(relationsUsed(program));
  for (const [i, { name }] of program.declarations.entries())
    if (!used.has(name)) yield { seed, facts, program: { ...program, declarations: without(program.declarations, i) } };
  for (const i of program.rules.keys())
    yield { seed, facts, program: { ...program, rules: without(program.rules, i) } };
  for (const [i, rule] of program.rules.entries())
    for (const simpler of smallerRules(rule))
      yield { seed, facts, program: { ...program, rules: replaced(program.rules, i, simpler) } };
  for (const fewer of smallerFacts(facts)) yield { seed, facts: fewer, program };
}

function* smallerRules(rule: Rule): Generator<Rule, void, undefined> {
  if (rule.heads.length > 1) for (const i of rule.heads.keys()) yield { ...rule, heads: without(rule.heads, i) };
  for (const body of smallerBodies(rule.body)) yield { ...rule, body };
}

function* smallerBodies(body: readonly Literal[]): Generator<readonly Literal[], void, undefined> {
  for (const i of body.keys()) yield without(body, i);
  for (const [i, literal] of body.entries()) {
    if (literal.kind === 'either')
      for (const alternative of literal.alternatives) yield [...body.slice(0, i), ...alternative, ...body.slice(i + 1)];
    for (const simpler of smallerAggregates(literal)) yield replaced(body, i, simpler);
  }
}

/** A comparison with an aggregate, the aggregate's body one literal shorter. */
function* smallerAggregates(literal: Literal): Generator<Literal, void, undefined> {
  if (literal.kind !== 'comparison') return;
  const { left, right } = literal;
  if (left.kind === 'aggregate')
    for (const body of smallerBodies(left.body)) if (body.length > 0) yield { ...literal, left: { ...left, body } };
  if (right.kind === 'aggregate')
    for (const body of smallerBodies(right.body)) if (body.length > 0) yield { ...literal, right: { ...right, body } };
}

/** Halves of a relation's rows first, then quarters, down to single rows. */
function* smallerFacts(facts: Facts): Generator<Facts, void, undefined> {
  for (const [name, rows] of facts)
    for (let size = rows.length; size >= 1; size = Math.floor(size / 2))
      for (let from = 0; from < rows.length; from += size)
        yield new Map([...facts, [name, rows.filter((_, i) => i < from || i >= from + size)]]);
}

function without<T>(items: readonly T[], index: number): readonly T[] {
  return items.filter((_, i) => i !== index);
}

function replaced<T>(items: readonly T[], index: number, item: T): readonly T[] {
  return items.map((old, i) => (i === index ? item : old));
}

function relationsUsed(program: Program): string[] {
  const built = program.declarations.flatMap(({ builtin }) => (builtin === null ? [] : [builtin.edge, builtin.nodes]));
  const ruled = program.rules.flatMap(({ heads, body }) => [
    ...heads.map(({ relation }) => relation),
    ...relationsIn(body),
  ]);
  return [...built, ...ruled];
}

function relationsIn(body: readonly Literal[]): string[] {
  return body.flatMap((literal) => {
    if (literal.kind === 'either') return literal.alternatives.flatMap(relationsIn);
    const own = literal.kind === 'atom' || literal.kind === 'negation' ? [literal.relation] : [];
    return [...own, ...termsOf(literal).flatMap(aggregateRelations)];
  });
}

function aggregateRelations(term: Term): string[] {
  const inner = subterms(term).flatMap(aggregateRelations);
  return term.kind === 'aggregate' ? [...inner, ...relationsIn(term.body)] : inner;
}
