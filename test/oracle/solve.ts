import { apply } from './arithmetic.js';
import {
  type Aggregate,
  type Atom,
  type Literal,
  subterms,
  type Term,
  type Tuple,
  termsOf,
  type Value,
} from './ast.js';
import type { TupleSet } from './tuples.js';

/** What the variables stand for. */
export type Environment = ReadonlyMap<string, Value>;

/** The tuples of each relation, so far. */
export type Relations = ReadonlyMap<string, TupleSet>;

/** Thrown where evaluation would take more than `limit` steps: the program is too large to be a test. */
export class TooLarge extends Error {}

/** Counts down the work of one evaluation. */
export class Budget {
  constructor(private steps: number) {}

  spend(): void {
    if (--this.steps < 0) throw new TooLarge();
  }
}

/** Expands every `either`: the conjunctions whose union the body means. */
export function conjunctions(body: readonly Literal[]): readonly (readonly Literal[])[] {
  let expanded: Literal[][] = [[]];
  for (const literal of body) {
    const choices = literal.kind === 'either' ? literal.alternatives.flatMap(conjunctions) : [[literal]];
    expanded = expanded.flatMap((prefix) => choices.map((choice) => [...prefix, ...choice]));
  }
  return expanded;
}

/** Finds the solutions of one conjunction by trying, atom by atom, every tuple that could fit. */
export class Solver {
  constructor(
    private readonly relations: Relations,
    private readonly budget: Budget,
  ) {}

  /**
   * All solutions of `body` that extend `environment`. A solution found by two choices of tuples comes twice: `count` and
   * `sum` count choices. `outside` holds the variables that occur around the body, which an aggregate in it takes as given.
   */
  *solve(
    body: readonly Literal[],
    environment: Environment,
    outside: ReadonlySet<string>,
  ): Generator<Environment, void, undefined> {
    const scope = new Set([...outside, ...body.flatMap(directVariables)]);
    const ordered = order(body, environment, scope);
    if (ordered === null) throw new TypeError('the body is not grounded');
    yield* this.follow(ordered, 0, environment, scope);
  }

  private *follow(
    body: readonly Literal[],
    at: number,
    environment: Environment,
    scope: ReadonlySet<string>,
  ): Generator<Environment, void, undefined> {
    this.budget.spend();
    const literal = body[at];
    if (literal === undefined) yield environment;
    else
      for (const extended of this.satisfy(literal, environment, scope))
        yield* this.follow(body, at + 1, extended, scope);
  }

  /** The values of a term whose variables are known: none for a minimum of nothing, several for a range. */
  values(term: Term, environment: Environment, scope: ReadonlySet<string>): readonly Value[] {
    switch (term.kind) {
      case 'variable': {
        const value = environment.get(term.name);
        if (value === undefined) throw new TypeError(`${term.name} is not grounded`);
        return [value];
      }
      case 'wildcard':
        throw new TypeError('a wildcard has no value');
      case 'constant':
        return [term.value];
      case 'aggregate':
        return this.aggregate(term, environment, scope);
      case 'call':
        return this.tuples(term.args, environment, scope).map((args) => apply(term.op, term.type, args));
      case 'range':
        return this.tuples(term.args, environment, scope).flatMap((args) => range(args.map(Number)));
    }
  }

  /** Every choice of one value for each term. */
  tuples(terms: readonly Term[], environment: Environment, scope: ReadonlySet<string>): readonly Tuple[] {
    let chosen: Value[][] = [[]];
    for (const term of terms) {
      const values = this.values(term, environment, scope);
      chosen = chosen.flatMap((prefix) => values.map((value) => [...prefix, value]));
    }
    return chosen;
  }

  private *satisfy(
    literal: Literal,
    environment: Environment,
    scope: ReadonlySet<string>,
  ): Generator<Environment, void, undefined> {
    switch (literal.kind) {
      case 'atom':
        yield* this.matches(literal, environment, scope);
        return;
      case 'negation':
        if (this.matches(literal, environment, scope).next().done) yield environment;
        return;
      case 'comparison': {
        const binding = bindingOf(literal, environment);
        if (binding !== null) {
          for (const value of this.values(binding.term, environment, scope))
            yield new Map([...environment, [binding.name, value]]);
          return;
        }
        for (const [left, right] of this.pairs(literal, environment, scope))
          if (compares(left, literal.op, right)) yield environment;
        return;
      }
      case 'test':
        for (const [left, right] of this.pairs(literal, environment, scope))
          if (tests(literal.op, String(left), String(right)) !== literal.negated) yield environment;
        return;
      case 'truth':
        if (literal.value) yield environment;
        return;
      case 'either':
        for (const alternative of conjunctions([literal])) yield* this.solve(alternative, environment, scope);
    }
  }

