import type { Place } from '../place.js';
import type { Functor, Primitive } from './ir.js';
import type { Related, Reporter } from './report.js';
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
import {
  ANY,
  isSubtype,
  type Kinds,
  meet,
  NUMBER,
  NUMERIC,
  primitiveOf,
  SYMBOL,
  type Type,
  UNSIGNED,
} from './types.js';

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

/** Terms whose values are of one primitive. */
class KindClass {
  kinds: Kinds = ANY;
  parent: KindClass | null = null;
  /** What first narrowed the primitive, for the message when something else contradicts it. */
  evidence: Evidence | null = null;
}

/** Terms that `=` and comparisons make one: they share a named type. */
class TypeClass {
  parent: TypeClass | null = null;
  /** Null as long as only the primitive is known. */
  types: readonly Type[] | null = null;
  readonly evidence: Evidence[] = [];

  constructor(readonly kind = new KindClass()) {}
}

/** Why a class is what it is. */
interface Evidence {
  /** The name of a type or primitive. */
  readonly what: string;
  readonly kinds: Kinds;
  readonly type: Type | null;
  readonly place: Place;
  /** Where that was declared. */
  readonly declared: Related | null;
}

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
  const inference = new Inference(report);
  inference.literals(clause.body);
  inference.head(clause.head);
  return inference.failed ? null : inference;
}

class Inference implements Typing {
  failed = false;
  private readonly classes = new Map<Term | Variable, TypeClass>();
  private readonly clashed = new Set<TypeClass | KindClass>();

  constructor(private readonly report: Reporter) {}

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
      if (stray !== undefined) this.reportStray(arg, stray, known, relation, i);
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
    if (types !== null && types.length === 0) this.reportApart(a, b, left, place);
    else a.types = types;
    for (const evidence of b.evidence) a.evidence.push(evidence);
  }

  private sameKind(left: Term, right: Term, place: Place): boolean {
    const a = kindRoot(this.classOf(left));
    const b = kindRoot(this.classOf(right));
    if (a === b) return true;
    const kinds = a.kinds & b.kinds;
    if (kinds === 0) return this.reportMixed(a, b, place);
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
    if (kinds === 0) return this.reportClash(kind, kind.evidence, evidence, term);
    if (kinds !== kind.kinds) kind.evidence = evidence;
    kind.kinds = kinds;
    return evidence.type === null || this.meet(known, evidence, term);
  }

  private meet(known: TypeClass, evidence: Evidence, term: Term): boolean {
    const { type } = evidence;
    if (type === null || type.broken) return true;
    const types = met(known.types, [type]);
    if (types === null || types.length === 0) return this.reportClash(known, opposed(known, type), evidence, term);
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

  /** The same class clashes once: what follows from the first clash is not reported. */
  private clash(known: TypeClass | KindClass): boolean {
    this.failed = true;
    if (this.clashed.has(known)) return false;
    this.clashed.add(known);
    return true;
  }

  private reportClash(known: TypeClass | KindClass, before: Evidence | null, now: Evidence, term: Term): false {
    if (!this.clash(known)) return false;
    const declared = now.declared === null ? [] : [now.declared];
    if (before === null || term.kind === 'symbol' || term.kind === 'number') {
      const message = `${shown(term)} cannot be a value of type ${described(now, before)}`;
      this.report.error('DL-TYPE-CLASH', now.place, message, {
        related: declared,
        repair: now.kinds === SYMBOL ? 'write a string, in quotes' : 'write a number, without quotes',
      });
    } else {
      const message = `${shown(term)} is used as ${described(before, now)} and as ${described(now, before)}, which have no value in common`;
      this.report.error('DL-TYPE-CLASH', now.place, message, {
        related: [...relatedOf(before), ...declared],
        repair: 'use two variables, or declare a type that both columns share',
      });
    }
    return false;
  }

  private reportApart(a: TypeClass, b: TypeClass, left: Term, place: Place): void {
    const of = b.evidence[0];
    const against = of?.type ? (opposed(a, of.type) ?? null) : null;
    if (!this.clash(a) || of === undefined) return;
    const both = [...(against === null ? [] : [against]), of].map(({ what }) => `\`${what}\``).join(' and ');
    this.report.error('DL-TYPE-CLASH', place, `${both} have no value in common`, {
      related: [...(against === null ? [] : relatedOf(against)), ...relatedOf(of)],
      repair: `compare ${shown(left)} with a value of its own type, or declare a type that both columns share`,
    });
  }

  private reportMixed(a: KindClass, b: KindClass, place: Place): false {
    if (!this.clash(a)) return false;
    const sides = [a, b].map((side) => primitiveOf(side.kinds)).join(' and a ');
    this.report.error('DL-TYPE-CLASH', place, `a ${sides} meet here`, {
      related: [a, b].flatMap((side) => (side.evidence === null ? [] : relatedOf(side.evidence))),
      repair: 'convert one side, with `to_number` or `to_string`',
    });
    return false;
  }

  private reportStray(arg: Term, type: Type, known: TypeClass, relation: AtomLiteral['relation'], i: number): void {
    if (!this.clash(known)) return;
    const attribute = relation.attributes[i];
    const wanted = attribute?.type.name ?? '';
    const source = known.evidence.find((one) => one.type === type) ?? known.evidence[0];
    this.report.error(
      'DL-TYPE-CLASH',
      arg.place,
      `${shown(arg)} is of type \`${type.name}\`, and \`${relation.name}\` takes \`${wanted}\` here`,
      {
        related: [
          ...(source?.declared ? [source.declared] : []),
          ...(attribute === undefined
            ? []
            : [
                {
                  place: attribute.place,
                  message: `\`${attribute.name}: ${wanted}\` of \`${relation.name}\` is declared here`,
                },
              ]),
        ],
        repair: `declare the column of \`${relation.name}\` as \`${type.name}\` or a type above it, or take the value from a column of type \`${wanted}\``,
      },
    );
  }
}

