import type { IndexProfile, PlanProfile, PlanStep, RelationProfile, Store } from './profile.js';
import type { Session } from './session.js';
import type { RelationState } from './state.js';
import type { Plan, Step } from './step.js';

/** By the numbers of `Store` and `Kind` in `assembly/layout.ts`; an index is not built where there is no name. */
const STORES: readonly Store[] = ['none', 'bitmap', 'packed', 'rows', 'matrix', 'classes', 'bag', 'packed'];
const INDEX_KINDS: readonly (IndexProfile['kind'] | undefined)[] = [undefined, 'direct', 'hashed', 'classes'];

/** What the relations of a session are called in a profile: those that the engine made, by the one they were made for. */
export class ProfileNames {
  constructor(private readonly session: Session) {}

  name(relation: number): string {
    const { name } = this.session.state.state(relation).declaration;
    return this.isEdges(relation) ? `edges of ${name}` : this.isMade(relation) ? `part of ${name}` : name;
  }

  isMade(relation: number): boolean {
    return relation >= this.session.program.relations.length;
  }

  isEdges(relation: number): boolean {
    return this.isMade(relation) && this.session.preparation.strata.some(({ edges }) => edges.has(relation));
  }
}

/** Every relation that has rows or an index. */
export function relationsOf(session: Session, names: ProfileNames, loaded: readonly number[]): RelationProfile[] {
  return session.state.relations.flatMap(
    (state) => relationOf(state, session, names, loaded[state.declaration.id] ?? 0) ?? [],
  );
}

function relationOf(
  state: RelationState,
  session: Session,
  names: ProfileNames,
  loaded: number,
): RelationProfile | undefined {
  const { core } = session;
  const { id, attributes } = state.declaration;
  const rows = state.size;
  const indexes = session.state.indexesOf(id).flatMap(({ columns, address }): IndexProfile[] => {
    const kind = INDEX_KINDS[core.exports.indexKind(address)];
    if (kind === undefined) return [];
    const layout = core.exports.indexIsFrozen(address) === 0 ? 'chains' : 'ranges';
    return [{ columns: columns.map((column) => attributes[column]?.name ?? ''), kind, layout }];
  });
  if (rows === 0 && indexes.length === 0) return undefined;
  const store = STORES[core.exports.relationStore(state.address)] ?? 'none';
  return { name: names.name(id), rows, loaded, store, indexes };
}

/** The orders of joins of some plans, each once; those are given with whether they read the rows of the last round. */
export function plansOf(
  plans: ReadonlyMap<Plan, boolean>,
  session: Session,
  names: ProfileNames,
): readonly PlanProfile[] {
  const shown = [...plans].map(([plan, delta]) => new PlanSteps(session, names).plan(plan, delta));
  return [...new Map(shown.map((plan) => [JSON.stringify(plan), plan])).values()];
}

class PlanSteps {
  constructor(
    private readonly session: Session,
    private readonly names: ProfileNames,
  ) {}

  plan({ drive, steps }: Plan, delta: boolean): PlanProfile {
    const rest = this.steps(steps);
    if (drive === null) return rest;
    return [{ access: delta ? 'delta' : 'scan', relation: this.names.name(drive.relation), columns: [] }, ...rest];
  }

  private steps(steps: readonly Step[]): PlanStep[] {
    return steps.flatMap((step): PlanStep[] => {
      switch (step.kind) {
        case 'join':
          return [this.step(step.keys.length === 0 ? 'product' : 'index', step.relation, columnsOf(step.keys))];
        case 'exists':
          return [this.step(step.wanted ? 'has' : 'lacks', step.relation, [...step.args.keys()])];
        case 'member':
          return [this.step(step.wanted ? 'has' : 'lacks', step.relation, columnsOf(step.keys))];
        case 'aggregate':
          return [{ access: 'aggregate', steps: this.steps(step.inner) }];
        default:
          return [];
      }
    });
  }

  private step(access: 'index' | 'product' | 'has' | 'lacks', relation: number, columns: readonly number[]): PlanStep {
    const { attributes } = this.session.state.state(relation).declaration;
    return { access, relation: this.names.name(relation), columns: columns.map((c) => attributes[c]?.name ?? '') };
  }
}

function columnsOf(keys: readonly { readonly column: number }[]): number[] {
  return keys.map(({ column }) => column);
}
