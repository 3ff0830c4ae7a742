import { Facts } from '../facts/facts.js';
import { levelOf, REVIEW_LEVELS, type WrittenLegs } from '../lower/graded/levels.js';
import type { AgentGraph, Delegation, GraphAgent, GraphTool } from '../lower/graded/model.js';
import { writeAgents } from '../lower/graded/write.js';
import { evaluateGraded } from './evaluate.js';
import { JudgedGraph } from './judged.js';
import { readGivers, readJudgements } from './judgement.js';
import { TrifectaLegs } from './legs.js';
import { AgentReport } from './report.js';

/** A tree of agents, as Pikuri's `Node`: what an agent holds, and the agents it hands work to. */
export interface AgentNode {
  readonly label: string;
  /** Legs by the name of the tool; null of a tool that declares none, which is assumed hostile. */
  readonly tools?: Readonly<Record<string, WrittenLegs | null>>;
  readonly children?: readonly AgentNode[];
  /** What the hand-off to this agent lets out at the most: `no_egress`, `human_reviewed`, `unreviewed`; no limit where absent. */
  readonly channel_egress?: string | null;
}

/**
 * Folds the legs of a tree and judges every agent of it by the shipped rules. Pure; the tree may have any depth. Throws a
 * RangeError on a word that is no level, on a way out with one axis, and on a tree that contains itself, and
 * a TypeError on a child that is no agent.
 */
export function walk(node: AgentNode): AgentReport {
  return judgeGraph(graphOf(node));
}

/** Judges a graph; its first agent is the one reported. */
export function judgeGraph(graph: AgentGraph): AgentReport {
  const facts = new Facts();
  const symbols = writeAgents(graph, '', facts);
  return evaluateGraded(facts, (result) => {
    const judged = new JudgedGraph(graph, readJudgements(result, symbols), readGivers(result), symbols, facts.symbols);
    return new AgentReport(judged, 0);
  });
}

interface Visit {
  readonly node: AgentNode;
  readonly index: number;
  next: number;
}

/** The tree as a list of agents, depth first. */
function graphOf(root: AgentNode): AgentGraph {
  const agents: { agent: GraphAgent; delegations: Delegation[] }[] = [];
  const open = new Set<AgentNode>();
  const enter = (node: AgentNode): Visit => {
    if (open.has(node)) throw new RangeError(`the tree contains itself: ${node.label}`);
    open.add(node);
    const delegations: Delegation[] = [];
    agents.push({ agent: { label: node.label, tools: toolsOf(node), delegations }, delegations });
    return { node, index: agents.length - 1, next: 0 };
  };
  const trail = [enter(root)];
  for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
    const children = top.node.children ?? [];
    if (top.next >= children.length) {
      open.delete(top.node);
      trail.pop();
      continue;
    }
    const child = children[top.next++];
    if (child === undefined || child === null) throw new TypeError(`a child of ${top.node.label} is no agent`);
    const visit = enter(child);
    agents[top.index]?.delegations.push({ to: visit.index, channel: channelOf(child) });
    trail.push(visit);
  }
  return { agents: agents.map(({ agent }) => agent) };
}

function toolsOf({ tools = {} }: AgentNode): GraphTool[] {
  return Object.entries(tools).map(([name, legs]) => ({
    name,
    legs: legs === null ? null : new TrifectaLegs(legs).plain(),
  }));
}

function channelOf({ channel_egress: word }: AgentNode): Delegation['channel'] {
  if (word === undefined || word === null) return null;
  const level = levelOf(REVIEW_LEVELS, word);
  if (level === undefined) throw new RangeError(`unknown egress review level: :${word}`);
  return level;
}
