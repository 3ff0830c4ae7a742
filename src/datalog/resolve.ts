import type { Place } from '../place.js';
import type { AggregateExpression, Atom, Expression, Rule } from './ast.js';
import type { Declarations } from './declare.js';
import { Grounding, variablesIn } from './ground.js';
import { type Condition, normalize } from './normalize.js';
import { counted, type Reporter } from './report.js';
import type { Aggregate, AtomLiteral, Clause, Literal, Term, Variable } from './resolved.js';
import { termsOf } from './resolved.js';

/** A rule's variables, or an aggregate's own ones. */
interface Scope {
  readonly own: Map<string, Variable>;
  /** Variables around an aggregate that have a value there. */
  readonly outer: ReadonlyMap<string, Variable>;
  /** Names around an aggregate that have no value there. */
  readonly valueless: Map<string, Valueless>;
}

interface Valueless {
  readonly variable: Variable;
  /** The conjunction that needs a value for it, and its scope. */
  readonly literals: Literal[];
  readonly scope: Scope;
}

interface OpenAggregate {
  readonly node: Aggregate & { value: Term | null };
  readonly body: Literal[];
  readonly locals: Variable[];
  readonly given: Variable[];
  readonly source: AggregateExpression;
}

/**
 * Resolves the names of one head and one conjunction. A name in an aggregate is the surrounding rule's variable where
 * that has a value there without this aggregate; else, and always in the value that is aggregated, it is a variable of
 * the aggregate's own. Returns null where something has been reported that makes the rest moot.
 */
export class Resolver {
  private variables: Variable[] = [];
  private open: OpenAggregate[] = [];
  private failed = false;

  constructor(
    private readonly declarations: Declarations,
    private readonly report: Reporter,
  ) {}

  resolve(rule: Rule, head: Atom, conditions: readonly Condition[]): Clause | null {
    this.variables = [];
    this.open = [];
    this.failed = false;
    const scope: Scope = { own: new Map(), outer: new Map(), valueless: new Map() };
    const top = this.atom(head, false, scope, 'in a head');
    const body = this.conjunction(conditions, scope, this.takeOpen());
    if (top === null || this.failed) return null;
    return { rule, head: top, body, variables: this.variables };
  }

  /** `before` are the aggregates of a head or an aggregated value, which belong to the same scope. */
  private conjunction(conditions: readonly Condition[], scope: Scope, before: readonly OpenAggregate[]): Literal[] {
    const literals: Literal[] = [];
    for (const condition of conditions) {
      const literal = this.literal(condition, scope);
      if (literal !== null) literals.push(literal);
    }
    const inside = [...before, ...this.takeOpen()];
    if (inside.length > 0) this.aggregates(inside, literals, scope);
    return literals;
  }

  /** The aggregates met since the last time, whose insides are still to be resolved. */
  private takeOpen(): readonly OpenAggregate[] {
    const open = this.open;
    this.open = [];
    return open;
  }

  /** Resolves the insides of the aggregates of one conjunction, whose own terms are all there. */
  private aggregates(inside: readonly OpenAggregate[], literals: Literal[], scope: Scope): void {
    // What witnesses add is no part of it: what an aggregate is given must not depend on those that are written before it.
    const written = [...literals];
    const own = [...scope.own.values()];
    for (const aggregate of inside) {
      // Where an aggregate's own value is what gives a variable its value, the name inside is another variable.
      const without = new Grounding(written, scope.outer.values(), (node) => (node === aggregate.node ? null : []));
      const outer = [...scope.outer.values(), ...own].filter((variable) => without.has(variable));
      const inner: Scope = { own: new Map(), outer: byName(outer), valueless: new Map(scope.valueless) };
      for (const { name } of own) inner.valueless.delete(name);
      for (const variable of own) {
        if (without.has(variable) || gives(aggregate.node, variable, written)) continue;
        inner.valueless.set(variable.name, { variable, literals, scope });
      }
      this.aggregate(aggregate, inner);
      this.addWitnesses(aggregate, inner);
    }
  }

