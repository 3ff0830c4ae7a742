/** A capability that brings a leg to an agent. */
export interface Holder {
  readonly capability: number;
  /** Who holds it: the agent itself, or one that it hands work to, however far down. */
  readonly agent: number;
  /** The agent it comes up through first; null where the agent holds it itself. */
  readonly through: number | null;
}

/** Of one agent and leg this many capabilities are told, and this many hand-offs are followed: a graph can have any number. */
export const MAX_HOLDERS = 250;
const MAX_FOLLOWED = 1_000;

/** Who brings one leg: a relation `(agent, by)`, where `by` is a capability of the agent or an agent it hands work to. */
export class Givers {
  private readonly byAgent = new Map<number, number[]>();

  /**
   * @param columns of the relation
   * @param agents what of `by` is an agent
   */
  constructor(
    [receivers = new Int32Array(), givers]: readonly Int32Array[],
    private readonly agents: ReadonlySet<number>,
  ) {
    receivers.forEach((agent, row) => {
      const giver = givers?.[row] ?? 0;
      const known = this.byAgent.get(agent);
      if (known === undefined) this.byAgent.set(agent, [giver]);
      else known.push(giver);
    });
  }

  /** The capabilities that bring the leg to an agent, its own first, then those of the agents below, nearest first. */
  holders(agent: number): Holder[] {
    const holders: Holder[] = [];
    const seen = new Set([agent]);
    const queue: { readonly agent: number; readonly through: number | null }[] = [{ agent, through: null }];
    for (let next = 0; next < queue.length && next < MAX_FOLLOWED; next++) {
      const from = queue[next];
      if (from === undefined) break;
      for (const by of this.byAgent.get(from.agent) ?? []) {
        if (holders.length === MAX_HOLDERS) return holders;
        if (!this.agents.has(by)) holders.push({ capability: by, ...from });
        else if (!seen.has(by)) {
          seen.add(by);
          queue.push({ agent: by, through: from.through ?? by });
        }
      }
    }
    return holders;
  }
}
