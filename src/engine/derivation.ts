import type { Aggregate, Relation, Rule } from '../datalog/ir.js';
import { Expansion, type Part } from './expansion.js';
import type { Argument } from './normal.js';
import { literalVariables, termVariables } from './normal.js';
import type { ProofStep, ProofValue } from './proof.js';
import { type Answer, Question, type Solution } from './question.js';
import type { Session } from './session.js';

/** What a proof has to show: a tuple, that there is none, or the value of an aggregate. */
export type Claim =
  | { readonly kind: 'tuple'; readonly relation: number; readonly values: readonly number[] }
  | { readonly kind: 'absence'; readonly relation: number; readonly pattern: readonly (number | null)[] }
  | { readonly kind: 'aggregate'; readonly term: Aggregate; readonly value: number; readonly given: Solution };

/** How a claim is shown: from which others, and the step once it is known which steps show those. */
export interface Derivation {
  readonly premises: readonly Claim[];
  readonly step: (premises: readonly number[]) => ProofStep;
}

/** Solutions asked for at first, where the best of several is wanted; more where none of them will do. */
const FIRST_SOLUTIONS = 1 << 10;
const ALL_SOLUTIONS = 0xffffffff;

/** A rule as questions: which of its instances derive a given tuple. */
export class RuleQuestion {
  private readonly expansion: Expansion;
  private readonly question: Question;
  /** True where two instances can differ in how many tuples they stand on. */
  private readonly repeats: boolean;

  /**
   * @param own the relations of the rule's stratum
   */
  constructor(
    private readonly session: Session,
    readonly rule: Rule,
    relations: readonly Relation[],
    own: ReadonlySet<number>,
  ) {
    this.expansion = new Expansion(rule.variables, relations);
    this.expansion.body(rule.body);
    this.question = new Question(
      session,
      this.expansion,
      headVariables(this.expansion, rule, relations),
      rule.place,
      own,
    );
    const atoms = this.expansion.parts.flatMap((part) => (part.kind === 'atom' ? [part.relation] : []));
    this.repeats = new Set(atoms).size < atoms.length;
  }

  /**
   * An instance of the rule that derives a tuple from the fewest different ones, among those whose premises are
   * acceptable; undefined where there is none.
   */
  derive(values: readonly number[], acceptable: (premises: readonly Claim[]) => boolean): Derivation | undefined {
    for (let limit = FIRST_SOLUTIONS; ; limit = ALL_SOLUTIONS) {
      const answer = this.question.ask(values, limit);
      const best = this.best(answer, acceptable);
      if (best !== undefined) return this.derivation(values, best);
      if (answer.complete) return undefined;
    }
  }

  /** All instances of the rule that derive a tuple. */
  all(values: readonly number[]): Derivation[] {
    return this.question.ask(values, ALL_SOLUTIONS).solutions.map((solution) => this.derivation(values, solution));
  }

  private best({ solutions }: Answer, acceptable: (premises: readonly Claim[]) => boolean): Solution | undefined {
    let best: Solution | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const solution of solutions) {
      const premises = this.premises(solution);
      const size = this.repeats ? distinctTuples(premises) : 0;
      if (size >= least || !acceptable(premises)) continue;
      if (!this.repeats) return solution;
      best = solution;
      least = size;
    }
    return best;
  }

  private premises(solution: Solution): Claim[] {
    return this.expansion.parts.map((part) => claimOf(this.session, part, solution));
  }

  private derivation(values: readonly number[], solution: Solution): Derivation {
    const { rule, session } = this;
    const relation = session.state.state(rule.head.relation).declaration;
    const bindings = rule.variables.flatMap(({ name, primitive }, index) => {
      const value = solution.get(index);
      return value === undefined ? [] : [{ variable: name, value: decode(session, value, primitive) }];
    });
    return {
      premises: this.premises(solution),
      step: (premises) => ({
        kind: 'rule',
        relation: relation.name,
        values: decodeTuple(session, relation, values),
        rule: rule.id,
        place: rule.place,
        bindings,
        premises,
      }),
    };
  }
}

