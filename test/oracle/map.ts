import type { Aggregate, Atom, Literal, Rule, Term } from './ast.js';

/** What a rewriting does: to each atom, once its arguments are rewritten, to each variable's name, and to an aggregate instead. */
export interface Rewriting {
  readonly aggregate?: (aggregate: Aggregate) => Term;
  readonly atom?: (atom: Atom) => Atom;
  readonly variable?: (name: string) => string;
}

export function mapRule({ heads, body }: Rule, rewriting: Rewriting): Rule {
  return { heads: heads.map((head) => mapAtom(head, rewriting)), body: mapBody(body, rewriting) };
}

export function mapBody(body: readonly Literal[], rewriting: Rewriting): readonly Literal[] {
  return body.map((literal) => mapLiteral(literal, rewriting));
}

function mapAtom({ relation, args }: Atom, rewriting: Rewriting): Atom {
  const mapped = { relation, args: args.map((arg) => mapTerm(arg, rewriting)) };
  return rewriting.atom?.(mapped) ?? mapped;
}

function mapLiteral(literal: Literal, rewriting: Rewriting): Literal {
  switch (literal.kind) {
    case 'atom':
    case 'negation':
      return { kind: literal.kind, ...mapAtom(literal, rewriting) };
    case 'comparison':
    case 'test':
      return { ...literal, left: mapTerm(literal.left, rewriting), right: mapTerm(literal.right, rewriting) };
    case 'truth':
      return literal;
    case 'either':
      return { kind: 'either', alternatives: literal.alternatives.map((body) => mapBody(body, rewriting)) };
  }
}

export function mapTerm(term: Term, rewriting: Rewriting): Term {
  switch (term.kind) {
    case 'variable':
      return { kind: 'variable', name: rewriting.variable?.(term.name) ?? term.name };
    case 'call':
    case 'range':
      return { ...term, args: term.args.map((arg) => mapTerm(arg, rewriting)) };
    case 'aggregate': {
      if (rewriting.aggregate !== undefined) return rewriting.aggregate(term);
      const value = term.value === null ? null : mapTerm(term.value, rewriting);
      return { ...term, value, body: mapBody(term.body, rewriting) };
    }
    case 'wildcard':
    case 'constant':
      return term;
  }
}
