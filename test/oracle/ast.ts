/**
 * Datalog programs as the oracle sees them: a small syntax tree of its own, so that what the compiler and the engine make
 * of a program's text can be compared with something that shares no line with them.
 */

export type Type = 'number' | 'unsigned' | 'symbol';

/** A number (signed), an unsigned (never negative) or a symbol; which one, the column or the term says. */
export type Value = number | string;
export type Tuple = readonly Value[];

/** Rows of the input relations, by name, in order of insertion, repetitions allowed. */
export type Facts = ReadonlyMap<string, readonly Tuple[]>;

export interface Column {
  readonly name: string;
  readonly type: Type;
}

/** A relation that the engine computes by a kernel; both parameters are names of relations. */
export interface Builtin {
  readonly kind: 'dominators' | 'levels' | 'components';
  readonly edge: string;
  /** The entries for `dominators`, the nodes for the others. */
  readonly nodes: string;
}

export interface Declaration {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly input: boolean;
  readonly equivalence: boolean;
  readonly builtin: Builtin | null;
}

export type Functor =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'mod'
  | 'pow'
  | 'neg'
  | 'band'
  | 'bor'
  | 'bxor'
  | 'bnot'
  | 'bshl'
  | 'bshr'
  | 'bshru'
  | 'land'
  | 'lor'
  | 'lxor'
  | 'lnot'
  | 'min'
  | 'max'
  | 'cat'
  | 'strlen'
  | 'substr'
  | 'to_number'
  | 'to_string'
  | 'to_unsigned';

export type Term =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'constant'; readonly type: Type; readonly value: Value }
  | { readonly kind: 'call'; readonly op: Functor; readonly type: Type; readonly args: readonly Term[] }
  /** `range(from, to)` or `range(from, to, step)`: many values. */
  | { readonly kind: 'range'; readonly type: 'number' | 'unsigned'; readonly args: readonly Term[] }
  | Aggregate;

export interface Aggregate {
  readonly kind: 'aggregate';
  readonly op: 'count' | 'sum' | 'min' | 'max';
  readonly type: 'number' | 'unsigned';
  /** What is summed or compared; null for `count` alone. */
  readonly value: Term | null;
  readonly body: readonly Literal[];
}

export interface Atom {
  readonly relation: string;
  readonly args: readonly Term[];
}

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Literal =
  | ({ readonly kind: 'atom' } & Atom)
  | ({ readonly kind: 'negation' } & Atom)
  | { readonly kind: 'comparison'; readonly op: Comparison; readonly left: Term; readonly right: Term }
  | {
      readonly kind: 'test';
      readonly op: 'match' | 'contains';
      readonly negated: boolean;
      readonly left: Term;
      readonly right: Term;
    }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'either'; readonly alternatives: readonly (readonly Literal[])[] };

/** Without a body, a fact. */
export interface Rule {
  readonly heads: readonly Atom[];
  readonly body: readonly Literal[];
}

export interface Program {
  readonly declarations: readonly Declaration[];
  readonly rules: readonly Rule[];
}

export const variable = (name: string): Term => ({ kind: 'variable', name });
export const wildcard: Term = { kind: 'wildcard' };
export const number = (value: number): Term => ({ kind: 'constant', type: 'number', value });
export const unsigned = (value: number): Term => ({ kind: 'constant', type: 'unsigned', value });
export const symbol = (value: string): Term => ({ kind: 'constant', type: 'symbol', value });
export const call = (op: Functor, type: Type, ...args: Term[]): Term => ({ kind: 'call', op, type, args });
export const atom = (relation: string, ...args: Term[]): Literal => ({ kind: 'atom', relation, args });
export const not = (relation: string, ...args: Term[]): Literal => ({ kind: 'negation', relation, args });
export const compare = (left: Term, op: Comparison, right: Term): Literal => ({ kind: 'comparison', op, left, right });

/** The terms directly under a term; an aggregate's body is not among them. */
export function subterms(term: Term): readonly Term[] {
  if (term.kind === 'call' || term.kind === 'range') return term.args;
  if (term.kind === 'aggregate') return term.value === null ? [] : [term.value];
  return [];
}

/** The terms directly in a literal; those of the alternatives of an `either` are not among them. */
export function termsOf(literal: Literal): readonly Term[] {
  switch (literal.kind) {
    case 'atom':
    case 'negation':
      return literal.args;
    case 'comparison':
    case 'test':
      return [literal.left, literal.right];
    case 'truth':
    case 'either':
      return [];
  }
}
