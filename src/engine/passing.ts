import type { Literal, Rule, Term } from '../datalog/ir.js';
import { literalVariables } from './normal.js';

/**
 * A rule that hands one column of its head's relation on: head(h, o) :- head(b, o), edges… where the edges do not mention
 * o, in either order of columns. With `strict` the rule has `o != h` as well.
 */
export interface Passing {
  readonly rule: Rule;
  /** The variables b and h. */
  readonly from: number;
  readonly to: number;
  readonly strict: boolean;
  /** The body without the passed atom and without `o != h`. */
  readonly edges: readonly Literal[];
}

/** The rules of a relation that pass on the column that is not `key`. */
export function passingRules(rules: readonly Rule[], relation: number, key: 0 | 1): Passing[] {
  return rules.flatMap((rule) => (rule.head.relation === relation ? (passing(rule, key) ?? []) : []));
}

function passing(rule: Rule, key: 0 | 1): Passing | undefined {
  const to = variableAt(rule.head.args, key);
  const passed = variableAt(rule.head.args, 1 - key);
  if (to === undefined || passed === undefined || to === passed) return undefined;
  for (const atom of rule.body) {
    if (atom.kind !== 'atom' || atom.relation !== rule.head.relation) continue;
    const from = variableAt(atom.args, key);
    if (from === undefined || from === passed || from === to || variableAt(atom.args, 1 - key) !== passed) continue;
    const others = rule.body.filter((literal) => literal !== atom);
    const edges = others.filter((literal) => !isInequality(literal, passed, to));
    if (mentions(edges, passed) || !isGrounded(edges, from) || !isGrounded(edges, to)) continue;
    return { rule, from, to, strict: edges.length < others.length, edges };
  }
  return undefined;
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

function mentions(literals: readonly Literal[], variable: number): boolean {
  const found = new Set<number>();
  for (const literal of literals) literalVariables(literal, found);
  return found.has(variable);
}

function isGrounded(literals: readonly Literal[], variable: number): boolean {
  return literals.some(
    (literal) =>
      literal.kind === 'atom' && literal.args.some((arg) => arg.kind === 'variable' && arg.index === variable),
  );
}
