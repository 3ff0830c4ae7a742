import type { Literal, Primitive, Term, Variable } from '../datalog/ir.js';

/** A column of an atom after normalisation: nothing that needs computing. */
export type Argument =
  | { readonly kind: 'variable'; readonly index: number }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'symbol'; readonly text: string };

export interface Atom {
  readonly kind: 'atom';
  readonly relation: number;
  readonly args: readonly Argument[];
}

export interface Negation {
  readonly kind: 'negation';
  readonly relation: number;
  readonly args: readonly Argument[];
}

export type Condition = Extract<Literal, { kind: 'constraint' | 'test' | 'truth' }>;
export type Conjunct = Atom | Negation | Condition;

/** Makes variables beyond those of a rule, for intermediate values. */
export class Scope {
  private readonly primitives: Primitive[];

  constructor(variables: readonly Variable[]) {
    this.primitives = variables.map((variable) => variable.primitive);
  }

  fresh(primitive: Primitive): number {
    this.primitives.push(primitive);
    return this.primitives.length - 1;
  }

  primitive(variable: number): Primitive {
    return this.primitives[variable] ?? 'number';
  }

  /** What a term's 32 bits stand for. */
  primitiveOf(term: Term): Primitive {
    if (term.kind === 'variable') return this.primitive(term.index);
    if (term.kind === 'symbol') return 'symbol';
    if (term.kind === 'number' || term.kind === 'wildcard') return 'number';
    return term.primitive;
  }
}

/** Moves functors, aggregates and ranges out of the arguments of atoms, into equations with a variable of their own. */
export function normalise(body: readonly Literal[], scope: Scope): Conjunct[] {
  const result: Conjunct[] = [];
  for (const literal of body) {
    if (literal.kind !== 'atom' && literal.kind !== 'negation') {
      result.push(literal);
      continue;
    }
    const equations: Condition[] = [];
    const args = literal.args.map((arg) => plain(arg, literal, scope, equations));
    result.push({ kind: literal.kind, relation: literal.relation, args }, ...equations);
  }
  return result;
}

function plain(term: Term, literal: Literal, scope: Scope, equations: Condition[]): Argument {
  if (term.kind === 'variable' || term.kind === 'wildcard' || term.kind === 'number' || term.kind === 'symbol')
    return term;
  const variable: Term = { kind: 'variable', index: scope.fresh(term.primitive) };
  equations.push({
    kind: 'constraint',
    op: '=',
    left: variable,
    right: term,
    primitive: term.primitive,
    place: literal.place,
  });
  return variable;
}

/** Adds the variables a term needs from outside itself. */
export function termVariables(term: Term, into: Set<number>): void {
  if (term.kind === 'variable') into.add(term.index);
  else if (term.kind === 'functor') for (const arg of term.args) termVariables(arg, into);
  else if (term.kind === 'range') {
    for (const part of [term.from, term.to, term.step]) if (part !== null) termVariables(part, into);
  } else if (term.kind === 'aggregate') {
    const inside = new Set<number>();
    if (term.value !== null) termVariables(term.value, inside);
    for (const literal of term.body) literalVariables(literal, inside);
    for (const local of term.locals) inside.delete(local);
    for (const variable of inside) into.add(variable);
  }
}

/** Adds the variables a literal mentions, save those local to its aggregates. */
export function literalVariables(literal: Literal | Conjunct, into: Set<number>): void {
  if (literal.kind === 'atom' || literal.kind === 'negation') {
    for (const arg of literal.args) termVariables(arg, into);
  } else if (literal.kind !== 'truth') {
    termVariables(literal.left, into);
    termVariables(literal.right, into);
  }
}