/** What two sets of types have in common; null stands for not yet known. */
function met(a: readonly Type[] | null, b: readonly Type[] | null): readonly Type[] | null {
  if (a === null || b === null) return a ?? b;
  return [...new Set(a.flatMap((one) => b.flatMap((other) => meet(one, other))))];
}

/** What a class is known to be that a type has nothing in common with. */
function opposed(known: TypeClass, type: Type): Evidence | null {
  const found = known.evidence.find((one) => one.type !== null && meet(one.type, type).length === 0);
  return found ?? known.evidence[0] ?? null;
}

function root(known: TypeClass): TypeClass {
  let at = known;
  for (let up = at.parent; up !== null; up = at.parent) {
    at.parent = up.parent ?? up;
    at = up;
  }
  return at;
}

function kindRoot(known: TypeClass): KindClass {
  let at = root(known).kind;
  for (let up = at.parent; up !== null; up = at.parent) {
    at.parent = up.parent ?? up;
    at = up;
  }
  return at;
}

function relatedOf({ what, place, declared }: Evidence): Related[] {
  return [{ place, message: `\`${what}\` here` }, ...(declared === null ? [] : [declared])];
}

/** With the primitive of a named type, where primitives are what differs. */
function described({ what, kinds, declared }: Evidence, other: Evidence | null): string {
  const differs = declared !== null && (kinds & (other?.kinds ?? ANY)) === 0;
  return differs && what !== primitiveOf(kinds) ? `\`${what}\` (${primitiveOf(kinds)})` : `\`${what}\``;
}

function named(kinds: Kinds): string {
  return primitiveOf(kinds);
}

function shown(term: Term): string {
  if (term.kind === 'variable') return `\`${term.variable.name}\``;
  if (term.kind === 'symbol') return 'this string';
  return term.kind === 'number' ? 'this number' : 'this value';
}
