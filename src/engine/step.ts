import type { Aggregation, Calculation, Comparison, SymbolFunction } from '../../assembly/codes.js';

/** A value in a plan: a variable's vector, a constant as 32 bits, or a text, whose id is another in every run. */
export type Operand =
  | { readonly kind: 'variable'; readonly variable: number }
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string };

export interface Key {
  readonly column: number;
  readonly operand: Operand;
}

export interface Binding {
  readonly column: number;
  readonly variable: number;
}

/** One operation of a plan, over variables; `encode.ts` gives the variables their vectors. */
export type Step =
  | {
      readonly kind: 'join';
      readonly relation: number;
      readonly keys: readonly Key[];
      readonly bindings: readonly Binding[];
      /** Only rows from before this round's delta. */
      readonly limited: boolean;
    }
  | { readonly kind: 'exists'; readonly relation: number; readonly wanted: boolean; readonly args: readonly Operand[] }
  | { readonly kind: 'member'; readonly relation: number; readonly wanted: boolean; readonly keys: readonly Key[] }
  | { readonly kind: 'compare'; readonly comparison: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'alias'; readonly variable: number; readonly operand: Operand }
  | {
      readonly kind: 'calculate';
      readonly what: Calculation;
      readonly left: Operand;
      readonly right: Operand;
      readonly to: number;
    }
  | {
      readonly kind: 'symbols';
      readonly what: SymbolFunction;
      readonly args: readonly [Operand, Operand, Operand];
      readonly to: number;
    }
  | {
      readonly kind: 'range';
      readonly from: Operand;
      readonly end: Operand;
      readonly by: Operand;
      readonly unsigned: boolean;
      readonly to: number;
    }
  | {
      readonly kind: 'aggregate';
      readonly what: Aggregation;
      /** Steps of the body, which end in `value` of each solution. */
      readonly inner: readonly Step[];
      readonly value: Operand;
      readonly to: number;
    };

/** A rule made ready to run: driven by the rows of a relation, or by one row without columns. */
export interface Plan {
  readonly drive: { readonly relation: number; readonly bindings: readonly Binding[] } | null;
  readonly steps: readonly Step[];
  readonly head: { readonly relation: number; readonly args: readonly Operand[] };
}

/** Calls `visit` with every operand a step reads; an aggregate reads what its inner steps read from outside. */
export function readsOf(step: Step, visit: (variable: number) => void): void {
  const read = (operand: Operand) => {
    if (operand.kind === 'variable') visit(operand.variable);
  };
  switch (step.kind) {
    case 'join':
    case 'member':
      for (const key of step.keys) read(key.operand);
      break;
    case 'exists':
      step.args.forEach(read);
      break;
    case 'compare':
    case 'calculate':
      read(step.left);
      read(step.right);
      break;
    case 'alias':
      read(step.operand);
      break;
    case 'symbols':
      step.args.forEach(read);
      break;
    case 'range':
      [step.from, step.end, step.by].forEach(read);
      break;
    case 'aggregate':
      for (const inner of step.inner) readsOf(inner, visit);
      read(step.value);
  }
}

/**
 * The relations whose log a plan reads: not those it only asks whether they have a row, and not equivalences of earlier
 * strata that it asks what a value is related to, which their classes tell.
 */
export function scannedBy(plan: Plan, isEquivalence: (relation: number) => boolean): number[] {
  const result = new Set<number>();
  if (plan.drive !== null) result.add(plan.drive.relation);
  const visit = (steps: readonly Step[]) => {
    for (const step of steps) {
      if (step.kind === 'aggregate') visit(step.inner);
      else if (step.kind === 'join' || step.kind === 'member')
        if (step.keys.length === 0 || !isEquivalence(step.relation)) result.add(step.relation);
    }
  };
  visit(plan.steps);
  return [...result];
}
