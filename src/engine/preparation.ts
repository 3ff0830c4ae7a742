import type { Literal, Program, Relation, Rule, Term } from '../datalog/ir.js';
import type { Statistics } from './estimate.js';
import type { MakeRelation } from './matrix-rules.js';
import { planRule } from './plan.js';
import { type Rewritten, rewrite } from './rewrite.js';
import type { Plan } from './step.js';
import type { Strategy } from './strategy.js';

/** The core passes rows by lists of column addresses and has room for this many keys. */
export const MOST_COLUMNS = 1024;

/** The relations that a rule reads, and its plans by magnitude of those. */
interface Known {
  readonly relations: readonly number[];
  readonly plans: Map<string, Plan>;
}

/**
 * What is known of a program before any facts: its rules as the engine runs them, and the plans made for them so far. Kept
 * as long as the program, so that a program that runs again is not planned again.
 */
export class Preparation {
  /** One for each stratum of the program. */
  readonly strata: readonly Rewritten[];
  /** The program's relations and, behind them, those that the engine made; a relation's id is its place. */
  readonly relations: readonly Relation[];
  /** The texts in rules, in order of first use. */
  readonly texts: readonly string[];
  /** The first relation with more columns than the core can pass. */
  readonly tooWide: Relation | undefined;
  /** Whether parts were taken out of rules. */
  readonly splits: boolean;
  private readonly rules = new Map<Rule, Known>();

  constructor(program: Program, strategy: Strategy) {
    this.splits = strategy.splits !== false;
    const relations = [...program.relations];
    const make: MakeRelation = (like, primitives) => {
      const attributes = primitives.map((primitive, c) => ({ name: `c${c}`, type: primitive, primitive }));
      const id = relations.length;
      relations.push({ ...like, id, attributes, input: false, builtin: null, equivalence: false, limit: null });
      return id;
    };
    this.strata = program.strata.map((stratum) => {
      const declarations = stratum.relations.flatMap((id) => program.relations[id] ?? []);
      return rewrite(stratum.rules, declarations, (id) => relations[id], make, this.splits);
    });
    this.relations = relations;
    this.texts = textsOf(program);
    this.tooWide = program.relations.find(({ attributes }) => attributes.length > MOST_COLUMNS);
  }

  /**
   * The plan of a rule's variant (see `planRule`), made when relations of these magnitudes first ask for it: the same
   * magnitudes get the same plan, whatever ran before.
   */
  plan(rule: Rule, statistics: Statistics, recursive: ReadonlySet<number>, delta: number | null): Plan {
    const known = this.known(rule);
    let key = delta === null ? '' : String(delta);
    for (const relation of known.relations) key += statistics.magnitude(relation);
    let plan = known.plans.get(key);
    if (plan === undefined) {
      plan = planRule(rule, statistics, recursive, delta);
      known.plans.set(key, plan);
    }
    return plan;
  }

  /** The relations that a rule reads: those on whose magnitudes its plans depend. */
  reads(rule: Rule): readonly number[] {
    return this.known(rule).relations;
  }

  private known(rule: Rule): Known {
    let known = this.rules.get(rule);
    if (known === undefined) {
      known = { relations: [...new Set(relationsOf(rule.body))], plans: new Map() };
      this.rules.set(rule, known);
    }
    return known;
  }
}

const preparations = new WeakMap<Program, Preparation>();

export function preparationOf(program: Program, strategy: Strategy): Preparation {
  let known = preparations.get(program);
  if (known === undefined || known.splits !== (strategy.splits !== false)) {
    known = new Preparation(program, strategy);
    preparations.set(program, known);
  }
  return known;
}

/** The relations that a body reads, those in aggregates included, each time it does. */
export function* relationsOf(body: readonly Literal[]): Iterable<number> {
  for (const literal of body) {
    if (literal.kind === 'atom' || literal.kind === 'negation') yield literal.relation;
    for (const term of termsOf(literal)) yield* relationsOfTerm(term);
  }
}

function* relationsOfTerm(term: Term): Iterable<number> {
  if (term.kind === 'aggregate') yield* relationsOf(term.body);
  for (const part of partsOf(term)) yield* relationsOfTerm(part);
}

function termsOf(literal: Literal): readonly Term[] {
  if (literal.kind === 'truth') return [];
  return literal.kind === 'atom' || literal.kind === 'negation' ? literal.args : [literal.left, literal.right];
}

/** The terms right inside a term; an aggregate's body is none. */
function partsOf(term: Term): readonly Term[] {
  if (term.kind === 'functor') return term.args;
  if (term.kind === 'range') return term.step === null ? [term.from, term.to] : [term.from, term.to, term.step];
  return term.kind === 'aggregate' && term.value !== null ? [term.value] : [];
}

function textsOf(program: Program): readonly string[] {
  const texts = new Set<string>();
  const visit = (term: Term): void => {
    if (term.kind === 'symbol') texts.add(term.text);
    partsOf(term).forEach(visit);
    if (term.kind === 'aggregate') for (const literal of term.body) termsOf(literal).forEach(visit);
  };
  for (const { rules } of program.strata)
    for (const { head, body } of rules) {
      head.args.forEach(visit);
      for (const literal of body) termsOf(literal).forEach(visit);
    }
  return [...texts];
}
