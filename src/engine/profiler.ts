import type { Relation, Rule } from '../datalog/ir.js';
import type { Place } from '../place.js';
import type { RunStatistics } from './index.js';
import type { MatrixRules } from './matrix-rules.js';
import type { Profile, RuleProfile } from './profile.js';
import { ProfileNames, plansOf, relationsOf } from './profile-parts.js';
import type { Session } from './session.js';
import type { Plan } from './step.js';

/** What is added up for one rule, matrix or built-in relation. */
interface Entry {
  readonly kind: RuleProfile['kind'];
  readonly relation: number;
  readonly rules: readonly number[];
  readonly places: readonly Place[];
  milliseconds: number;
  iterations: number;
  tuples: number;
  duplicates: number | null;
  readonly plans: Map<Plan, boolean>;
}

/**
 * Measures what rules, matrices and built-in relations take. Each has all the time and the tuples from its begin to that of
 * another; a rule that begins again right after itself, as in a recursion of many rounds, is not measured anew.
 */
export class Profiler {
  private readonly entries = new Map<object, Entry>();
  /** By relation, the rows it has had: a matrix begins anew with its rows, and may end with fewer. */
  private known: number[] = [];
  private loaded: readonly number[] = [];
  /** The rule, matrix or relation that is being measured, and its entry. */
  private what: object | undefined;
  private current: Entry | undefined;
  private begun = 0;
  private emitted = 0;
  private lastPlan: Plan | undefined;

  private readonly names: ProfileNames;

  constructor(private readonly session: Session) {
    this.names = new ProfileNames(session);
  }

  /** All facts are loaded. */
  start(): void {
    this.loaded = this.session.state.relations.map(({ size }) => size);
    this.known = [...this.loaded];
  }

  beginRule(rule: Rule): void {
    if (this.current !== undefined && this.what === rule) {
      this.current.iterations++;
      return;
    }
    const known = this.entries.get(rule);
    const made = () => newEntry(this.kindOf(rule), rule.head.relation, [rule.id], [rule.place]);
    this.begin(rule, known ?? this.entry(rule, made()));
  }

  /** The current rule ran by a plan, on the rows of the last round where `delta`. */
  planned(plan: Plan, delta: boolean): void {
    if (plan === this.lastPlan) return;
    this.lastPlan = plan;
    this.current?.plans.set(plan, delta);
  }

  beginMatrix(matrix: MatrixRules): void {
    const { passing, relation } = matrix;
    const rules = passing.map(({ id }) => id);
    const places = passing.map(({ place }) => place);
    const known = this.entries.get(matrix);
    this.begin(
      matrix,
      known ?? this.entry(matrix, { ...newEntry('matrix', relation, rules, places), duplicates: null }),
    );
  }

  beginBuiltin(relation: Relation): void {
    this.begin(relation, this.entry(relation, newEntry('builtin', relation.id, [], [relation.place])));
  }

  /** Nothing is measured until something else begins. */
  end(): void {
    this.close();
    this.current = undefined;
  }

  private entry(what: object, made: Entry): Entry {
    this.entries.set(what, made);
    return made;
  }

  private begin(what: object, entry: Entry): void {
    this.close();
    this.what = what;
    entry.iterations++;
    this.current = entry;
    this.lastPlan = undefined;
    this.emitted = this.session.core.exports.emitted();
    this.begun = performance.now();
  }

  /** Counts what the current entry took and gave. */
  private close(): void {
    const entry = this.current;
    if (entry === undefined) return;
    entry.milliseconds += performance.now() - this.begun;
    const { size, matrix, declaration } = this.session.state.state(entry.relation);
    const known = this.known[entry.relation] ?? 0;
    const fresh = Math.max(0, size - known);
    entry.tuples += fresh;
    this.known[entry.relation] = Math.max(known, size);
    if (matrix !== 0 || declaration.equivalence) entry.duplicates = null;
    else if (entry.duplicates !== null)
      entry.duplicates += this.session.core.exports.emitted() - this.emitted - (entry.kind === 'builtin' ? 0 : fresh);
  }

  private kindOf({ head }: Rule): RuleProfile['kind'] {
    if (this.names.isEdges(head.relation)) return 'edges';
    return this.names.isMade(head.relation) ? 'part' : 'rule';
  }

  profile({ loadMilliseconds, evaluateMilliseconds, rounds, bytes }: RunStatistics): Profile {
    const rules = [...this.entries.values()].map((entry): RuleProfile => {
      const plans = plansOf(entry.plans, this.session, this.names);
      return { ...entry, relation: this.names.name(entry.relation), plans };
    });
    const relations = relationsOf(this.session, this.names, this.loaded);
    return { loadMilliseconds, evaluateMilliseconds, rounds, bytes, rules, relations };
  }
}

function newEntry(
  kind: RuleProfile['kind'],
  relation: number,
  rules: readonly number[],
  places: readonly Place[],
): Entry {
  return { kind, relation, rules, places, milliseconds: 0, iterations: 0, tuples: 0, duplicates: 0, plans: new Map() };
}
