import type { Aggregate, Literal, Primitive, Relation, Term, Variable } from '../datalog/ir.js';
import type { Place } from '../place.js';
import type { Argument } from './normal.js';

/** What of a body needs a proof of its own, in its order. */
export type Part =
  | { readonly kind: 'atom' | 'negation'; readonly relation: number; readonly args: readonly Argument[] }
  /** The variable has the aggregate's value. */
  | { readonly kind: 'aggregate'; readonly term: Aggregate; readonly variable: number };

/**
 * A body in which everything that takes part in a solution has a variable: columns of atoms that are wildcards or computed,
 * and the values of aggregates. One row of the variables is then one instance of the rule.
 */
export class Expansion {
  readonly literals: Literal[] = [];
  readonly parts: Part[] = [];
  private readonly all: Variable[];

  constructor(
    variables: readonly Variable[],
    private readonly relations: readonly Relation[],
  ) {
    this.all = [...variables];
  }

  get variables(): readonly Variable[] {
    return this.all;
  }

  fresh(primitive: Primitive): number {
    this.all.push({ name: '', primitive });
    return this.all.length - 1;
  }

  /** A variable that has the value of a term; one of its own unless the term is a variable that is not `taken`. */
  variableFor(term: Term, primitive: Primitive, place: Place, taken: ReadonlySet<number> = new Set()): number {
    if (term.kind === 'variable' && !taken.has(term.index)) return term.index;
    const index = this.fresh(primitive);
    this.equate(index, this.term(term), primitive, place);
    return index;
  }

  body(literals: readonly Literal[]): void {
    for (const literal of literals) this.literal(literal);
  }

  private literal(literal: Literal): void {
    if (literal.kind === 'truth') this.literals.push(literal);
    else if (literal.kind === 'atom' || literal.kind === 'negation') {
      const { kind, relation, place } = literal;
      const args = literal.args.map((arg, column) => this.argument(arg, literal, column));
      this.parts.push({ kind, relation, args });
      this.literals.push({ kind, relation, args, place });
    } else this.literals.push({ ...literal, left: this.term(literal.left), right: this.term(literal.right) });
  }

  private argument(
    arg: Term,
    { kind, relation, place }: Extract<Literal, { args: unknown }>,
    column: number,
  ): Argument {
    if (arg.kind === 'variable' || arg.kind === 'number' || arg.kind === 'symbol') return arg;
    if (arg.kind === 'wildcard' && kind === 'negation') return arg;
    const primitive = this.relations[relation]?.attributes[column]?.primitive ?? 'number';
    const index = this.fresh(primitive);
    if (arg.kind !== 'wildcard') this.equate(index, this.term(arg), primitive, place);
    return { kind: 'variable', index };
  }

  private equate(variable: number, right: Term, primitive: Primitive, place: Place): void {
    this.literals.push({
      kind: 'constraint',
      op: '=',
      left: { kind: 'variable', index: variable },
      right,
      primitive,
      place,
    });
  }

  /** The term with variables in place of its aggregates. */
  private term(term: Term): Term {
    switch (term.kind) {
      case 'aggregate': {
        const variable = this.fresh(term.primitive);
        this.equate(variable, term, term.primitive, term.place);
        this.parts.push({ kind: 'aggregate', term, variable });
        return { kind: 'variable', index: variable };
      }
      case 'functor':
        return { ...term, args: term.args.map((arg) => this.term(arg)) };
      case 'range': {
        const step = term.step === null ? null : this.term(term.step);
        return { ...term, from: this.term(term.from), to: this.term(term.to), step };
      }
      default:
        return term;
    }
  }
}
