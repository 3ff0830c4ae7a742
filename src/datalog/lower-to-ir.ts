import type { Directive } from './ast.js';
import type { RelationSymbol } from './declare.js';
import type { Typing } from './infer.js';
import type {
  Functor,
  Literal as IrLiteral,
  Rule as IrRule,
  Term as IrTerm,
  Primitive,
  Program,
  Relation,
  Stratum,
} from './ir.js';
import type { Reporter } from './report.js';
import type { Clause, Literal, Term } from './resolved.js';
import { primitiveOf } from './types.js';

/** The values a number literal may have, by its primitive. Unsigned numbers stand in the program as they are, from 0 to 2³² − 1. */
const RANGES: Readonly<Record<'number' | 'unsigned', readonly [number, number]>> = {
  number: [-(2 ** 31), 2 ** 31 - 1],
  unsigned: [0, 2 ** 32 - 1],
};

/**
 * @param components  the strata in order, each the ids of its relations
 * @param rules  of all relations, in order of source
 */
export function lowerProgram(
  relations: readonly RelationSymbol[],
  components: readonly (readonly number[])[],
  rules: readonly IrRule[],
): Program {
  const byHead: IrRule[][] = relations.map(() => []);
  for (const rule of rules) byHead[rule.head.relation]?.push(rule);
  return {
    relations: relations.map(lowerRelation),
    strata: components.map((component) => stratum(component, byHead)),
  };
}

function stratum(component: readonly number[], byHead: readonly (readonly IrRule[])[]): Stratum {
  const rules = component.flatMap((id) => byHead[id] ?? []).sort((a, b) => a.id - b.id);
  // Only where a component is one relation, a rule of it may read earlier ones alone.
  const recursive = component.length > 1 || rules.some((rule) => readsItself(rule));
  return { relations: component, rules, recursive };
}

/** Negation and aggregates never read the relation itself: the program is stratified. */
function readsItself({ head, body }: IrRule): boolean {
  return body.some((literal) => literal.kind === 'atom' && literal.relation === head.relation);
}

function lowerRelation(relation: RelationSymbol): Relation {
  const { id, name, place, builtin, equivalence, documentation, input, output, printsize, limitsize } = relation;
  return {
    id,
    name,
    attributes: relation.attributes.map((attribute) => ({
      name: attribute.name,
      type: attribute.type.name,
      primitive: primitiveOf(attribute.type.kinds),
    })),
    input: input.length > 0,
    output: output.length > 0,
    printsize: printsize.length > 0,
    inputs: input.map((directive) => directive.parameters),
    outputs: output.map((directive) => directive.parameters),
    limit: limitOf(limitsize),
    builtin,
    equivalence,
    documentation,
    place,
  };
}

function limitOf([directive]: readonly Directive[]): number | null {
  return directive === undefined ? null : Number(directive.parameters.get('n'));
}

/** A clause that passed all checks, with the types found for it. */
export function lowerClause(clause: Clause, typing: Typing, id: number, report: Reporter): IrRule {
  return new Lowering(typing, report).rule(clause, id);
}

class Lowering {
  constructor(
    private readonly typing: Typing,
    private readonly report: Reporter,
  ) {}

  rule({ rule, head, body, variables }: Clause, id: number): IrRule {
    return {
      id,
      head: { relation: head.relation.id, args: head.args.map((arg) => this.term(arg)) },
      body: body.map((literal) => this.literal(literal)),
      variables: variables.map((variable) => ({
        name: variable.name === '_' ? '_result' : variable.name,
        primitive: this.typing.variable(variable),
      })),
      place: rule.place,
    };
  }

  private literal(literal: Literal): IrLiteral {
    switch (literal.kind) {
      case 'truth':
        return literal;
      case 'atom': {
        const kind = literal.negated ? 'negation' : 'atom';
        return {
          kind,
          relation: literal.relation.id,
          args: literal.args.map((arg) => this.term(arg)),
          place: literal.place,
        };
      }
      case 'test': {
        const { kind, op, negated, place } = literal;
        return { kind, op, negated, left: this.term(literal.left), right: this.term(literal.right), place };
      }
      case 'constraint': {
        const { kind, op, place } = literal;
        const primitive = this.typing.primitive(literal.left);
        return { kind, op, left: this.term(literal.left), right: this.term(literal.right), primitive, place };
      }
    }
  }

  private term(term: Term): IrTerm {
    switch (term.kind) {
      case 'variable':
        return { kind: 'variable', index: term.variable.index };
      case 'wildcard':
        return { kind: 'wildcard' };
      case 'number':
        return { kind: 'number', value: this.inRange(term) };
      case 'symbol':
        return { kind: 'symbol', text: term.text };
      case 'functor':
        return this.functor(term);
      case 'aggregate': {
        const { kind, op, place } = term;
        const value = term.value === null ? null : this.term(term.value);
        const body = term.body.map((literal) => this.literal(literal));
        const locals = term.locals.map((variable) => variable.index);
        return { kind, op, value, body, locals, primitive: this.typing.primitive(term), place };
      }
      case 'range': {
        const [from, to, step] = term.args.map((arg) => this.term(arg));
        if (from === undefined || to === undefined) throw new Error('a range has two arguments at least');
        return {
          kind: 'range',
          from,
          to,
          step: step ?? null,
          primitive: this.typing.primitive(term),
          place: term.place,
        };
      }
      case 'cast':
        return this.cast(term);
    }
  }

  private functor(term: Term & { kind: 'functor' }): IrTerm {
    const primitive = this.typing.primitive(term);
    const args = term.args.map((arg) => this.term(arg));
    const [first] = args;
    const [written] = term.args;
    const kept = first !== undefined && written !== undefined && keeps(term.op, this.typing.primitive(written));
    const op = term.op === 'add' && primitive === 'symbol' ? 'cat' : term.op;
    return kept ? first : { kind: 'functor', op, args, primitive, place: term.place };
  }

  /** A cast between primitives would give a value that depends on how symbols are numbered. */
  private cast(term: Term & { kind: 'cast' }): IrTerm {
    const from = this.typing.primitive(term.value);
    const to = this.typing.primitive(term);
    if ((from === 'symbol') !== (to === 'symbol')) {
      this.report.unsupported(
        'casts between symbols and numbers',
        term.place,
        'convert with `to_number` or `to_string`',
      );
    }
    return this.term(term.value);
  }

  private inRange(term: Term & { kind: 'number' }): number {
    const { value, place } = term;
    const primitive = this.typing.primitive(term);
    const [least, greatest] = RANGES[primitive === 'unsigned' ? 'unsigned' : 'number'];
    if (value < least || value > greatest) {
      this.report.error(
        'DL-NUMBER',
        place,
        `${Number.isFinite(value) ? value : 'this'} is no ${primitive}: these are from ${least} to ${greatest}`,
        {
          repair: 'write a number in this range',
        },
      );
    }
    return value;
  }
}

/** A conversion that changes nothing. */
function keeps(op: Functor, primitive: Primitive): boolean {
  if (op === 'to_string') return primitive === 'symbol';
  return (op === 'to_number' && primitive === 'number') || (op === 'to_unsigned' && primitive === 'unsigned');
}
