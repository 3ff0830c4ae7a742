import {
  type Aggregate,
  atom,
  type Comparison,
  call,
  compare,
  type Declaration,
  type Literal,
  not,
  number,
  type Rule,
  symbol,
  type Term,
  type Type,
  unsigned,
  variable,
  wildcard,
} from './ast.js';
import type { Chance } from './chance.js';
import { mapTerm } from './map.js';
import { randomConstant, randomExpression, type TypedVariable } from './random-terms.js';

/** What a rule may read: `earlier` in any way, `own` (the head's own stratum) only positively. */
export interface Readable {
  readonly earlier: readonly Declaration[];
  readonly own: readonly Declaration[];
}

const COMPARISONS: readonly Comparison[] = ['=', '!=', '!=', '<', '<=', '>', '>='];
const PATTERNS = ['a.*', '.*b', '[ab]+', 'a?b*', '(a|c)+', ''];

/** A grounded rule for `head`. With `own` relations to read it is recursive, and then whatever it computes is bounded. */
export function randomRule(chance: Chance, heads: readonly Declaration[], readable: Readable): Rule {
  return new RuleBuilder(chance, readable).build(heads);
}

class RuleBuilder {
  private readonly bound: TypedVariable[] = [];
  /** Variables that only a minimum or maximum gives a value, and so no other aggregate may read. */
  private readonly witnesses: TypedVariable[] = [];
  private readonly body: Literal[] = [];
  private names = 0;
  private readonly recursive: boolean;

  constructor(
    private readonly chance: Chance,
    private readonly readable: Readable,
  ) {
    this.recursive = readable.own.length > 0;
  }

  build(heads: readonly Declaration[]): Rule {
    if (this.recursive) this.addAtom(this.chance.pick(this.readable.own));
    if (this.recursive && this.chance.percent(25)) this.addAtom(this.chance.pick(this.readable.own));
    const atoms = this.chance.between(this.recursive ? 0 : 1, 2);
    for (let i = 0; i < atoms; i++) this.addAtom(this.chance.pick(this.readable.earlier));
    const more = this.chance.pick([0, 0, 1, 1, 1, 2, 2, 3]);
    for (let i = 0; i < more; i++) this.addOther();
    if (this.chance.percent(8)) this.witnessed();
    this.bound.push(...this.witnesses);
    // An equation could give a witness its value by way of the very aggregate that it is a witness of.
    if (this.witnesses.length > 0 && this.chance.percent(50)) this.body.push(this.comparison(['!=', '<', '>=']));
    if (this.witnesses.length > 0 && this.chance.percent(30)) this.body.push(this.negation());
    const made = heads.map(({ name, columns }) => ({
      relation: name,
      args: columns.map(({ type }) => this.headTerm(type)),
    }));
    return { heads: made, body: this.chance.percent(60) ? this.chance.shuffled(this.body) : this.body };
  }

  private fresh(type: Type): TypedVariable {
    return { name: `v${this.names++}`, type };
  }

  private bind(type: Type): Term {
    const made = this.fresh(type);
    this.bound.push(made);
    return variable(made.name);
  }

  private addAtom(relation: Declaration): void {
    this.body.push(this.positiveAtom(relation));
  }

  private positiveAtom(relation: Declaration): Literal {
    const { chance } = this;
    const before = [...this.bound];
    const args = relation.columns.map(({ type }) => {
      const known = chance.pickAny(this.bound.filter((candidate) => candidate.type === type));
      if (known !== undefined && chance.percent(30)) return variable(known.name);
      if (chance.percent(10)) return wildcard;
      if (chance.percent(6)) return randomConstant(chance, type);
      if (chance.percent(4) && before.length > 0) return randomExpression(chance, type, before, 1);
      return this.bind(type);
    });
    return atom(relation.name, ...args);
  }

  private addOther(): void {
    const { chance } = this;
    switch (chance.below(10)) {
      case 0:
      case 1:
        this.body.push(this.comparison());
        return;
      case 2:
      case 3:
      case 4:
        this.body.push(this.negation());
        return;
      case 5:
        this.computed(chance.pick(['number', 'number', 'symbol', 'unsigned']));
        return;
      case 6:
      case 7:
        this.aggregated();
        return;
      case 8:
        this.addEither();
        return;
      default:
        this.body.push(chance.percent(70) ? this.test() : { kind: 'truth', value: chance.percent(85) });
        if (chance.percent(30)) this.ranged();
    }
  }

  /** A bound variable of the type, else a constant. */
  private known(type: Type): Term {
    const found = this.chance.pickAny(this.bound.filter((candidate) => candidate.type === type));
    return found === undefined || this.chance.percent(15) ? randomConstant(this.chance, type) : variable(found.name);
  }

  private someType(): Type {
    return this.chance.pickAny(this.bound)?.type ?? 'number';
  }

