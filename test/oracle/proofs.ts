import type { Proof, ProofStep, RuleStep } from '../../src/engine/proof.js';
import type { Atom, Declaration, Facts, Literal, Program, Rule, Term, Tuple, Value } from './ast.js';
import { evaluate, type Result } from './evaluate.js';
import { print } from './print.js';

/** Checks proofs against the oracle: it knows all tuples, and derives each step again from what the step stands on. */
export class ProofChecker {
  private readonly offsets: readonly number[];

  constructor(
    private readonly program: Program,
    private readonly facts: Facts,
    private readonly result: Result,
  ) {
    const text = print(program);
    let start = print({ ...program, rules: [] }).length;
    this.offsets = program.rules.map((rule) => {
      const before = start;
      start += print({ declarations: [], rules: [rule] }).length;
      return before;
    });
    if (start !== text.length) throw new Error('rules are not printed one after the other');
  }

  /** What is wrong with a proof of a tuple; undefined where nothing is. */
  faultOf({ steps }: Proof, relation: string, values: Tuple): string | undefined {
    const last = steps.at(-1);
    if (last === undefined || !('values' in last)) return 'proves no tuple';
    if (last.relation !== relation || !same(last.values, values)) return 'proves another tuple';
    for (const [i, step] of steps.entries()) {
      const premises = 'premises' in step ? step.premises : [];
      if (premises.some((premise) => !(premise >= 0 && premise < i))) return `step ${i + 1} stands on a later one`;
      const fault = this.faultOfStep(step, steps);
      if (fault !== undefined) return `step ${i + 1}: ${fault}`;
    }
    const used = new Set(steps.flatMap((step) => ('premises' in step ? step.premises : [])));
    if (steps.slice(0, -1).some((_, i) => !used.has(i))) return 'a step is not used';
    return undefined;
  }

  private faultOfStep(step: ProofStep, steps: readonly ProofStep[]): string | undefined {
    switch (step.kind) {
      case 'fact':
        return this.given(step.relation, step.values) ? undefined : 'no such fact';
      case 'absent':
        return this.matches(step.relation, step.pattern) ? 'there is such a tuple' : undefined;
      case 'aggregate':
        return step.op === 'count' && step.complete && step.solutions !== step.value ? 'wrong number' : undefined;
      case 'equivalence':
        return connects(step, steps) ? undefined : 'no chain';
      case 'builtin':
        return this.faultOfWays(step, steps);
      case 'rule':
        return step.rule < 0 ? undefined : this.faultOfRule(step, steps);
    }
  }

  private given(relation: string, values: Tuple): boolean {
    return (this.facts.get(relation) ?? []).some((row) => same(row, values));
  }

  private matches(relation: string, pattern: readonly (Value | null)[]): boolean {
    for (const tuple of this.result.get(relation)?.values() ?? [])
      if (pattern.every((value, c) => value === null || value === tuple[c])) return true;
    return false;
  }

  private faultOfWays(step: Extract<ProofStep, { kind: 'builtin' }>, steps: readonly ProofStep[]): string | undefined {
    const { builtin } = this.declaration(step.relation);
    const has = (relation: string, tuple: Tuple) =>
      step.premises.some((premise) => {
        const other = steps[premise];
        return other !== undefined && 'values' in other && other.relation === relation && same(other.values, tuple);
      });
    for (const way of step.ways)
      for (let i = 1; i < way.length; i++)
        if (!has(builtin?.edge ?? '', [way[i - 1] ?? 0, way[i] ?? 0])) return 'a way without an edge';
    if (step.builtin !== 'idom') return undefined;
    const [x, d] = step.values;
    const [one, two] = step.ways.slice(step.ways[0]?.at(-1) === d ? 1 : 0);
    if (one === undefined || one[0] !== d || one.at(-1) !== x) return 'no way from the dominator';
    if (two === undefined) return one.length === 2 ? undefined : 'a node may be on every way';
    return two.slice(1, -1).some((node) => one.includes(node)) ? 'the ways meet' : undefined;
  }

  private declaration(name: string): Declaration {
    const found = this.program.declarations.find((declaration) => declaration.name === name);
    if (found === undefined) throw new Error(`no relation ${name}`);
    return found;
  }

