import type { Aggregate, Builtin } from '../datalog/ir.js';
import type { Place } from '../place.js';

/** Symbols as texts, numbers as they are. */
export type ProofValue = number | string;

/**
 * Why a tuple holds, down to facts. Each step stands on earlier ones only, which it names by their numbers, and no step
 * comes twice, so that a proof can be checked from the first step to the last. The last is what was to be proved.
 */
export interface Proof {
  readonly steps: readonly ProofStep[];
}

export type ProofStep =
  /** The tuple was given. */
  | { readonly kind: 'fact'; readonly relation: string; readonly values: readonly ProofValue[] }
  | RuleStep
  /** No tuple of the relation has these values; `null` stands for any. */
  | { readonly kind: 'absent'; readonly relation: string; readonly pattern: readonly (ProofValue | null)[] }
  | AggregateStep
  | BuiltinStep
  /** The ends of a chain of tuples of an equivalence relation, each of which may be read in either direction. */
  | {
      readonly kind: 'equivalence';
      readonly relation: string;
      readonly values: readonly ProofValue[];
      readonly premises: readonly number[];
    };

/** A rule derives the tuple. */
export interface RuleStep {
  readonly kind: 'rule';
  readonly relation: string;
  readonly values: readonly ProofValue[];
  /** `Rule.id`: the number of the rule in the program, and where it stands. */
  readonly rule: number;
  readonly place: Place;
  /** The values of the rule's variables, in order of first mention. */
  readonly bindings: readonly { readonly variable: string; readonly value: ProofValue }[];
  /** A tuple for each atom, an absence for each negation, and a value for each aggregate of the body. */
  readonly premises: readonly number[];
}

/** An aggregate has a value. */
export interface AggregateStep {
  readonly kind: 'aggregate';
  readonly op: Aggregate['op'];
  readonly value: number;
  readonly place: Place;
  /**
   * How many solutions of its body the premises show: one that has the value for `min` and `max`, all for `count` and
   * `sum` where `complete`. That there are no others is not shown.
   */
  readonly solutions: number;
  readonly complete: boolean;
  readonly premises: readonly number[];
}

/** A kernel of the engine gives the tuple; `Builtin` says what it means. */
export interface BuiltinStep {
  readonly kind: 'builtin';
  readonly builtin: Builtin['kind'];
  readonly relation: string;
  readonly values: readonly ProofValue[];
  /**
   * Ways in the graph that show it, as nodes. For `idom(x, d)`: from an entry to d; then from d to x, twice where one does
   * not do: the two share no node but their ends, so that no node between d and x is on every way. For `level`: a longest way.
   * For `scc`: there and back.
   */
  readonly ways: readonly (readonly ProofValue[])[];
  /** What the ways cannot show, in words: that something does not exist. */
  readonly claim: string;
  /** The edges of the ways, and the nodes they begin at where that counts. */
  readonly premises: readonly number[];
}

/**
 * A proof as text, a line a step: its number, what it says, and by which rule or from what. `locate` shows a place; without
 * it a rule is shown as `file@offset`.
 */
export function formatProof(proof: Proof, locate: (place: Place) => string = offsetOf): string {
  const digits = String(proof.steps.length).length;
  const lines = proof.steps.map((step, i) => {
    const number = String(i + 1).padStart(digits);
    const reason = reasonOf(step, locate);
    const from =
      'premises' in step && step.premises.length > 0 ? ` from ${step.premises.map((p) => p + 1).join(', ')}` : '';
    return `${number}  ${statementOf(step)}  ${reason}${from}`;
  });
  return `${lines.join('\n')}\n`;
}

export function offsetOf({ file, start }: Place): string {
  return `${file}@${start}`;
}

function statementOf(step: ProofStep): string {
  if (step.kind === 'absent') return `!${step.relation}(${step.pattern.map(shown).join(', ')})`;
  if (step.kind === 'aggregate') return `${step.op} = ${step.value}`;
  return `${step.relation}(${step.values.map(shown).join(', ')})`;
}

export function shown(value: ProofValue | null): string {
  return value === null ? '_' : typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function reasonOf(step: ProofStep, locate: (place: Place) => string): string {
  switch (step.kind) {
    case 'fact':
      return 'fact';
    case 'rule':
      return `by ${locate(step.place)}`;
    case 'absent':
      return 'no such tuple';
    case 'aggregate':
      return `${step.complete ? '' : 'at least '}${step.solutions} ${step.solutions === 1 ? 'solution' : 'solutions'}`;
    case 'equivalence':
      return 'by equivalence';
    case 'builtin':
      return `${[step.builtin, ...step.ways.map((way) => way.map(shown).join(' → '))].join('; ')}; ${step.claim};`;
  }
}
