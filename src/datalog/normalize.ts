import type { Place } from '../place.js';
import type { Atom, ComparisonFormula, Formula, TestFormula, TruthFormula } from './ast.js';
import type { Comparison } from './ir.js';

/** One condition of a conjunction. A negated comparison or truth has been turned around; atoms and tests can be negated. */
export interface Condition {
  readonly formula: Atom | ComparisonFormula | TestFormula | TruthFormula;
  readonly negated: boolean;
}

/** A rule may stand for this many rules, and these may have this many conditions together. */
export const MAX_RULES = 1000;
export const MAX_CONDITIONS = 100_000;

const INVERSE: Readonly<Record<Comparison, Comparison>> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** The conjunctions whose disjunction the formula is (disjunctive normal form); null where they would be too many. */
export function normalize(formula: Formula): readonly (readonly Condition[])[] | null {
  const size = measure(formula, false);
  if (size.rules > MAX_RULES || size.conditions > MAX_CONDITIONS) return null;
  return expand(formula, null);
}

interface Size {
  readonly rules: number;
  readonly conditions: number;
}

/** How large the normal form would be, without building it. */
function measure(formula: Formula, negated: boolean): Size {
  switch (formula.kind) {
    case 'not':
      return measure(formula.inner, !negated);
    case 'and':
    case 'or': {
      const sizes = formula.parts.map((part) => measure(part, negated));
      return (formula.kind === 'and') === negated ? sizes.reduce(added) : sizes.reduce(multiplied);
    }
    default:
      return { rules: 1, conditions: 1 };
  }
}

function added(a: Size, b: Size): Size {
  return { rules: a.rules + b.rules, conditions: a.conditions + b.conditions };
}

function multiplied(a: Size, b: Size): Size {
  return { rules: a.rules * b.rules, conditions: a.conditions * b.rules + b.conditions * a.rules };
}

/** @param denial  the `!` that what is expanded stands under, if it is denied */
function expand(formula: Formula, denial: Place | null): Condition[][] {
  switch (formula.kind) {
    case 'not':
      return expand(formula.inner, denial === null ? formula.place : null);
    case 'and':
    case 'or': {
      const parts = formula.parts.map((part) => expand(part, denial));
      return (formula.kind === 'and') === (denial !== null) ? parts.flat() : product(parts);
    }
    default:
      return [[condition(formula, denial)]];
  }
}

function product(parts: readonly Condition[][][]): Condition[][] {
  let all: Condition[][] = [[]];
  for (const part of parts) {
    const [only] = part;
    // Most parts are one condition, which is added in place: copying for each would take quadratic time.
    if (part.length === 1 && only !== undefined) for (const conditions of all) append(conditions, only);
    else all = all.flatMap((start) => part.map((end) => [...start, ...end]));
  }
  return all;
}

function append(to: Condition[], from: readonly Condition[]): void {
  for (const condition of from) to.push(condition);
}

/** What is turned around keeps the place of its `!`: quoted without it, it would say the opposite. */
function condition(formula: Condition['formula'], denial: Place | null): Condition {
  if (denial === null) return { formula, negated: false };
  switch (formula.kind) {
    case 'comparison':
      return { formula: { ...formula, op: INVERSE[formula.op], place: denial }, negated: false };
    case 'truth':
      return { formula: { ...formula, value: !formula.value, place: denial }, negated: false };
    case 'test':
      return { formula: { ...formula, place: denial }, negated: true };
    case 'atom':
      return { formula, negated: true };
  }
}