  private comparison(operators = COMPARISONS): Literal {
    const type = this.someType();
    const left = this.known(type);
    // A variable compared with itself says nothing, or empties the rule.
    const others = this.bound.filter(({ name }) => left.kind !== 'variable' || left.name !== name);
    const right = randomExpression(this.chance, type, others, this.chance.percent(25) ? 1 : 0);
    return compare(left, this.chance.pick(operators), right);
  }

  private negation(): Literal {
    const relation = this.chance.pick(this.readable.earlier);
    const args = relation.columns.map(({ type }) => {
      if (this.chance.percent(20)) return wildcard;
      return this.chance.percent(8) ? randomExpression(this.chance, type, this.bound, 1) : this.known(type);
    });
    return not(relation.name, ...args);
  }

  private test(): Literal {
    const text = this.known('symbol');
    const negated = this.chance.percent(30);
    if (this.chance.percent(50))
      return { kind: 'test', op: 'contains', negated, left: this.known('symbol'), right: text };
    return { kind: 'test', op: 'match', negated, left: symbol(this.chance.pick(PATTERNS)), right: text };
  }

  /** Binds a new variable to an expression, on either side of the equation; bounded in a recursive rule. */
  private computed(type: Type): Term {
    const value = randomExpression(this.chance, type, this.bound, this.chance.between(1, 3));
    const made = this.fresh(type);
    const name = variable(made.name);
    this.body.push(this.chance.percent(80) ? compare(name, '=', value) : compare(value, '=', name));
    this.limit(made);
    this.bound.push(made);
    return name;
  }

  /** In a recursive rule, a computed value has to come from a finite set, or there would be no fixpoint. */
  private limit({ name, type }: TypedVariable): void {
    if (!this.recursive) return;
    const value = variable(name);
    if (type === 'symbol') this.body.push(compare(call('strlen', 'number', value), '<=', number(2)));
    else if (type === 'unsigned') this.body.push(compare(value, '<', unsigned(6)));
    else this.body.push(compare(value, '<', number(6)), compare(number(-3), '<=', value));
  }

  private ranged(): void {
    // A variable may hold a large number, and in a recursive rule one that the range makes.
    const small = this.recursive || this.chance.percent(60);
    const to = small ? number(this.chance.between(0, 4)) : call('band', 'number', this.known('number'), number(7));
    const step = this.chance.percent(25) ? [number(this.chance.pick([1, 2, -1]))] : [];
    const term: Term = { kind: 'range', type: 'number', args: [number(this.chance.between(-1, 2)), to, ...step] };
    const made = this.fresh('number');
    this.body.push(compare(variable(made.name), '=', term));
    this.bound.push(made);
  }

  /** A minimum or maximum whose tuples give another variable a value as well. */
  private witnessed(): void {
    const numeric = (type: Type): type is 'number' | 'unsigned' => type !== 'symbol';
    const fitting = this.readable.earlier.filter(
      ({ columns }) => columns.length > 1 && columns.some(({ type }) => numeric(type)),
    );
    const source = this.chance.pickAny(fitting);
    if (source === undefined) return;
    const at = this.chance.pick(source.columns.flatMap(({ type }, i) => (numeric(type) ? [i] : [])));
    const type = source.columns[at]?.type;
    if (type === undefined || !numeric(type)) return;
    const compared = this.fresh(type);
    const witnesses: TypedVariable[] = [];
    const args = source.columns.map((column, i): Term => {
      if (i === at) return variable(compared.name);
      const given = this.chance.pickAny(this.bound.filter((candidate) => candidate.type === column.type));
      if (given !== undefined && this.chance.percent(25)) return variable(given.name);
      if (this.chance.percent(40)) return wildcard;
      const witness = this.fresh(column.type);
      witnesses.push(witness);
      return variable(witness.name);
    });
    const body = [atom(source.name, ...args)];
    const value = variable(compared.name);
    const aggregate: Aggregate = { kind: 'aggregate', op: this.chance.pick(['min', 'max']), type, value, body };
    const result = this.fresh(type);
    this.body.push(compare(variable(result.name), '=', aggregate));
    this.limit(result);
    this.bound.push(result);
    this.witnesses.push(...witnesses);
  }

  private aggregated(): void {
    const aggregate = this.aggregate(1);
    if (this.chance.percent(25)) {
      const right = this.chance.percent(50) ? number(this.chance.below(4)) : this.known('number');
      const left = aggregate.type === 'number' ? right : randomConstant(this.chance, 'unsigned');
      this.body.push(compare(left, this.chance.pick(COMPARISONS), aggregate));
      return;
    }
    const made = this.fresh(aggregate.type);
    const plus = this.chance.percent(15) && aggregate.type === 'number';
    const value = plus ? call('add', 'number', aggregate, number(1)) : aggregate;
    this.body.push(compare(variable(made.name), '=', value));
    this.limit(made);
    this.bound.push(made);
  }

