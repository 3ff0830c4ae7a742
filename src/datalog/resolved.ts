import type { Place } from '../place.js';
import type { AggregateOp, Rule } from './ast.js';
import type { RelationSymbol } from './declare.js';
import type { Comparison, Functor } from './ir.js';
import type { Type } from './types.js';

// A rule with its names resolved: one head, a conjunction, variables told apart by where they live.

export interface Variable {
  /** Index in `Clause.variables`. */
  readonly index: number;
  readonly name: string;
  /** Where it occurs first. */
  readonly place: Place;
  occurrences: number;
}

export type Term =
  | { readonly kind: 'variable'; readonly variable: Variable; readonly place: Place }
  | { readonly kind: 'wildcard'; readonly place: Place }
  | { readonly kind: 'number'; readonly value: number; readonly unsigned: boolean; readonly place: Place }
  | { readonly kind: 'symbol'; readonly text: string; readonly place: Place }
  | { readonly kind: 'functor'; readonly op: Functor; readonly args: readonly Term[]; readonly place: Place }
  | Aggregate
  | { readonly kind: 'range'; readonly args: readonly Term[]; readonly place: Place }
  | { readonly kind: 'cast'; readonly value: Term; readonly type: Type; readonly place: Place };

export interface Aggregate {
  readonly kind: 'aggregate';
  readonly op: AggregateOp;
  readonly value: Term | null;
  readonly body: readonly Literal[];
  /** Its own variables. */
  readonly locals: readonly Variable[];
  /** The variables of its surroundings that it reads, directly or in aggregates inside it. */
  readonly given: readonly Variable[];
  readonly place: Place;
}

export interface AtomLiteral {
  readonly kind: 'atom';
  readonly negated: boolean;
  readonly relation: RelationSymbol;
  readonly args: readonly Term[];
  readonly place: Place;
}

export type Literal =
  | AtomLiteral
  | {
      readonly kind: 'constraint';
      readonly op: Comparison;
      readonly left: Term;
      readonly right: Term;
      readonly place: Place;
    }
  | {
      readonly kind: 'test';
      readonly op: 'match' | 'contains';
      readonly negated: boolean;
      readonly left: Term;
      readonly right: Term;
      readonly place: Place;
    }
  | { readonly kind: 'truth'; readonly value: boolean; readonly place: Place };

export interface Clause {
  readonly rule: Rule;
  readonly head: AtomLiteral;
  readonly body: readonly Literal[];
  readonly variables: readonly Variable[];
}

/** The terms a literal is made of, not those inside them. */
export function termsOf(literal: Literal): readonly Term[] {
  if (literal.kind === 'atom') return literal.args;
  return literal.kind === 'truth' ? [] : [literal.left, literal.right];
}

/** The terms a term is made of; an aggregate's inside is not looked into. */
export function partsOf(term: Term): readonly Term[] {
  if (term.kind === 'functor' || term.kind === 'range') return term.args;
  return term.kind === 'cast' ? [term.value] : [];
}

/** Every term of some literals, outermost first; aggregates come out, their insides don't. */
export function* allTerms(terms: readonly Term[]): Generator<Term> {
  for (const term of terms) {
    yield term;
    yield* allTerms(partsOf(term));
  }
}

export function* aggregatesOf(literals: readonly Literal[]): Generator<Aggregate> {
  for (const literal of literals) {
    for (const term of allTerms(termsOf(literal))) if (term.kind === 'aggregate') yield term;
  }
}

/** Calls back for the literals of a clause's body and of the aggregates in it. */
export function forEachLiteral(literals: readonly Literal[], visit: (literal: Literal) => void): void {
  for (const literal of literals) visit(literal);
  for (const aggregate of aggregatesOf(literals)) forEachLiteral(aggregate.body, visit);
}
