import type { Place } from '../place.js';
import { Clashes } from './clashes.js';
import type { Functor, Primitive } from './ir.js';
import type { Reporter } from './report.js';
import {
  type Aggregate,
  type AtomLiteral,
  type Clause,
  type Literal,
  partsOf,
  type Term,
  termsOf,
  type Variable,
} from './resolved.js';
import { type Evidence, kindRoot, met, named, opposed, root, TypeClass } from './type-classes.js';
import { ANY, isSubtype, type Kinds, NUMBER, NUMERIC, primitiveOf, SYMBOL, UNSIGNED } from './types.js';

/** What functors that don't merely keep a primitive take and give. */
const SIGNATURES: ReadonlyMap<Functor, { readonly args: readonly Kinds[]; readonly result: Kinds }> = new Map([
  ['cat', { args: [SYMBOL], result: SYMBOL }],
  ['strlen', { args: [SYMBOL], result: NUMBER }],
  ['substr', { args: [SYMBOL, NUMBER, NUMBER], result: SYMBOL }],
  ['ord', { args: [ANY], result: NUMBER }],
  ['to_number', { args: [ANY], result: NUMBER }],
  ['to_string', { args: [ANY], result: SYMBOL }],
  ['to_unsigned', { args: [ANY], result: UNSIGNED }],
]);

/** The primitives of a rule's variables and terms. */
export interface Typing {
  primitive(term: Term): Primitive;
  variable(variable: Variable): Primitive;
}

/**
 * Infers the types of a rule as Soufflé does. Columns of positive atoms narrow what stands in them; `=`, comparisons
 * and tests give both sides one type; operators keep the primitive only (`+` joins symbols); constants fit every type of their primitive.
 * In the end a head's arguments have to be of the columns' types. Returns null where the types clash, once a clash.
 */
export function inferTypes(clause: Clause, report: Reporter): Typing | null {
  const clashes = new Clashes(report);
  const inference = new Inference(clashes);
  inference.literals(clause.body);
  inference.head(clause.head);
  return clashes.failed ? null : inference;
}

class Inference implements Typing {
  private readonly classes = new Map<Term | Variable, TypeClass>();

  constructor(private readonly clashes: Clashes) {}

  primitive(term: Term): Primitive {
    return primitiveOf(kindRoot(this.classOf(term)).kinds);
  }

  variable(variable: Variable): Primitive {
    return primitiveOf(kindRoot(this.variableClass(variable)).kinds);
  }

  literals(literals: readonly Literal[]): void {
    for (const literal of literals) this.literal(literal);
  }

  head({ relation, args }: AtomLiteral): void {
    args.forEach((arg, i) => {
      const attribute = relation.attributes[i];
      if (attribute === undefined) return;
      this.term(arg);
      if (!this.column(arg, relation, i, false)) return;
      const known = root(this.classOf(arg));
      const stray = known.types?.find((type) => !isSubtype(type, attribute.type));
      if (stray !== undefined) this.clashes.stray(arg, stray, known, relation, i);
    });
  }

  private literal(literal: Literal): void {
    for (const term of termsOf(literal)) this.term(term);
    if (literal.kind === 'atom') {
      const { relation, negated } = literal;
      for (const [i, arg] of literal.args.entries()) this.column(arg, relation, i, !negated);
    } else if (literal.kind !== 'truth') {
      this.unify(literal.left, literal.right, literal.place);
      if (literal.kind === 'test') this.narrow(literal.left, SYMBOL, 'symbol');
    }
  }

  /** An argument stands in a column. Where `named`, it is of the column's very type, else only of its primitive. */
  private column(arg: Term, { name, attributes }: AtomLiteral['relation'], i: number, named: boolean): boolean {
    const attribute = attributes[i];
    if (attribute === undefined || attribute.type.broken || arg.kind === 'wildcard') return true;
    const { type, place } = attribute;
    const declared = { place, message: `\`${attribute.name}: ${type.name}\` of \`${name}\` is declared here` };
    const what = type.name;
    return this.add(arg, { what, kinds: type.kinds, type: named ? type : null, place: arg.place, declared });
  }