  /** Runs the rule alone: on the premises it has to derive the tuple, on all but one of them it must not. */
  private faultOfRule(step: RuleStep, steps: readonly ProofStep[]): string | undefined {
    const rule = this.program.rules[this.offsets.indexOf(step.place.start)];
    if (rule === undefined) return 'no such rule';
    const premises = step.premises.flatMap((premise) => steps[premise] ?? []);
    const tuples = premises.flatMap((premise) => ('values' in premise ? [premise] : []));
    const aggregated = premises.flatMap((premise) =>
      premise.kind === 'aggregate' && premise.complete ? premise.premises.flatMap((inner) => steps[inner] ?? []) : [],
    );
    // What an aggregate stands on may stand beside it too, where the rule takes a variable from its solution.
    const inside = [...tuples, ...aggregated.flatMap((premise) => ('values' in premise ? [premise] : []))];
    const hasAggregate = premises.some(({ kind }) => kind === 'aggregate');
    const derives = (from: readonly Stated[]) => this.derives(rule, step, from, inside);
    if (!derives(tuples)) return 'the rule does not derive it from the premises';
    for (const tuple of hasAggregate ? [] : tuples)
      if (derives(tuples.filter((other) => other !== tuple)))
        return `${tuple.relation}(${tuple.values}) is superfluous`;
    return undefined;
  }

  private derives(rule: Rule, step: RuleStep, outside: readonly Stated[], inside: readonly Stated[]): boolean {
    const facts = new Map<string, readonly Tuple[]>();
    const declarations: Declaration[] = [];
    for (const declaration of this.program.declarations) {
      const { name } = declaration;
      const rows = (of: readonly Stated[]) =>
        of.filter(({ relation }) => relation === name).map(({ values }) => values);
      const copies: [string, readonly Tuple[]][] = [
        [OUTSIDE + name, rows(outside)],
        [INSIDE + name, rows(inside)],
        [ALL + name, [...(this.result.get(name)?.values() ?? [])]],
        [name, []],
      ];
      for (const [copy, tuples] of copies) {
        declarations.push({ ...declaration, name: copy, input: true, equivalence: false, builtin: null });
        facts.set(copy, tuples);
      }
    }
    const alone = { heads: rule.heads, body: rule.body.map((literal) => redirected(literal, OUTSIDE)) };
    const heads = rule.heads.map(({ relation, args }) => ({ relation, args: args.map(redirectedTerm) }));
    const result = evaluate({ declarations, rules: [{ ...alone, heads }] }, facts);
    return [...(result.get(step.relation)?.values() ?? [])].some((tuple) => same(tuple, step.values));
  }
}

type Stated = Extract<ProofStep, { readonly values: Tuple }>;

/** Where an atom reads: the premises, those of the aggregates, or, to see that there is nothing, all tuples. */
const OUTSIDE = 'outside_';
const INSIDE = 'inside_';
const ALL = 'all_';

function redirected(literal: Literal, to: string): Literal {
  const atom = ({ relation, args }: Atom, prefix: string): Atom => ({
    relation: prefix + relation,
    args: args.map(redirectedTerm),
  });
  switch (literal.kind) {
    case 'atom':
      return { kind: 'atom', ...atom(literal, to) };
    case 'negation':
      return { kind: 'negation', ...atom(literal, ALL) };
    case 'comparison':
    case 'test':
      return { ...literal, left: redirectedTerm(literal.left), right: redirectedTerm(literal.right) };
    case 'truth':
      return literal;
    case 'either':
      return { ...literal, alternatives: literal.alternatives.map((body) => body.map((each) => redirected(each, to))) };
  }
}

function redirectedTerm(term: Term): Term {
  switch (term.kind) {
    case 'call':
    case 'range':
      return { ...term, args: term.args.map(redirectedTerm) };
    case 'aggregate':
      return {
        ...term,
        value: term.value === null ? null : redirectedTerm(term.value),
        body: term.body.map((literal) => redirected(literal, INSIDE)),
      };
    default:
      return term;
  }
}

function same(a: Tuple, b: Tuple): boolean {
  return a.length === b.length && a.every((value, c) => value === b[c]);
}

/** Whether the premises, read in both directions, lead from one value to the other. */
function connects(step: Extract<ProofStep, { kind: 'equivalence' }>, steps: readonly ProofStep[]): boolean {
  const pairs = step.premises.flatMap((premise) => {
    const other = steps[premise];
    return other !== undefined && 'values' in other && other.relation === step.relation ? [other.values] : [];
  });
  if (pairs.length !== step.premises.length || pairs.length === 0) return false;
  const reached = new Set([step.values[0]]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const [a, b] of pairs) if (reached.has(a) || reached.has(b)) reached.add(a).add(b);
  }
  return reached.has(step.values[1]) && pairs.flat().some((value) => value === step.values[0]);
}
