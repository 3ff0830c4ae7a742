import type { Place } from '../../place.js';
import type { Legs, ReviewLevel } from './levels.js';

/** Agents that hold tools and hand work to each other, by index; what rules/graded/schema.dl says of them. */
export interface AgentGraph {
  /** The first one is the root. */
  readonly agents: readonly GraphAgent[];
}

export interface GraphAgent {
  readonly label: string;
  /** Tools of one name are one tool that brings what each of them does. */
  readonly tools: readonly GraphTool[];
  readonly delegations: readonly Delegation[];
  readonly place?: Place;
}

export interface GraphTool {
  readonly name: string;
  /** Null where nothing is declared of it. */
  readonly legs: Legs | null;
  readonly place?: Place;
}

export interface Delegation {
  /** Index of the agent that is handed work. */
  readonly to: number;
  /** What the hand-off lets out at the most; null where nothing limits it. */
  readonly channel: ReviewLevel | null;
}
