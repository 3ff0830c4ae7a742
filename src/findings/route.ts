import type { Result } from '../engine/index.js';
import { entityLabel } from '../facts/entity.js';
import type { Facts } from '../facts/facts.js';
import type { Step } from './finding.js';
import type { RouteRule } from './rule.js';

/** A way shows this many agents: the last ones, which are nearest to what is found. */
const MAX_STEPS = 24;

/** The shortest ways of delegations from where they begin to every agent. */
export class Routes {
  /** The agent before each one on its way; null where a way begins. */
  private readonly before = new Map<number, number | null>();

  constructor(
    { along, from }: RouteRule,
    result: Result,
    private readonly facts: Facts,
  ) {
    const next = delegations(result, along);
    const queue = [...(result.relation(from)?.columns()[0] ?? [])];
    for (const root of queue) this.before.set(root, null);
    for (const agent of queue) {
      for (const to of next.get(agent) ?? []) {
        if (this.before.has(to)) continue;
        this.before.set(to, agent);
        queue.push(to);
      }
    }
  }

  /** The way to an agent, itself included; it alone where no way leads to it. */
  path(agent: number): Step[] {
    const steps: Step[] = [];
    let before = this.before.get(agent);
    for (let at = agent; steps.length < MAX_STEPS; at = before, before = this.before.get(at)) {
      const place = this.facts.places.get(at);
      const task = entityLabel(this.facts.symbols.text(at));
      if (place !== undefined) steps.push({ task, why: why(at === agent, before), place });
      if (before === null || before === undefined) break;
    }
    return steps.reverse();
  }
}

function why(isLast: boolean, before: number | null | undefined): string {
  if (!isLast) return 'hands work on';
  return before === null || before === undefined ? 'this agent' : 'this agent, which is handed work';
}

/** Whom each agent hands work to, in order of the facts. */
function delegations(result: Result, relation: string): Map<number, number[]> {
  const next = new Map<number, number[]>();
  const [agents = new Int32Array(), to] = result.relation(relation)?.columns() ?? [];
  agents.forEach((agent, row) => {
    const known = next.get(agent);
    if (known === undefined) next.set(agent, [to?.[row] ?? 0]);
    else known.push(to?.[row] ?? 0);
  });
  return next;
}