/** Gives every column of a rule's head a variable of its own. */
export function headVariables(expansion: Expansion, rule: Rule, relations: readonly Relation[]): readonly number[] {
  const taken = new Set<number>();
  const attributes = relations[rule.head.relation]?.attributes ?? [];
  return rule.head.args.map((arg, column) => {
    const index = expansion.variableFor(arg, attributes[column]?.primitive ?? 'number', rule.place, taken);
    taken.add(index);
    return index;
  });
}

/** How many different tuples there are among claims. */
export function distinctTuples(claims: readonly Claim[]): number {
  return new Set(claims.flatMap((claim) => (claim.kind === 'tuple' ? [`${claim.relation}:${claim.values}`] : []))).size;
}

function claimOf(session: Session, part: Part, solution: Solution): Claim {
  if (part.kind === 'aggregate')
    return { kind: 'aggregate', term: part.term, value: solution.get(part.variable) ?? 0, given: solution };
  const pattern = part.args.map((arg) => argumentValue(session, arg, solution));
  if (part.kind === 'negation') return { kind: 'absence', relation: part.relation, pattern };
  return { kind: 'tuple', relation: part.relation, values: pattern.map((value) => value ?? 0) };
}

function argumentValue(session: Session, arg: Argument, solution: Solution): number | null {
  if (arg.kind === 'wildcard') return null;
  if (arg.kind === 'number') return arg.value >>> 0;
  if (arg.kind === 'symbol') return session.symbols.intern(arg.text);
  return (solution.get(arg.index) ?? 0) >>> 0;
}

// --------------------------------------------------------------------------------------------------------- aggregates

/** Solutions of `count` and `sum` that a proof shows at the most. */
const MOST_SOLUTIONS = 1000;

/** How the value of an aggregate is shown: by one solution that has it for `min` and `max`, by all for the others. */
export function deriveAggregate(
  session: Session,
  { term, value, given }: Extract<Claim, { kind: 'aggregate' }>,
  rule: Rule,
  relations: readonly Relation[],
): Derivation {
  const extreme = term.op === 'min' || term.op === 'max';
  const expansion = new Expansion(rule.variables, relations);
  expansion.body(term.body);
  const outside = outsideVariables(term).filter((variable) => given.has(variable));
  const asked = [...outside];
  const values = outside.map((variable) => given.get(variable) ?? 0);
  if (extreme && term.value !== null) {
    asked.push(expansion.variableFor(term.value, term.primitive, term.place, new Set(outside)));
    values.push(value);
  }
  const question = new Question(session, expansion, asked, term.place, new Set());
  const { solutions, complete } = question.ask(values, extreme ? 1 : MOST_SOLUTIONS);
  const shown = solutions.slice(0, extreme ? 1 : MOST_SOLUTIONS);
  return {
    premises: shown.flatMap((solution) => expansion.parts.map((part) => claimOf(session, part, solution))),
    step: (premises) => ({
      kind: 'aggregate',
      op: term.op,
      value: term.primitive === 'unsigned' ? value >>> 0 : value | 0,
      place: term.place,
      solutions: shown.length,
      complete: extreme || (complete && shown.length === solutions.length),
      premises: [...new Set(premises)],
    }),
  };
}

function outsideVariables(term: Aggregate): number[] {
  const inside = new Set<number>();
  if (term.value !== null) termVariables(term.value, inside);
  for (const literal of term.body) literalVariables(literal, inside);
  const locals = new Set(term.locals);
  return [...inside].filter((variable) => !locals.has(variable));
}

// ----------------------------------------------------------------------------------------------------------- decoding

export function decode(session: Session, value: number, primitive: 'symbol' | 'number' | 'unsigned'): ProofValue {
  if (primitive === 'symbol') return session.symbols.text(value);
  return primitive === 'unsigned' ? value >>> 0 : value | 0;
}

export function decodeTuple(session: Session, relation: Relation, values: readonly number[]): ProofValue[] {
  return relation.attributes.map(({ primitive }, c) => decode(session, values[c] ?? 0, primitive));
}
