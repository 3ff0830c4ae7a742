import type { Delegation, GraphTool } from '../lower/graded/model.js';
import { visible } from '../visible.js';
import type { JudgedGraph } from './judged.js';
import { TrifectaLegs } from './legs.js';

/** Deeper lines are not indented further: they say how deep they are. */
const MAX_INDENT = 24;

interface Branch {
  readonly delegation: Delegation;
  readonly depth: number;
  /** What stands before its line, and before the lines below it. */
  readonly lead: string;
  readonly below: string;
}

/**
 * The lines of a tree: each agent with its verdict and tags, `*` where it lies on the worst path, its tools, then the agents
 * it hands work to. An agent that is reached twice is drawn once.
 */
export function drawTree(judged: JudgedGraph, root: number): string[] {
  const onPath = new Set(judged.worstPath(root));
  const drawn = new Set<number>();
  const lines: string[] = [];
  const stack: Branch[] = [{ delegation: { to: root, channel: null }, depth: 0, lead: '', below: '' }];
  for (let branch = stack.pop(); branch !== undefined; branch = stack.pop()) {
    const { to } = branch.delegation;
    lines.push(branch.lead + agentLine(judged, branch.delegation, onPath.has(to), drawn.has(to)));
    if (drawn.has(to)) continue;
    drawn.add(to);
    const { tools, delegations } = judged.agent(to);
    tools.forEach((tool, i) => {
      lines.push(`${branch.below}${i + 1 < tools.length + delegations.length ? '├─' : '└─'} ${toolText(tool)}`);
    });
    for (let i = delegations.length - 1; i >= 0; i--) {
      const delegation = delegations[i];
      if (delegation !== undefined) stack.push(branchOf(branch, delegation, i + 1 === delegations.length));
    }
  }
  return lines;
}

function branchOf({ depth, below }: Branch, delegation: Delegation, last: boolean): Branch {
  const deeper = depth + 1;
  if (deeper > MAX_INDENT) {
    const cut = `${below.slice(0, 3 * MAX_INDENT)}`;
    return { delegation, depth: deeper, lead: `${cut}${deeper}: `, below: cut };
  }
  return {
    delegation,
    depth: deeper,
    lead: `${below}${last ? '└─' : '├─'} `,
    below: `${below}${last ? '   ' : '│  '}`,
  };
}

function agentLine(judged: JudgedGraph, { to, channel }: Delegation, onPath: boolean, drawn: boolean): string {
  const label = visible(judged.agent(to).label);
  const { verdict, legs } = judged.judgement(to);
  const parts = [`${onPath ? '* ' : ''}${label}: ${verdict}`, bracketed(legs)];
  if (channel !== null) parts.push(`hand-off: ${channel}`);
  if (drawn) parts.push('drawn above');
  return parts.filter((part) => part !== '').join(' ');
}

function toolText({ name, legs }: GraphTool): string {
  const tags = bracketed(legs === null ? TrifectaLegs.ASSUMED : new TrifectaLegs(legs));
  return [`tool ${visible(name)}`, tags, ...(legs === null ? ['undeclared'] : [])]
    .filter((part) => part !== '')
    .join(' ');
}

function bracketed(legs: TrifectaLegs): string {
  const tags = legs.toTags();
  return tags.length === 0 ? '' : `[${tags.join(', ')}]`;
}
