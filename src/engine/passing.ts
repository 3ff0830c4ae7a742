import type { Literal, Rule, Term } from '../datalog/ir.js';
import { literalVariables } from './normal.js';

/**
 * A rule that hands the values of one column of its head's relation on, from key to key: head(h, o) :- head(b, o), edges…
 * where the edges do not mention o, in either order of columns. With `strict` the rule has `o != h` as well.
 *
 * Or it hands on what another part of the body makes of them: head(h, o) :- head(b, p), edges…, values… where the edges
 * mention neither p nor o, and the values neither b nor h.
 */
export interface Passing {
  readonly rule: Rule;
  readonly strict: boolean;
  /** From b to h: the body without the passed atom, without `o != h`, and without what belongs to the values. */
  readonly edges: Way;
  /** From p to o; null where values are handed on unchanged. */
  readonly values: Way | null;
}

/** A part of a body that leads from one variable to another. */
export interface Way {
  readonly from: number;
  readonly to: number;
  readonly literals: readonly Literal[];
}

/**
 * The rules of a relation that pass on the column that is not `key`.
 *
 * @param own the relations of the stratum
 */
export function passingRules(
  rules: readonly Rule[],
  relation: number,
  key: 0 | 1,
  own: ReadonlySet<number>,
): Passing[] {
  return rules.flatMap((rule) => (rule.head.relation === relation ? (passing(rule, key, own) ?? []) : []));
}

function passing(rule: Rule, key: 0 | 1, own: ReadonlySet<number>): Passing | undefined {
  const to = variableAt(rule.head.args, key);
  const passed = variableAt(rule.head.args, 1 - key);
  if (to === undefined || passed === undefined || to === passed) return undefined;
  for (const atom of rule.body) {
    if (atom.kind !== 'atom' || atom.relation !== rule.head.relation) continue;
    const from = variableAt(atom.args, key);
    const value = variableAt(atom.args, 1 - key);
    if (from === undefined || value === undefined || new Set([from, to, value]).size < 3) continue;
    const others = rule.body.filter((literal) => literal !== atom);
    const found =
      value === passed
        ? unchanged(rule, from, to, passed, others)
        : changed(rule, { from, to, value, passed, others, own });
    if (found !== undefined) return found;
  }
  return undefined;
}

function unchanged(
  rule: Rule,
  from: number,
  to: number,
  passed: number,
  others: readonly Literal[],
): Passing | undefined {
  const literals = others.filter((literal) => !isInequality(literal, passed, to));
  const edges = { from, to, literals };
  if (mentions(literals, new Set([passed])) || !isGrounded(edges)) return undefined;
  return { rule, strict: literals.length < others.length, edges, values: null };
}

interface Changed {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly passed: number;
  readonly others: readonly Literal[];
  readonly own: ReadonlySet<number>;
}

/** Splits a body in what leads from key to key and what leads from value to value, if the two share no variable. */
function changed(rule: Rule, { from, to, value, passed, others, own }: Changed): Passing | undefined {
  if (passed === from || value === to) return undefined;
  const reached = new Set([value, passed]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const literal of others) if (mentions([literal], reached)) literalVariables(literal, reached);
  }
  if (reached.has(from) || reached.has(to)) return undefined;
  const values = { from: value, to: passed, literals: others.filter((literal) => mentions([literal], reached)) };
  const edges = { from, to, literals: others.filter((literal) => !mentions([literal], reached)) };
  if (!isGrounded(values) || !isGrounded(edges) || others.some((literal) => reads(literal, own))) return undefined;
  return { rule, strict: false, edges, values };
}

function reads(literal: Literal, relations: ReadonlySet<number>): boolean {
  return literal.kind === 'atom' && relations.has(literal.relation);
}

function variableAt(args: readonly Term[], column: number): number | undefined {
  const arg = args[column];
  return arg?.kind === 'variable' ? arg.index : undefined;
}

function isInequality(literal: Literal, a: number, b: number): boolean {
  if (literal.kind !== 'constraint' || literal.op !== '!=') return false;
  const { left, right } = literal;
  if (left.kind !== 'variable' || right.kind !== 'variable') return false;
  return (left.index === a && right.index === b) || (left.index === b && right.index === a);
}

function mentions(literals: readonly Literal[], variables: ReadonlySet<number>): boolean {
  const found = new Set<number>();
  for (const literal of literals) literalVariables(literal, found);
  return [...found].some((variable) => variables.has(variable));
}

function isGrounded({ from, to, literals }: Way): boolean {
  return [from, to].every((variable) =>
    literals.some(
      (literal) =>
        literal.kind === 'atom' && literal.args.some((arg) => arg.kind === 'variable' && arg.index === variable),
    ),
  );
}
