import type { Literal, Relation, Rule, Term } from '../datalog/ir.js';
import type { Absence, Attempt, FoundTuple, Missing, PatternValue } from './absence.js';
import { decode, decodeTuple, headVariables } from './derivation.js';
import { Expansion } from './expansion.js';
import { literalVariables, termVariables } from './normal.js';
import type { ProofValue } from './proof.js';
import { type Answer, Question, type Solution } from './question.js';
import type { Session } from './session.js';

/** Ways through the first literals of a body that are counted. */
const MOST_WAYS = 1000;

type Atom = Extract<Literal, { kind: 'atom' | 'negation' }>;

/** Why tuples are missing, found out after a run by asking after ever longer parts of the bodies of rules. */
export class WhyNot {
  constructor(
    private readonly session: Session,
    private readonly relations: readonly Relation[],
  ) {}

  absence(relation: Relation, values: readonly number[]): Absence {
    const rules = this.rulesOf(relation);
    const attempts = rules.flatMap((rule) => this.attempt(rule, values) ?? []);
    return {
      relation: relation.name,
      values: decodeTuple(this.session, relation, values),
      from: sourceOf(relation, rules),
      attempts,
      otherRules: rules.length - attempts.length,
    };
  }

  private rulesOf(relation: Relation): Rule[] {
    const stratum = this.session.program.strata.find(({ relations }) => relations.includes(relation.id));
    return (stratum?.rules ?? []).filter(({ head }) => head.relation === relation.id);
  }

  /** Where a rule fails to derive a tuple; undefined where its head gives no such tuple. */
  private attempt(rule: Rule, values: readonly number[]): Attempt | undefined {
    if (rule.head.args.some((arg, column) => this.differs(arg, values[column] ?? 0))) return undefined;
    const expansion = new Expansion(rule.variables, this.relations);
    expansion.body(rule.body);
    const inBody = new Set(expansion.literals);
    const given = headVariables(expansion, rule, this.relations);
    const literals = ordered(expansion.literals, given);
    const ask = (count: number): Answer => {
      const part = { literals: literals.slice(0, count), variables: expansion.variables };
      return new Question(this.session, part, given, rule.place, new Set()).ask(values, MOST_WAYS);
    };
    let before = ask(0);
    for (let count = 1; count <= literals.length; count++) {
      const answer = ask(count);
      const literal = literals[count - 1];
      if (answer.solutions.length > 0 || literal === undefined) before = answer;
      else if (!inBody.has(literal) && !isAggregate(literal) && count === 1) return undefined;
      else {
        const ofBody = inBody.has(literal) || isAggregate(literal);
        const missing = ofBody ? this.missing(literal, before, rule) : ({ kind: 'head' } as const);
        return this.failed(rule, literals.slice(0, count - 1), before, missing);
      }
    }
    return this.failed(rule, literals, before, { kind: 'limit' });
  }

  /** Whether an argument of a head is a constant of another value. */
  private differs(arg: Term, value: number): boolean {
    if (arg.kind === 'number') return arg.value >>> 0 !== value >>> 0;
    return arg.kind === 'symbol' && this.session.symbols.lookup(arg.text) !== value;
  }

  private failed(rule: Rule, held: readonly Literal[], { solutions, complete }: Answer, missing: Missing): Attempt {
    const [first] = solutions;
    const found = held.flatMap((literal): FoundTuple[] => {
      if (literal.kind !== 'atom' || first === undefined) return [];
      const values = this.pattern(literal, first, rule).flatMap((value) => (isValue(value) ? [value] : []));
      return [{ relation: this.declaration(literal).name, values }];
    });
    return { rule: rule.id, place: rule.place, found, ways: solutions.length, complete, missing };
  }

  private missing(literal: Literal, { solutions }: Answer, rule: Rule): Missing {
    if (literal.kind !== 'atom' && literal.kind !== 'negation') return { kind: 'condition', place: literal.place };
    const pattern = this.pattern(literal, solutions[0] ?? new Map(), rule);
    const kind = literal.kind === 'atom' ? 'tuple' : 'negation';
    return { kind, relation: this.declaration(literal).name, pattern };
  }

  /** The arguments of an atom, as far as their values are known. */
  private pattern(atom: Atom, solution: Solution, { variables }: Rule): PatternValue[] {
    const { attributes } = this.declaration(atom);
    return atom.args.map((arg, column) => {
      if (arg.kind === 'symbol') return arg.text;
      if (arg.kind === 'number') return arg.value;
      if (arg.kind !== 'variable') return null;
      const value = solution.get(arg.index);
      if (value !== undefined) return decode(this.session, value, attributes[column]?.primitive ?? 'number');
      const name = variables[arg.index]?.name;
      return name === undefined ? null : { variable: name };
    });
  }

  private declaration({ relation }: Atom): Relation {
    return this.session.state.state(relation).declaration;
  }
}

/** The equation of an aggregate of body or head, which fails where that has no value: `min` and `max` of nothing. */
function isAggregate(literal: Literal): boolean {
  return literal.kind === 'constraint' && literal.right.kind === 'aggregate';
}

function isValue(value: PatternValue): value is ProofValue {
  return typeof value !== 'object';
}

function sourceOf({ builtin, equivalence, input }: Relation, rules: readonly Rule[]): Absence['from'] {
  if (builtin !== null) return 'builtin';
  if (equivalence) return 'equivalence';
  return input && rules.length === 0 ? 'facts' : 'rules';
}

/**
 * The literals in an order in which each part from the first on can be asked after: conditions once their variables have
 * values, else the first atom that says something of these, so that no part is a product if that can be helped.
 */
function ordered(literals: readonly Literal[], given: readonly number[]): Literal[] {
  const bound = new Set(given);
  const pending = new Set(literals);
  const result: Literal[] = [];
  while (pending.size > 0) {
    const waiting = [...pending];
    const next =
      waiting.find((literal) => literal.kind !== 'atom' && isReady(literal, bound)) ??
      waiting.find((literal) => literal.kind === 'atom' && isConnected(literal, bound)) ??
      waiting.find((literal) => literal.kind === 'atom');
    if (next === undefined) throw new Error('a rule that passed the checks is not grounded');
    pending.delete(next);
    result.push(next);
    literalVariables(next, bound);
  }
  return result;
}

function isReady(literal: Literal, bound: ReadonlySet<number>): boolean {
  if (literal.kind === 'constraint' && literal.op === '=') {
    const { left, right } = literal;
    if (left.kind === 'variable' && isKnown(right, bound)) return true;
    if (right.kind === 'variable' && isKnown(left, bound)) return true;
  }
  const needed = new Set<number>();
  literalVariables(literal, needed);
  return [...needed].every((variable) => bound.has(variable));
}

function isKnown(term: Term, bound: ReadonlySet<number>): boolean {
  const needed = new Set<number>();
  termVariables(term, needed);
  return [...needed].every((variable) => bound.has(variable));
}

function isConnected(literal: Literal, bound: ReadonlySet<number>): boolean {
  const mentioned = new Set<number>();
  literalVariables(literal, mentioned);
  return mentioned.size === 0 || [...mentioned].some((variable) => bound.has(variable));
}
