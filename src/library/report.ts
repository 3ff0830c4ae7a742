import { drawTree } from './draw.js';
import { explain } from './explain.js';
import type { JudgedGraph } from './judged.js';
import type { Verdict } from './judgement.js';
import type { LegTag, TrifectaLegs } from './legs.js';

/** An agent with what it may combine, and the agents it hands work to. */
export class AgentReport {
  constructor(
    private readonly judged: JudgedGraph,
    private readonly index: number,
  ) {}

  get label(): string {
    return this.judged.agent(this.index).label;
  }

  /** Legs of its own tools, and those that come up from the agents it hands work to. */
  get legs(): TrifectaLegs {
    return this.judged.judgement(this.index).legs;
  }

  get tags(): LegTag[] {
    return this.legs.toTags();
  }

  get verdict(): Verdict {
    return this.judged.judgement(this.index).verdict;
  }

  get children(): AgentReport[] {
    return this.judged.agent(this.index).delegations.map(({ to }) => new AgentReport(this.judged, to));
  }

  /** The worst verdict here and below. */
  get treeVerdict(): Verdict {
    return this.judged.judgement(this.index).treeVerdict;
  }

  /** From this agent to the first of those with the worst verdict, depth first; empty where the verdict is silent. */
  get worstPath(): AgentReport[] {
    return this.judged.worstPath(this.index).map((index) => new AgentReport(this.judged, index));
  }

  /** The tree drawn for a person: tags, verdicts, the worst path, and which tool gave which leg through which hand-off. */
  render(): string {
    return `${[...drawTree(this.judged, this.index), ...explain(this.judged, this.index)].join('\n')}\n`;
  }
}