  private aggregate({ node, body, locals, given, source }: OpenAggregate, scope: Scope): void {
    for (const name of source.value === null ? [] : namesIn(source.value)) this.create(name.name, name.place, scope);
    if (source.value !== null) node.value = this.term(source.value, scope, null);
    for (const literal of this.conjunction(this.inside(source), scope, this.takeOpen())) body.push(literal);
    for (const variable of scope.own.values()) locals.push(variable);
    const used = variablesIn([...body.flatMap(termsOf), ...(node.value === null ? [] : [node.value])]);
    for (const variable of used) if (scope.outer.get(variable.name) === variable) given.push(variable);
  }

  private inside({ body }: AggregateExpression): readonly Condition[] {
    const alternatives = normalize(body);
    const [only] = alternatives ?? [];
    if (alternatives?.length === 1 && only !== undefined) return only;
    this.report.unsupported('disjunctions in aggregates', body.place, 'name the disjunction as a relation of its own');
    this.failed = true;
    return [];
  }

  /**
   * Names used around an aggregate that only its inside gives a value. For `min` and `max` they are the values where the
   * extreme is reached, as in Soufflé: the inside once more, joined with the aggregate's value. For others there is no such.
   */
  private addWitnesses(aggregate: OpenAggregate, inner: Scope): void {
    if (inner.valueless.size === 0) return;
    const { source, body } = aggregate;
    const grounding = new Grounding(body, inner.outer.values(), () => []);
    const found = [...inner.own.values()].filter((own) => inner.valueless.has(own.name) && grounding.has(own));
    if (source.op !== 'min' && source.op !== 'max') {
      for (const { name, place } of found) this.reportWitness(name, place, source);
      return;
    }
    const [first] = found.flatMap(({ name }) => inner.valueless.get(name) ?? []);
    if (first !== undefined) this.join(aggregate, found, inner, first);
  }

  /** The inside of an aggregate as conditions around it, its own variables but the witnesses being new ones there. */
  private join({ node, source }: OpenAggregate, found: readonly Variable[], inner: Scope, around: Valueless): void {
    const outer = new Map(inner.outer);
    for (const { name } of found) {
      const witness = inner.valueless.get(name);
      if (witness !== undefined) outer.set(name, witness.variable);
    }
    const scope: Scope = { own: new Map(), outer, valueless: new Map() };
    const value = this.term(source.value ?? { kind: 'wildcard', place: source.place }, scope, null);
    const literals = this.conjunction(this.inside(source), scope, this.takeOpen());
    for (const variable of scope.own.values()) around.scope.own.set(`${variable.name} ${variable.index}`, variable);
    for (const literal of literals) around.literals.push(literal);
    around.literals.push({ kind: 'constraint', op: '=', left: value, right: node, place: source.place });
  }

  private reportWitness(name: string, place: Place, source: AggregateExpression): void {
    this.failed = true;
    this.report.error(
      'DL-WITNESS',
      place,
      `\`${name}\` has a value only inside this \`${source.op}\`, and is used outside`,
      {
        repair: `give \`${name}\` a value outside by a positive atom, or rename it inside`,
        related: [{ place: source.place, message: 'the aggregate' }],
      },
    );
  }

  private literal({ formula, negated }: Condition, scope: Scope): Literal | null {
    switch (formula.kind) {
      case 'atom':
        return this.atom(formula, negated, scope, null);
      case 'truth':
        return formula;
      case 'test': {
        const [left, right] = this.sides(formula, scope);
        return { kind: 'test', op: formula.op, negated, left, right, place: formula.place };
      }
      case 'comparison': {
        const [left, right] = this.sides(formula, scope);
        return { kind: 'constraint', op: formula.op, left, right, place: formula.place };
      }
    }
  }

  /** `_ = min x : { … }` alone may have a wildcard: it asks that there is a value. */
  private sides({ left, right }: { left: Expression; right: Expression }, scope: Scope): [Term, Term] {
    const asks = left.kind === 'aggregate' || right.kind === 'aggregate';
    const where = 'in a comparison';
    return [this.side(left, scope, asks, where), this.side(right, scope, asks, where)];
  }

