import type { Builtin, Relation, Rule } from '../datalog/ir.js';
import type { Facts } from '../facts/facts.js';
import {
  type Claim,
  type Derivation,
  decode,
  decodeTuple,
  deriveAggregate,
  distinctTuples,
  RuleQuestion,
} from './derivation.js';
import { BuiltinEvidence } from './evidence.js';
import type { Time } from './history.js';
import type { MatrixRules } from './matrix-rules.js';
import { type Moment, Order } from './order.js';
import { PassedValues } from './passed.js';
import { recursiveAtoms } from './plan.js';
import type { Proof, ProofStep } from './proof.js';
import type { Session } from './session.js';

/** The stratum of a relation, as it was written. */
interface Origin {
  readonly own: ReadonlySet<number>;
  readonly rules: readonly Rule[];
  /**
   * True where rules read their stratum once at the most and a matrix of it keeps a log: sweeps over a matrix do not log
   * tuples in order of their heights, so that only a search backwards finds the least.
   */
  readonly searched: boolean;
}

type Tuple = Extract<Claim, { kind: 'tuple' }>;

/** A derivation by a rule. */
interface Derived {
  readonly derivation: Derivation;
  readonly rule: Rule;
}

/** A claim that is being shown: its derivation, and how many of the premises are done. */
interface Frame {
  readonly claim: Claim;
  readonly rule: Rule | undefined;
  readonly derivation: Derivation;
  readonly premises: number[];
}

/**
 * Proofs of tuples, rebuilt after a run from what it left behind. A row of a log came after the rows it was derived from,
 * so that some rule derives it from rows of earlier rounds; asking the rules backwards finds them. A matrix without a log
 * has no such order: there one search from the first tuples with the same passed value finds the way to a tuple.
 */
export class Explainer {
  private readonly order: Order;
  private readonly passed: PassedValues;
  private readonly origins = new Map<number, Origin>();
  private readonly questions = new Map<Rule, RuleQuestion>();
  private readonly evidence = new Map<number, BuiltinEvidence>();
  /** Derivations of tuples on ways that a search backwards found. */
  private readonly found = new Map<string, Derived>();
  private readonly relations: readonly Relation[];

  constructor(
    private readonly session: Session,
    facts: Facts,
  ) {
    this.relations = session.preparation.relations;
    this.order = new Order(session, facts);
    this.passed = new PassedValues(session, this.order, this.relations);
  }

  /** A proof of a tuple, of the fewest recursive steps where recursion is linear; undefined where it does not hold. */
  prove(relation: number, values: readonly number[]): Proof | undefined {
    const state = this.session.state.state(relation);
    this.session.core.begin(Number.POSITIVE_INFINITY);
    if (!state.has(this.session.vectors, values)) return undefined;
    return this.unfold({ kind: 'tuple', relation, values });
  }

