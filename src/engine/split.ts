import type { Literal, Rule, Term } from '../datalog/ir.js';
import { literalVariables, termVariables } from './normal.js';

/**
 * Takes a part of a rule's body out into a relation of its own, where that loses variables:
 *
 *     pt(p, o) :- load(p, q), pt(q, r), pt(r, o).
 *     →  copy(p, r) :- load(p, q), pt(q, r).      pt(p, o) :- copy(p, r), pt(r, o).
 *
 * What differs in q alone is then joined once. Only rules that read their own stratum twice gain by it: in them neither
 * order of joins avoids meeting the same (p, r) again in every round.
 */
export interface Split {
  /** The variables of the new relation's columns. */
  readonly columns: readonly number[];
  readonly part: readonly Literal[];
  readonly rest: readonly Literal[];
}

/** The best split of a rule; undefined where there is none. `recursive` are the relations of its stratum. */
export function splitOf(rule: Rule, recursive: ReadonlySet<number>): Split | undefined {
  const atoms = rule.body.filter((literal) => literal.kind === 'atom');
  const own = atoms.filter((atom) => recursive.has(atom.relation));
  if (own.length < 2 || atoms.length < 3) return undefined;
  const splits = own.flatMap((atom) => splitAt(rule, atom, recursive) ?? []);
  return splits.find((split) => isPassing(rule, split, recursive)) ?? splits[0];
}

/** The split whose part is an atom with the atoms of earlier strata that share a variable with it. */
function splitAt(rule: Rule, atom: Literal, recursive: ReadonlySet<number>): Split | undefined {
  const own = variablesOf([atom]);
  const joined = rule.body.filter(
    (literal) => literal.kind === 'atom' && !recursive.has(literal.relation) && intersects(variablesOf([literal]), own),
  );
  const atoms = new Set<Literal>([atom, ...joined]);
  if (joined.length === 0 || ![...atoms].every(isPlain)) return undefined;
  const inside = variablesOf([...atoms]);
  const belongs = (literal: Literal) => atoms.has(literal) || (literal.kind !== 'atom' && isWithin(literal, inside));
  const part = rule.body.filter(belongs);
  const rest = rule.body.filter((literal) => !belongs(literal));
  const outside = variablesOf(rest);
  for (const arg of rule.head.args) termVariables(arg, outside);
  const columns = [...inside].filter((variable) => outside.has(variable));
  return columns.length < inside.size ? { columns, part, rest } : undefined;
}

/** True where the rest hands a column on to the head, which a matrix does for many tuples at a time. */
function isPassing(rule: Rule, split: Split, recursive: ReadonlySet<number>): boolean {
  const atoms = split.rest.filter((literal) => literal.kind === 'atom');
  return atoms.some(
    (atom) =>
      recursive.has(atom.relation) &&
      atom.relation === rule.head.relation &&
      atom.args.some((arg, column) => isSame(arg, rule.head.args[column]) && !isShared(arg, split.columns)),
  );
}

function isSame(a: Term, b: Term | undefined): boolean {
  return a.kind === 'variable' && b?.kind === 'variable' && a.index === b.index;
}

function isShared(term: Term, columns: readonly number[]): boolean {
  return term.kind === 'variable' && columns.includes(term.index);
}

/** True where an atom's arguments need no computing. */
function isPlain(literal: Literal): boolean {
  return (
    literal.kind === 'atom' &&
    literal.args.every((arg) => arg.kind !== 'functor' && arg.kind !== 'aggregate' && arg.kind !== 'range')
  );
}

/** True for a condition that can be decided inside; one that computes something stays with what may need it. */
function isWithin(literal: Literal, inside: ReadonlySet<number>): boolean {
  const needed = variablesOf([literal]);
  if (needed.size === 0 || literal.kind === 'atom') return false;
  return [...needed].every((variable) => inside.has(variable));
}

function variablesOf(literals: readonly Literal[]): Set<number> {
  const result = new Set<number>();
  for (const literal of literals) literalVariables(literal, result);
  return result;
}

function intersects(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const variable of a) if (b.has(variable)) return true;
  return false;
}