  private *pairs(
    { left, right }: { readonly left: Term; readonly right: Term },
    environment: Environment,
    scope: ReadonlySet<string>,
  ): Generator<[Value, Value], void, undefined> {
    for (const a of this.values(left, environment, scope))
      for (const b of this.values(right, environment, scope)) yield [a, b];
  }

  /** One extended environment for each tuple that fits the atom. */
  private *matches(
    atom: Atom,
    environment: Environment,
    scope: ReadonlySet<string>,
  ): Generator<Environment, void, undefined> {
    for (const tuple of this.candidates(atom, environment)) {
      this.budget.spend();
      const extended = bindVariables(atom.args, tuple, environment);
      if (extended !== null && this.fits(atom.args, tuple, extended, scope)) yield extended;
    }
  }

  /** All tuples of the relation, or those that have a known value in the first column where one is known. */
  private candidates({ relation, args }: Atom, environment: Environment): Iterable<Tuple> {
    const tuples = this.relations.get(relation);
    for (const [column, term] of args.entries()) {
      const value = term.kind === 'variable' ? environment.get(term.name) : undefined;
      if (value !== undefined) return tuples?.matching(column, value) ?? [];
    }
    return tuples?.values() ?? [];
  }

  private fits(args: readonly Term[], tuple: Tuple, environment: Environment, scope: ReadonlySet<string>): boolean {
    return args.every((term, i) => {
      if (term.kind === 'wildcard') return true;
      return this.values(term, environment, scope).some((value) => value === tuple[i]);
    });
  }

  private aggregate(term: Aggregate, environment: Environment, scope: ReadonlySet<string>): readonly Value[] {
    const values: Value[] = [];
    const outside = given(scope, term);
    const known = new Map([...environment].filter(([name]) => outside.has(name)));
    for (const body of conjunctions(term.body))
      for (const solution of this.solve(body, known, outside)) {
        const inside = new Set([...outside, ...solution.keys()]);
        if (term.value === null) values.push(1);
        else values.push(...this.values(term.value, solution, inside));
      }
    if (term.op === 'count') return [values.length];
    if (term.op === 'sum') return [values.reduce((sum: Value, value) => apply('add', term.type, [sum, value]), 0)];
    return values.length === 0 ? [] : [apply(term.op, term.type, values)];
  }
}