  /** Shows a claim and, first, all it stands on; without recursion, since chains are long. */
  private unfold(claim: Claim): Proof {
    const steps: ProofStep[] = [];
    const numbers = new Map<string, number>();
    const frames: Frame[] = [this.frame(claim, undefined)];
    for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
      const next = top.derivation.premises[top.premises.length];
      const known = next === undefined ? undefined : numbers.get(keyOf(next));
      if (known !== undefined) top.premises.push(known);
      else if (next !== undefined) frames.push(this.frame(next, top.rule));
      else {
        frames.pop();
        const number = steps.push(top.derivation.step(top.premises)) - 1;
        numbers.set(keyOf(top.claim), number);
        frames.at(-1)?.premises.push(number);
      }
    }
    return { steps };
  }

  private frame(claim: Claim, above: Rule | undefined): Frame {
    switch (claim.kind) {
      case 'absence':
        return { claim, rule: above, derivation: this.absence(claim), premises: [] };
      case 'aggregate': {
        if (above === undefined) throw new Error('an aggregate is part of a rule');
        const derivation = deriveAggregate(this.session, claim, above, this.relations);
        return { claim, rule: above, derivation, premises: [] };
      }
      case 'tuple': {
        const { derivation, rule } = this.tuple(claim.relation, claim.values);
        return { claim, rule, derivation, premises: [] };
      }
    }
  }

  private absence({ relation, pattern }: Extract<Claim, { kind: 'absence' }>): Derivation {
    const { name, attributes } = this.declaration(relation);
    const shown = attributes.map(({ primitive }, c) => {
      const value = pattern[c] ?? null;
      return value === null ? null : decode(this.session, value, primitive);
    });
    return { premises: [], step: () => ({ kind: 'absent', relation: name, pattern: shown }) };
  }

  // ------------------------------------------------------------------------------------------------------------ tuples

  private tuple(relation: number, values: readonly number[]): { derivation: Derivation; rule: Rule | undefined } {
    const declaration = this.declaration(relation);
    if (
      this.order.isFact(relation, values) ||
      (declaration.input && declaration.builtin === null && !declaration.equivalence && this.isInputOnly(relation))
    )
      return { derivation: this.fact(declaration, values), rule: undefined };
    if (declaration.builtin !== null)
      return { derivation: this.evidenceOf(declaration, declaration.builtin).derive(values), rule: undefined };
    const chain = declaration.equivalence ? this.chain(declaration, values) : undefined;
    if (chain !== undefined) return { derivation: chain, rule: undefined };
    const found = this.derive(relation, values);
    if (found === undefined) throw new Error(`no derivation of a tuple of ${declaration.name} was found`);
    return found;
  }

  /** A tuple of an equivalence as the ends of a chain; undefined where it is one of those that made the classes. */
  private chain(declaration: Relation, values: readonly number[]): Derivation | undefined {
    const { id: relation, name } = declaration;
    const [a = 0, b = 0] = values;
    const forest = this.order.forest(relation);
    if (forest.find(a, b) !== undefined) return undefined;
    const premises = (forest.way(a, b) ?? []).map(
      (pair): Claim => ({ kind: 'tuple', relation, values: forest.pair(pair) }),
    );
    const shown = decodeTuple(this.session, declaration, values);
    return { premises, step: (steps) => ({ kind: 'equivalence', relation: name, values: shown, premises: steps }) };
  }

  private evidenceOf(declaration: Relation, builtin: Builtin): BuiltinEvidence {
    let evidence = this.evidence.get(declaration.id);
    if (evidence === undefined) {
      evidence = new BuiltinEvidence(this.session, declaration, builtin);
      this.evidence.set(declaration.id, evidence);
    }
    return evidence;
  }

  private isInputOnly(relation: number): boolean {
    return this.origin(relation).rules.every(({ head }) => head.relation !== relation);
  }

  private fact(declaration: Relation, values: readonly number[]): Derivation {
    const step = {
      kind: 'fact',
      relation: declaration.name,
      values: decodeTuple(this.session, declaration, values),
    } as const;
    return { premises: [], step: () => step };
  }

  private derive(relation: number, values: readonly number[]): Derived | undefined {
    const origin = this.origin(relation);
    const rules = origin.rules.filter(({ head }) => head.relation === relation);
    const matrix = this.matrixOf(relation);
    const isUnlogged = matrix !== undefined && !matrix.logged;
    if (isUnlogged && matrix.mapped.length === 0) return this.deriveSearched(matrix, rules, values);
    if (isUnlogged || origin.searched) return this.deriveBackwards(origin, { kind: 'tuple', relation, values });
    const moment = this.order.moment(relation, values);
    if (moment === undefined) return undefined;
    const isFirst = moment.round === 0 || matrix !== undefined || this.session.state.state(relation).dissolved;
    const isApt = (rule: Rule) => (recursiveAtoms(rule, origin.own).length === 0 ? isFirst : moment.round > 0);
    const apt = rules.filter(isApt);
    return (
      this.deriveFrom(origin, apt, values, moment, 'round') ?? this.deriveFrom(origin, apt, values, moment, 'step')
    );
  }

  /** A derivation from tuples that came before a moment: in earlier rounds, or also in earlier steps of its round. */
  private deriveFrom(
    origin: Origin,
    rules: readonly Rule[],
    values: readonly number[],
    moment: Moment,
    unit: keyof Time,
  ): Derived | undefined {
    this.bound(origin, moment, unit);
    return this.fewest(rules, values, (premises) =>
      premises.every((claim) => !isOwn(claim, origin.own) || this.isEarlier(claim, moment, unit)),
    );
  }

  /**
   * The first rule that derives a tuple from acceptable premises; of rules that were written as one, with alternatives, the
   * one that does from the fewest.
   */
  private fewest(
    rules: readonly Rule[],
    values: readonly number[],
    acceptable: (premises: readonly Claim[]) => boolean,
  ): Derived | undefined {
    let best: Derived | undefined;
    for (const rule of rules) {
      if (best !== undefined && best.rule.place !== rule.place && best.rule.place.start !== rule.place.start) continue;
      const derivation = this.question(rule).derive(values, acceptable);
      if (derivation === undefined) continue;
      if (best === undefined || distinctTuples(derivation.premises) < distinctTuples(best.derivation.premises))
        best = { derivation, rule };
    }
    return best;
  }

  /** Lets questions read no rows of the stratum that came later, as far as indexes know. */
  private bound({ own }: Origin, { relation, round, step, row }: Moment, unit: keyof Time): void {
    for (const id of own) {
      const state = this.session.state.state(id);
      const end = unit === 'round' ? state.history.sizeBeforeRound(round) : state.history.sizeBeforeStep(step);
      state.advance(
        round === 0 || state.declaration.equivalence ? state.size : id === relation ? Math.max(row, end) : end,
      );
    }
  }

  private unbound(own: ReadonlySet<number>): void {
    for (const id of own) this.session.state.state(id).advance(this.session.state.state(id).size);
  }

  private isEarlier(claim: Tuple, than: Moment, unit: keyof Time): boolean {
    const moment = this.order.moment(claim.relation, claim.values);
    if (moment === undefined) return false;
    return moment[unit] < than[unit] || (moment.relation === than.relation && moment.row < than.row);
  }

  /** A tuple of a matrix without a log: it begins a way, or was passed on by the tuple before it on its way. */
  private deriveSearched(matrix: MatrixRules, rules: readonly Rule[], values: readonly number[]): Derived | undefined {
    const { own } = this.origin(matrix.relation);
    this.unbound(own);
    const seeds = rules.filter((rule) => recursiveAtoms(rule, own).length === 0);
    const key = values[matrix.key] ?? 0;
    const before = this.passed.before(matrix, seeds, key, values[1 - matrix.key] ?? 0);
    const tried = before === key ? seeds : rules.filter((rule) => !seeds.includes(rule));
    const expected = matrix.key === 0 ? [before, values[1]] : [values[0], before];
    return this.fewest(tried, values, (premises) =>
      premises.every((claim) => !isOwn(claim, own) || claim.values.every((value, c) => value === expected[c])),
    );
  }

  /** Searches breadth first for the nearest tuple that needs no other of its stratum. */
  private deriveBackwards(origin: Origin, goal: Tuple): Derived | undefined {
    const known = this.found.get(keyOf(goal));
    if (known !== undefined) return known;
    this.unbound(origin.own);
    const reached: { readonly claim: Tuple; readonly from: number; readonly by: Derived | undefined }[] = [
      { claim: goal, from: -1, by: undefined },
    ];
    const seen = new Set([keyOf(goal)]);
    for (let at = 0; at < reached.length; at++) {
      const claim = reached[at]?.claim ?? goal;
      const first = this.deriveFirst(origin, claim);
      if (first !== undefined) this.found.set(keyOf(claim), first);
      if (first !== undefined || (at > 0 && this.order.isFact(claim.relation, claim.values))) {
        for (let i = at, step = reached[at]; step?.by !== undefined; i = step.from, step = reached[i])
          this.found.set(keyOf(reached[step.from]?.claim ?? goal), step.by);
        return this.found.get(keyOf(goal));
      }
      for (const by of this.deriveFurther(origin, claim))
        for (const premise of by.derivation.premises) {
          if (!isOwn(premise, origin.own) || seen.has(keyOf(premise))) continue;
          seen.add(keyOf(premise));
          reached.push({ claim: premise, from: at, by });
        }
    }
    return undefined;
  }

  /** A derivation by a rule that does not read its stratum. */
  private deriveFirst({ rules, own }: Origin, { relation, values }: Tuple): Derived | undefined {
    const apt = rules.filter((rule) => rule.head.relation === relation && recursiveAtoms(rule, own).length === 0);
    return this.fewest(apt, values, () => true);
  }

  /** All derivations by rules that do. */
  private deriveFurther({ rules, own }: Origin, { relation, values }: Tuple): Derived[] {
    return rules
      .filter((rule) => rule.head.relation === relation && recursiveAtoms(rule, own).length > 0)
      .flatMap((rule) =>
        this.question(rule)
          .all(values)
          .map((derivation) => ({ derivation, rule })),
      );
  }

  // ------------------------------------------------------------------------------------------------------------- lookup

  private question(rule: Rule): RuleQuestion {
    let question = this.questions.get(rule);
    if (question === undefined) {
      const { own } = this.origin(rule.head.relation);
      question = new RuleQuestion(this.session, rule, this.relations, own);
      this.questions.set(rule, question);
    }
    return question;
  }

  private matrixOf(relation: number): MatrixRules | undefined {
    if (this.session.state.state(relation).matrix === 0) return undefined;
    for (const { matrices } of this.session.preparation.strata)
      for (const matrix of matrices) if (matrix.relation === relation) return matrix;
    return undefined;
  }

  private origin(relation: number): Origin {
    let origin = this.origins.get(relation);
    if (origin === undefined) {
      const { strata } = this.session.program;
      const stratum = strata.find(({ relations }) => relations.includes(relation));
      const own = new Set(stratum?.relations ?? [relation]);
      const rules = stratum?.rules ?? [];
      const isLinear =
        rules.every((rule) => recursiveAtoms(rule, own).length <= 1) &&
        [...own].every((id) => !this.declaration(id).equivalence);
      origin = { own, rules, searched: isLinear && [...own].some((id) => this.matrixOf(id)?.logged === true) };
      this.origins.set(relation, origin);
    }
    return origin;
  }

  private declaration(relation: number): Relation {
    return this.session.state.state(relation).declaration;
  }
}

function isOwn(claim: Claim, own: ReadonlySet<number>): claim is Tuple {
  return claim.kind === 'tuple' && own.has(claim.relation);
}

function keyOf(claim: Claim): string {
  switch (claim.kind) {
    case 'tuple':
      return `${claim.relation}:${claim.values}`;
    case 'absence':
      return `!${claim.relation}:${claim.pattern.map((value) => value ?? '_')}`;
    case 'aggregate':
      return `${claim.term.place.start}:${claim.value}:${[...claim.given].join(';')}`;
  }
}
