import { entityLabel } from '../facts/entity.js';
import type { Symbols } from '../facts/symbols.js';
import type { AgentGraph, GraphAgent } from '../lower/graded/model.js';
import type { Judgement, LegGivers } from './judgement.js';

/** A tool that brings a leg to an agent, by name. */
export interface LegSource {
  readonly tool: string;
  /** Index of the agent that the leg comes up through; null where the agent holds the tool itself. */
  readonly through: number | null;
  /** Label of the agent that holds the tool. */
  readonly holder: string;
}

/** A graph of agents and what the rules derive of each, by index. */
export class JudgedGraph {
  private readonly indexes: Map<number, number>;

  constructor(
    private readonly graph: AgentGraph,
    private readonly judgements: readonly Judgement[],
    private readonly givers: LegGivers,
    private readonly agentSymbols: readonly number[],
    private readonly symbols: Symbols,
  ) {
    this.indexes = new Map(agentSymbols.map((symbol, index) => [symbol, index]));
  }

  agent(index: number): GraphAgent {
    return known(this.graph.agents[index]);
  }

  judgement(index: number): Judgement {
    return known(this.judgements[index]);
  }

  /** The tools that bring a leg to an agent, its own first. */
  sources(index: number, leg: keyof LegGivers): LegSource[] {
    return this.givers[leg].holders(known(this.agentSymbols[index])).map(({ capability, agent, through }) => ({
      tool: entityLabel(this.symbols.text(capability)),
      through: through === null ? null : known(this.indexes.get(through)),
      holder: entityLabel(this.symbols.text(agent)),
    }));
  }

  /**
   * From an agent down to the first one with the worst verdict below it, depth first and in order of declaration; empty
   * where no verdict is worse than silent.
   */
  worstPath(from: number): number[] {
    const worst = this.judgement(from).treeVerdict;
    if (worst === 'silent') return [];
    const seen = new Set([from]);
    const trail = [{ index: from, next: 0 }];
    for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
      if (this.judgement(top.index).verdict === worst) return trail.map(({ index }) => index);
      const delegation = this.agent(top.index).delegations[top.next++];
      if (delegation === undefined) trail.pop();
      else if (!seen.has(delegation.to) && this.judgement(delegation.to).treeVerdict === worst) {
        seen.add(delegation.to);
        trail.push({ index: delegation.to, next: 0 });
      }
    }
    return [];
  }
}

/** Indexes come from the graph itself: one that leads nowhere is a bug. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('no agent has this index');
  return value;
}