  private term(term: Term): void {
    for (const part of partsOf(term)) this.term(part);
    if (term.kind === 'number') {
      this.narrow(term, term.unsigned ? UNSIGNED : NUMERIC, 'number');
    } else if (term.kind === 'symbol') {
      this.narrow(term, SYMBOL, 'symbol');
    } else if (term.kind === 'functor') {
      this.functor(term);
    } else if (term.kind === 'range') {
      this.narrow(term, NUMERIC, 'number');
      for (const arg of term.args) this.sameKind(term, arg, term.place);
    } else if (term.kind === 'aggregate') {
      this.aggregate(term);
    } else if (term.kind === 'cast') {
      const { type, place } = term;
      this.add(term, { what: type.name, kinds: type.kinds, type, place, declared: null });
    }
  }

  private functor(term: Term & { kind: 'functor' }): void {
    const signature = SIGNATURES.get(term.op);
    if (signature !== undefined) {
      const last = signature.args.at(-1) ?? ANY;
      for (const [i, arg] of term.args.entries())
        this.narrow(arg, signature.args[i] ?? last, named(signature.args[i] ?? last));
      this.narrow(term, signature.result, named(signature.result));
      return;
    }
    for (const arg of term.args) this.sameKind(term, arg, term.place);
    if (term.op !== 'min' && term.op !== 'max' && term.op !== 'add') this.narrow(term, NUMERIC, 'number');
  }

  private aggregate(term: Aggregate): void {
    this.literals(term.body);
    if (term.value !== null) {
      this.term(term.value);
      this.unify(term, term.value, term.place);
    }
    this.narrow(term, term.op === 'count' ? NUMBER : NUMERIC, 'number');
  }

  /** Both terms get one type. */
  private unify(left: Term, right: Term, place: Place): void {
    const a = root(this.classOf(left));
    const b = root(this.classOf(right));
    if (a === b || !this.sameKind(left, right, place)) return;
    b.parent = a;
    const types = met(a.types, b.types);
    if (types !== null && types.length === 0) this.clashes.apart(a, b, left, place);
    else a.types = types;
    for (const evidence of b.evidence) a.evidence.push(evidence);
  }

  private sameKind(left: Term, right: Term, place: Place): boolean {
    const a = kindRoot(this.classOf(left));
    const b = kindRoot(this.classOf(right));
    if (a === b) return true;
    const kinds = a.kinds & b.kinds;
    if (kinds === 0) return this.clashes.mixed(a, b, place);
    b.parent = a;
    if (a.evidence === null || (b.evidence !== null && b.kinds < a.kinds)) a.evidence = b.evidence;
    a.kinds = kinds;
    return true;
  }

  private narrow(term: Term, kinds: Kinds, what: string): void {
    this.add(term, { what, kinds, type: null, place: term.place, declared: null });
  }

  private add(term: Term, evidence: Evidence): boolean {
    const known = root(this.classOf(term));
    const kind = kindRoot(known);
    const kinds = kind.kinds & evidence.kinds;
    if (kinds === 0) return this.clashes.used(kind, kind.evidence, evidence, term);
    if (kinds !== kind.kinds) kind.evidence = evidence;
    kind.kinds = kinds;
    return evidence.type === null || this.meet(known, evidence, term);
  }

  private meet(known: TypeClass, evidence: Evidence, term: Term): boolean {
    const { type } = evidence;
    if (type === null || type.broken) return true;
    const types = met(known.types, [type]);
    if (types === null || types.length === 0) return this.clashes.used(known, opposed(known, type), evidence, term);
    known.types = types;
    known.evidence.push(evidence);
    return true;
  }

  private classOf(term: Term): TypeClass {
    if (term.kind === 'variable') return this.variableClass(term.variable);
    return this.classFor(term);
  }

  private variableClass(variable: Variable): TypeClass {
    return this.classFor(variable);
  }

  private classFor(key: Term | Variable): TypeClass {
    const known = this.classes.get(key);
    if (known !== undefined) return known;
    const created = new TypeClass();
    this.classes.set(key, created);
    return created;
  }
}