  /** Over earlier relations; variables of the rule group it. Local names come again in the next aggregate, or do not. */
  private aggregate(depth: number): Aggregate {
    const { chance } = this;
    const locals: TypedVariable[] = [];
    const prefix = chance.percent(50) ? `w${depth}` : `w${this.names++}_`;
    const body: Literal[] = [];
    const count = chance.percent(75) ? 1 : 2;
    for (let i = 0; i < count; i++) body.push(this.aggregatedAtom(locals, prefix));
    const all = [...locals, ...this.bound];
    const compared = chance.pickAny(locals);
    if (compared !== undefined && chance.percent(25))
      body.push(
        compare(variable(compared.name), chance.pick(COMPARISONS), randomExpression(chance, compared.type, all, 0)),
      );
    if (depth < 2 && chance.percent(8) && compared?.type === 'number') {
      const inner = this.aggregate(depth + 1);
      if (inner.type === 'number') body.push(compare(variable(compared.name), '<=', inner));
    }
    if (chance.percent(12)) body.push(this.aggregatedNegation(all));
    const summed = chance.pickAny(locals.filter(({ type }) => type !== 'symbol'));
    if (summed === undefined || summed.type === 'symbol' || chance.percent(35))
      return { kind: 'aggregate', op: 'count', type: 'number', value: null, body };
    const value = chance.percent(70) ? variable(summed.name) : randomExpression(chance, summed.type, [summed], 1);
    const made: Aggregate = {
      kind: 'aggregate',
      op: chance.pick(['sum', 'min', 'max']),
      type: summed.type,
      value,
      body,
    };
    return chance.percent(12) ? this.shadowed(made, summed) : made;
  }

  /** The aggregate with the name of a variable around it for the one in its value, which stays the aggregate's own. */
  private shadowed(aggregate: Aggregate, { name, type }: TypedVariable): Aggregate {
    const around = this.chance.pickAny(this.bound.filter((candidate) => candidate.type === type));
    let used = around === undefined;
    const renamed = mapTerm(aggregate, {
      variable: (inside) => {
        used ||= inside === around?.name;
        return inside === name && around !== undefined ? around.name : inside;
      },
    });
    return used || renamed.kind !== 'aggregate' ? aggregate : renamed;
  }

  private aggregatedAtom(locals: TypedVariable[], prefix: string): Literal {
    const relation = this.chance.pick(this.readable.earlier);
    const args = relation.columns.map(({ type }) => {
      const inside = this.chance.pickAny(locals.filter((candidate) => candidate.type === type));
      const outside = this.chance.pickAny(this.bound.filter((candidate) => candidate.type === type));
      if (outside !== undefined && this.chance.percent(30)) return variable(outside.name);
      if (inside !== undefined && this.chance.percent(35)) return variable(inside.name);
      if (this.chance.percent(20)) return wildcard;
      if (this.chance.percent(8)) return randomConstant(this.chance, type);
      const made = { name: `${prefix}${locals.length}`, type };
      locals.push(made);
      return variable(made.name);
    });
    return atom(relation.name, ...args);
  }

  private aggregatedNegation(variables: readonly TypedVariable[]): Literal {
    const relation = this.chance.pick(this.readable.earlier);
    const args = relation.columns.map(({ type }) => randomExpression(this.chance, type, variables, 0));
    return not(relation.name, ...args);
  }

  /** Alternatives that are tests, or that each give one new variable a value. */
  private addEither(): void {
    const count = this.chance.percent(80) ? 2 : 3;
    if (this.chance.percent(40)) {
      const alternatives = Array.from({ length: count }, () => [
        this.chance.percent(50) ? this.comparison() : this.negation(),
      ]);
      this.body.push({ kind: 'either', alternatives });
      return;
    }
    const made = this.fresh(this.someType());
    const alternatives = Array.from({ length: count }, () => this.alternative(made));
    this.body.push({ kind: 'either', alternatives });
    this.bound.push(made);
  }

  private alternative(made: TypedVariable): Literal[] {
    const { chance } = this;
    const source = chance.pickAny(
      this.readable.earlier.filter(({ columns }) => columns.some(({ type }) => type === made.type)),
    );
    if (source === undefined || chance.percent(15))
      return [compare(variable(made.name), '=', randomConstant(chance, made.type))];
    const at = chance.pick(source.columns.flatMap(({ type }, i) => (type === made.type ? [i] : [])));
    const args = source.columns.map(({ type }, i) => {
      if (i === at) return variable(made.name);
      return chance.percent(50) ? this.known(type) : wildcard;
    });
    const literals: Literal[] = [atom(source.name, ...args)];
    if (chance.percent(30)) literals.push(chance.percent(50) ? this.comparison() : this.negation());
    return literals;
  }

  private headTerm(type: Type): Term {
    const { chance } = this;
    if (chance.percent(8)) return this.recursive ? this.computed(type) : randomExpression(chance, type, this.bound, 2);
    const found = chance.pickAny(this.bound.filter((candidate) => candidate.type === type));
    if (found !== undefined) return variable(found.name);
    return chance.percent(40) ? this.computed(type) : randomConstant(chance, type);
  }
}