/** Names that have a value: an environment, or a set of names where only that much is known. */
export interface Bound {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/**
 * The literals in an order in which each can be done: tests and bindings before atoms, so that there is less to search.
 * Null where there is none, which means that some variable of the body is not grounded.
 */
export function order(body: readonly Literal[], given: Bound, scope: ReadonlySet<string>): readonly Literal[] | null {
  const bound = new Set(given.keys());
  const ordered: Literal[] = [];
  const left = new Set(body);
  while (left.size > 0) {
    const ready = [...left].filter((literal) => isReady(literal, bound, scope));
    const next = ready.find((literal) => literal.kind !== 'atom') ?? ready[0];
    if (next === undefined) return null;
    left.delete(next);
    ordered.push(next);
    for (const name of boundBy(next, bound)) bound.add(name);
  }
  return ordered;
}

/** The variables that get their value from a literal, given those that have one already. */
export function boundBy(literal: Literal, bound: Bound): readonly string[] {
  if (literal.kind === 'atom') return plainVariables(literal.args);
  const binding = literal.kind === 'comparison' ? bindingOf(literal, bound) : null;
  return binding === null ? [] : [binding.name];
}

function isReady(literal: Literal, bound: Bound, scope: ReadonlySet<string>): boolean {
  switch (literal.kind) {
    case 'atom': {
      const own = new Set([...bound.keys(), ...plainVariables(literal.args)]);
      return literal.args.every((term) => isKnown(term, own, scope) || term.kind === 'wildcard');
    }
    case 'negation':
      return literal.args.every((term) => isKnown(term, bound, scope) || term.kind === 'wildcard');
    case 'comparison': {
      const binding = bindingOf(literal, bound);
      if (binding !== null) return isKnown(binding.term, bound, scope);
      return isKnown(literal.left, bound, scope) && isKnown(literal.right, bound, scope);
    }
    case 'test':
      return isKnown(literal.left, bound, scope) && isKnown(literal.right, bound, scope);
    case 'truth':
      return true;
    case 'either':
      return false;
  }
}

/** Whether a term has a value once the variables of `bound` have one. */
function isKnown(term: Term, bound: Bound, scope: ReadonlySet<string>): boolean {
  if (term.kind === 'variable') return bound.has(term.name);
  if (term.kind === 'wildcard') return false;
  if (term.kind !== 'aggregate') return subterms(term).every((inner) => isKnown(inner, bound, scope));
  const outside = given(scope, term);
  return [...allVariables(term)].every((name) => !outside.has(name) || bound.has(name));
}

/** The variables around an aggregate that it takes as given: all but those of its value, which are always its own. */
export function given(scope: ReadonlySet<string>, { value }: Aggregate): ReadonlySet<string> {
  const own = new Set(value === null ? [] : directVariablesOf(value));
  return new Set([...scope].filter((name) => !own.has(name)));
}

/** `x = term` or `term = x` with x not bound yet; null for a test. */
function bindingOf(
  literal: Literal & { kind: 'comparison' },
  bound: Bound,
): { readonly name: string; readonly term: Term } | null {
  if (literal.op !== '=') return null;
  const { left, right } = literal;
  if (left.kind === 'variable' && !bound.has(left.name)) return { name: left.name, term: right };
  if (right.kind === 'variable' && !bound.has(right.name)) return { name: right.name, term: left };
  return null;
}

/** The environment in which an atom's plain variables have the values of a tuple; null where one has another already. */
function bindVariables(args: readonly Term[], tuple: Tuple, environment: Environment): Environment | null {
  let extended: Map<string, Value> | null = null;
  for (const [i, term] of args.entries()) {
    const value = tuple[i];
    if (term.kind !== 'variable' || value === undefined) continue;
    const known: Value | undefined = (extended ?? environment).get(term.name);
    if (known === undefined) {
      extended ??= new Map(environment);
      extended.set(term.name, value);
    } else if (known !== value) return null;
  }
  return extended ?? environment;
}

function plainVariables(terms: readonly Term[]): string[] {
  return terms.flatMap((term) => (term.kind === 'variable' ? [term.name] : []));
}

/** Variables of a literal that stand outside any aggregate in it. */
export function directVariables(literal: Literal): string[] {
  if (literal.kind === 'either') return literal.alternatives.flat().flatMap(directVariables);
  return termsOf(literal).flatMap(directVariablesOf);
}

export function directVariablesOf(term: Term): string[] {
  if (term.kind === 'variable') return [term.name];
  return term.kind === 'aggregate' ? [] : subterms(term).flatMap(directVariablesOf);
}

function allVariables(term: Term): Set<string> {
  if (term.kind === 'variable') return new Set([term.name]);
  const names = new Set(subterms(term).flatMap((inner) => [...allVariables(inner)]));
  if (term.kind !== 'aggregate') return names;
  for (const literal of term.body.flatMap((inner) => (inner.kind === 'either' ? inner.alternatives.flat() : [inner])))
    for (const inner of termsOf(literal)) for (const name of allVariables(inner)) names.add(name);
  return names;
}

function compares(left: Value, op: string, right: Value): boolean {
  switch (op) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    default:
      return left >= right;
  }
}

function tests(op: 'match' | 'contains', pattern: string, text: string): boolean {
  return op === 'contains' ? text.includes(pattern) : new RegExp(`^(?:${pattern})$`).test(text);
}

/** From the first value up to but without the second; down where the first is greater and no step is given. */
function range([from = 0, to = 0, given]: readonly number[]): number[] {
  const step = given ?? (from <= to ? 1 : -1);
  const values: number[] = [];
  if (step === 0) return from === to ? [] : [from];
  for (let value = from; step > 0 ? value < to : value > to; value += step) values.push(value);
  return values;
}