  private side(expression: Expression, scope: Scope, asks: boolean, where: string): Term {
    if (!asks || expression.kind !== 'wildcard') return this.term(expression, scope, where);
    const { place } = expression;
    const variable = this.fresh('_', place);
    return { kind: 'variable', variable, place };
  }

  private atom(atom: Atom, negated: boolean, scope: Scope, where: string | null): AtomLiteral | null {
    const relation = this.declarations.lookup(atom.name);
    if (relation === null || relation.broken) this.failed = true;
    if (relation === null) return null;
    const args = atom.args.map((arg) => this.term(arg, scope, where));
    const expected = relation.attributes.length;
    if (args.length !== expected && !relation.broken) {
      this.failed = true;
      const declared = `${relation.name}(${relation.attributes.map((attribute) => attribute.name).join(', ')})`;
      this.report.error(
        'DL-ARITY',
        atom.place,
        `\`${relation.name}\` has ${counted(expected, 'argument')}, and ${args.length} here`,
        {
          related: [{ place: relation.place, message: `declared as \`${declared}\`` }],
          repair: args.length < expected ? 'write `_` for arguments that do not matter' : 'take the others out',
        },
      );
    }
    return { kind: 'atom', negated, relation, args, place: atom.place };
  }

  /** `where` says what place this is, where a wildcard may not stand there. */
  private term(expression: Expression, scope: Scope, where: string | null): Term {
    const { place } = expression;
    switch (expression.kind) {
      case 'variable':
        return { kind: 'variable', variable: this.variable(expression.name, place, scope), place };
      case 'wildcard':
        if (where !== null) this.reportWildcard(place, where);
        return expression;
      case 'functor':
      case 'range':
        return { ...expression, args: expression.args.map((arg) => this.term(arg, scope, 'in an operation')) };
      case 'cast': {
        const type = this.declarations.types.lookup(expression.type);
        return { kind: 'cast', value: this.term(expression.value, scope, 'in a cast'), type, place };
      }
      case 'aggregate':
        return this.openAggregate(expression);
      default:
        return expression;
    }
  }

  private openAggregate(source: AggregateExpression): Aggregate {
    const body: Literal[] = [];
    const locals: Variable[] = [];
    const given: Variable[] = [];
    const node = { kind: 'aggregate' as const, op: source.op, value: null, body, locals, given, place: source.place };
    this.open.push({ node, body, locals, given, source });
    return node;
  }

  private reportWildcard(place: Place, where: string): void {
    this.failed = true;
    this.report.error('DL-WILDCARD', place, `\`_\` ${where} has no value`, {
      repair: 'write a variable that a positive atom gives a value',
    });
  }

  private variable(name: string, place: Place, scope: Scope): Variable {
    const variable = scope.own.get(name) ?? scope.outer.get(name) ?? this.create(name, place, scope);
    variable.occurrences++;
    return variable;
  }

  private create(name: string, place: Place, scope: Scope): Variable {
    const known = scope.own.get(name);
    if (known !== undefined) return known;
    const variable = this.fresh(name, place);
    scope.own.set(name, variable);
    return variable;
  }

  private fresh(name: string, place: Place): Variable {
    const variable = { index: this.variables.length, name, place, occurrences: 0 };
    this.variables.push(variable);
    return variable;
  }
}

function byName(variables: readonly Variable[]): Map<string, Variable> {
  return new Map(variables.map((variable) => [variable.name, variable]));
}

/** The variable gets its value from the aggregate itself: `x = count : { … }`. */
function gives(node: Aggregate, variable: Variable, literals: readonly Literal[]): boolean {
  return new Grounding(literals, [], (other) => (other === node ? [] : null)).has(variable);
}

function namesIn(expression: Expression): { name: string; place: Place }[] {
  switch (expression.kind) {
    case 'variable':
      return [expression];
    case 'functor':
    case 'range':
      return expression.args.flatMap(namesIn);
    case 'cast':
      return namesIn(expression.value);
    default:
      return [];
  }
}
