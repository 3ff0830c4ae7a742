import { type Aggregate, type Literal, type Term, termsOf, type Variable } from './resolved.js';

/** Once all it needs has a value, `gives` has one: what an equality says in one direction. */
interface Step {
  missing: number;
  readonly gives: Variable;
}

/** What an aggregate waits for before it has a value; null where it never has one for the question asked. */
export type Waits = (aggregate: Aggregate) => readonly Variable[] | null;

/** In a finished rule an aggregate waits for the variables it reads from around it. */
export const waitsForGiven: Waits = (aggregate) => aggregate.given;

/**
 * Which variables the conjunction gives values (Soufflé's rules of grounding): the arguments of positive atoms, and
 * through `=` a variable whose other side has a value. Arithmetic is not solved backwards. Takes linear time.
 */
export class Grounding {
  private readonly grounded = new Set<Variable>();
  private readonly waiting = new Map<Variable, Step[]>();
  private readonly pending: Variable[] = [];

  constructor(literals: readonly Literal[], given: Iterable<Variable>, waits: Waits) {
    for (const literal of literals) this.add(literal, waits);
    for (const variable of given) this.pending.push(variable);
    this.propagate();
  }

  has(variable: Variable): boolean {
    return this.grounded.has(variable);
  }

  /** Some equality would give the variable a value if others had theirs. */
  dependsOnOthers(variable: Variable): boolean {
    return this.solvable.has(variable);
  }

  /** Takes a variable as grounded, and what follows from it. */
  assume(variable: Variable): void {
    this.pending.push(variable);
    this.propagate();
  }

  private readonly solvable = new Set<Variable>();

  private add(literal: Literal, waits: Waits): void {
    if (literal.kind === 'atom' && !literal.negated) {
      for (const arg of literal.args) {
        const variable = solved(arg);
        if (variable !== null) this.pending.push(variable);
      }
    } else if (literal.kind === 'constraint' && literal.op === '=') {
      this.addStep(literal.left, literal.right, waits);
      this.addStep(literal.right, literal.left, waits);
    }
  }

  private addStep(from: Term, to: Term, waits: Waits): void {
    const gives = solved(to);
    if (gives === null) return;
    this.solvable.add(gives);
    const needs = new Set<Variable>();
    if (!collectNeeds(from, needs, waits)) return;
    const step = { missing: needs.size, gives };
    if (needs.size === 0) this.pending.push(gives);
    for (const variable of needs) {
      const steps = this.waiting.get(variable);
      if (steps === undefined) this.waiting.set(variable, [step]);
      else steps.push(step);
    }
  }

  private propagate(): void {
    for (let variable = this.pending.pop(); variable !== undefined; variable = this.pending.pop()) {
      if (this.grounded.has(variable)) continue;
      this.grounded.add(variable);
      for (const step of this.waiting.get(variable) ?? []) {
        if (--step.missing === 0) this.pending.push(step.gives);
      }
    }
  }
}

/** The variable that a term of known value gives a value to. */
function solved(term: Term): Variable | null {
  if (term.kind === 'cast') return solved(term.value);
  return term.kind === 'variable' ? term.variable : null;
}

/** The variables a term needs for its value; false where it can have none. */
function collectNeeds(term: Term, needs: Set<Variable>, waits: Waits): boolean {
  switch (term.kind) {
    case 'variable':
      needs.add(term.variable);
      return true;
    case 'wildcard':
      return false;
    case 'aggregate': {
      const waited = waits(term);
      for (const variable of waited ?? []) needs.add(variable);
      return waited !== null;
    }
    case 'functor':
    case 'range':
      return term.args.every((arg) => collectNeeds(arg, needs, waits));
    case 'cast':
      return collectNeeds(term.value, needs, waits);
    default:
      return true;
  }
}

/** The variables in terms, aggregates counted as what they read from around them. */
export function variablesIn(terms: readonly Term[]): Set<Variable> {
  const variables = new Set<Variable>();
  for (const term of terms) collectNeeds(term, variables, waitsForGiven);
  return variables;
}

export function variablesOf(literal: Literal): Set<Variable> {
  return variablesIn(termsOf(literal));
}
