import type { Rows } from '../engine/index.js';

/** One step of flow into a slot: where from, how, and by which reference. All are symbols. */
export interface Flow {
  readonly from: number;
  readonly to: number;
  readonly by: number;
  readonly reference: number;
}

/** A way from a source to a slot, in order of flow, and every source in the order in which the slot reads them. */
export interface Witness {
  readonly source: number;
  readonly sources: readonly number[];
  readonly path: readonly Flow[];
  /** Flows of the way that are left out, and the index in `path` of the flow that they come before. */
  readonly leftOut: { readonly count: number; readonly before: number };
}

/** A finding lists this many sources at the most: the list is for a person, and a hostile file could make it as long as the file, for each sink. */
export const MAX_SOURCES = 250;
/** For the same reason, this many slots are looked at for the sources of a finding … */
const MAX_VISITS = 2048;
/** … and this many flows of its way are listed, from its beginning and up to its end. */
const FIRST_FLOWS = 16;
const LAST_FLOWS = 48;

interface Step extends Flow {
  /** Position of its relation, then the rank it has there. */
  readonly relation: number;
  readonly rank: number;
}

/**
 * Flows backwards: for each slot what goes into it, in reference order. Walking it depth first from a sink meets the
 * sources in that order; where a way may only pass what the sources reach, every step leads to some source.
 */
export class FlowGraph {
  private readonly into = new Map<number, Step[]>();
  /** Shortest ways by the set of sources that they begin at. */
  private readonly ways = new Map<ReadonlySet<number>, ReadonlyMap<number, Way>>();

  /**
   * @param flows relations `(from, to, rank, by, reference)`; earlier relations come first in reference order
   * @param within the slots that a way may pass
   */
  constructor(flows: readonly Rows[], within: ReadonlySet<number>) {
    flows.forEach((rows, relation) => {
      for (const [from = 0, to = 0, rank = 0, by = 0, reference = 0] of rows) {
        if (within.has(from) && within.has(to)) addTo(this.into, to, { from, to, relation, rank, by, reference });
      }
    });
    for (const steps of this.into.values()) steps.sort((a, b) => a.relation - b.relation || a.rank - b.rank);
  }

  /**
   * The first source in reference order and the way from it; undefined where no source leads to the slot. Where that takes
   * too many slots, the nearest source.
   *
   * @param origins slots where content comes in: a way ends there. The same set each time, as long as it is the same ones
   */
  witness(slot: number, origins: ReadonlySet<number>): Witness | undefined {
    const trail: Trail[] = [{ slot, flow: null, next: 0 }];
    const seen = new Set([slot]);
    const sources: number[] = [];
    let path: Flow[] = [];
    for (let top = trail.at(-1); top !== undefined && sources.length < MAX_SOURCES; top = trail.at(-1)) {
      const step = this.into.get(top.slot)?.[top.next++];
      if (step === undefined) {
        trail.pop();
      } else if (!seen.has(step.from)) {
        if (seen.size >= MAX_VISITS) break;
        seen.add(step.from);
        if (!origins.has(step.from)) {
          trail.push({ slot: step.from, flow: step, next: 0 });
          continue;
        }
        if (sources.length === 0) path = [step, ...flowsOf(trail).reverse()];
        sources.push(step.from);
      }
    }
    const source = sources[0];
    if (source !== undefined) return { source, sources, ...shortened(path) };
    return seen.size < MAX_VISITS ? undefined : this.nearest(slot, origins);
  }

  /** The nearest source, and the last flows of the shortest way from it. */
  private nearest(slot: number, origins: ReadonlySet<number>): Witness | undefined {
    const ways = this.shortestWays(origins);
    const way = ways.get(slot);
    if (way === undefined) return undefined;
    const path: Flow[] = [];
    let at: Way | undefined = way;
    while (at?.flow && path.length < LAST_FLOWS) {
      path.push(at.flow);
      at = ways.get(at.flow.from);
    }
    const { source, length } = way;
    return { source, sources: [source], path: path.reverse(), leftOut: { count: length - path.length, before: 0 } };
  }

  /** For every slot the shortest way from a source, by breadth-first search from all of them. */
  private shortestWays(origins: ReadonlySet<number>): ReadonlyMap<number, Way> {
    const known = this.ways.get(origins);
    if (known !== undefined) return known;
    const ways = new Map<number, Way>();
    for (const source of origins) ways.set(source, { source, flow: null, length: 0 });
    const out = new Map<number, Step[]>();
    for (const steps of this.into.values()) for (const step of steps) addTo(out, step.from, step);
    // A map is walked in order of insertion, including what is inserted meanwhile.
    for (const [slot, { source, length }] of ways) {
      for (const flow of out.get(slot) ?? []) {
        if (!ways.has(flow.to)) ways.set(flow.to, { source, flow, length: length + 1 });
      }
    }
    this.ways.set(origins, ways);
    return ways;
  }
}

function addTo(steps: Map<number, Step[]>, slot: number, step: Step): void {
  const known = steps.get(slot);
  if (known === undefined) steps.set(slot, [step]);
  else known.push(step);
}

/** The last flow of a shortest way into a slot; null where the slot is the source. */
interface Way {
  readonly source: number;
  readonly flow: Flow | null;
  readonly length: number;
}

/** A way without its middle, where it is too long. */
function shortened(path: readonly Flow[]): Pick<Witness, 'path' | 'leftOut'> {
  const count = path.length - FIRST_FLOWS - LAST_FLOWS;
  if (count <= 0) return { path, leftOut: { count: 0, before: 0 } };
  return { path: [...path.slice(0, FIRST_FLOWS), ...path.slice(-LAST_FLOWS)], leftOut: { count, before: FIRST_FLOWS } };
}

/** A slot on the way back from the sink, the flow out of it that led here, and the next flow into it to try. */
interface Trail {
  readonly slot: number;
  readonly flow: Flow | null;
  next: number;
}

function flowsOf(trail: readonly Trail[]): Flow[] {
  return trail.flatMap(({ flow }) => (flow === null ? [] : [flow]));
}
