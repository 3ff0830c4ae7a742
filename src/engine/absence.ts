import type { Place } from '../place.js';
import { offsetOf, type ProofValue, shown } from './proof.js';

/**
 * Why a relation lacks a tuple, one step deep: for each rule that might have derived it, where its body fails. Asking
 * after the tuple that is missing there goes on from that.
 */
export interface Absence {
  readonly relation: string;
  readonly values: readonly ProofValue[];
  /** What the relation has its tuples from. Where it is facts alone, there are no attempts. */
  readonly from: 'facts' | 'rules' | 'builtin' | 'equivalence';
  readonly attempts: readonly Attempt[];
  /** Rules of the relation whose head gives no such tuple, whatever holds. */
  readonly otherRules: number;
}

/** A rule that does not derive the tuple. */
export interface Attempt {
  /** `Rule.id`: the number of the rule in the program, and where it stands. */
  readonly rule: number;
  readonly place: Place;
  /** Tuples for as many atoms of the body as hold together, and conditions between them. */
  readonly found: readonly FoundTuple[];
  /** How many such ways there are this far; at least as many where not `complete`. The first is shown. */
  readonly ways: number;
  readonly complete: boolean;
  readonly missing: Missing;
}

export interface FoundTuple {
  readonly relation: string;
  readonly values: readonly ProofValue[];
}

/** A value; a variable of the rule that stands for any, the same in all its places; or `null`, which does too. */
export type PatternValue = ProofValue | { readonly variable: string } | null;

/** What would have to hold next. */
export type Missing =
  | { readonly kind: 'tuple'; readonly relation: string; readonly pattern: readonly PatternValue[] }
  /** A negated atom: the relation has such a tuple. */
  | { readonly kind: 'negation'; readonly relation: string; readonly pattern: readonly PatternValue[] }
  /** A constraint, or the value of an aggregate in it. */
  | { readonly kind: 'condition'; readonly place: Place }
  /** The head computes other values. */
  | { readonly kind: 'head' }
  /** Nothing: `.limitsize` ended the recursion before. */
  | { readonly kind: 'limit' };

/** How places are shown: where they are, and the text that stands there, if that is known. */
export interface AbsenceText {
  readonly locate?: (place: Place) => string;
  readonly quote?: (place: Place) => string | undefined;
}

/** An absence as text, a few lines a rule. */
export function formatAbsence(
  absence: Absence,
  { locate = offsetOf, quote = () => undefined }: AbsenceText = {},
): string {
  const tuple = atomText(absence.relation, absence.values);
  const lines = [`${tuple} was not derived${reasonText(absence)}`];
  for (const { place, found, ways, complete, missing } of absence.attempts) {
    lines.push(`  ${[locate(place), quote(place)].filter((part) => part !== undefined).join('  ')}`);
    const count = ways > 1 ? `  (1 of ${complete ? '' : 'at least '}${ways} ways)` : '';
    found.forEach(({ relation, values }, i) => {
      lines.push(`    found    ${atomText(relation, values)}${i === found.length - 1 ? count : ''}`);
    });
    lines.push(`    ${missingText(missing, quote, locate)}`);
  }
  if (absence.attempts.length > 0 && absence.otherRules > 0)
    lines.push(`  ${counted(absence.otherRules, 'rule')} more can derive no such tuple`);
  return `${lines.join('\n')}\n`;
}

function reasonText({ relation, from, attempts }: Absence): string {
  if (from === 'equivalence') return ': no chain of tuples connects the two';
  if (attempts.length > 0) return '';
  if (from === 'builtin') return `: ${relation} is computed, and has no such tuple`;
  if (from === 'facts') return `: ${relation} has facts alone, and this is none of them`;
  return `: no rule of ${relation} can derive it`;
}

function missingText(
  missing: Missing,
  quote: (place: Place) => string | undefined,
  locate: (place: Place) => string,
): string {
  switch (missing.kind) {
    case 'tuple':
      return `missing  ${atomText(missing.relation, missing.pattern)}`;
    case 'negation':
      return `fails    !${atomText(missing.relation, missing.pattern)}: there is such a tuple`;
    case 'condition':
      return `fails    ${quote(missing.place) ?? `the condition at ${locate(missing.place)}`}`;
    case 'head':
      return 'fails    the head computes other values';
    case 'limit':
      return 'all holds, but `.limitsize` ended the recursion before';
  }
}

function atomText(relation: string, pattern: readonly PatternValue[]): string {
  const values = pattern.map((value) => (typeof value === 'object' && value !== null ? value.variable : shown(value)));
  return `${relation}(${values.join(', ')})`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
