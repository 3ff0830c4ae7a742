import { visible } from '../visible.js';
import type { JudgedGraph, LegSource } from './judged.js';
import type { LegGivers } from './judgement.js';

/** Of this many agents it is said why, and of each leg this many tools are named. */
const MAX_AGENTS = 20;
const MAX_TOOLS = 12;

const LEGS: readonly (readonly [leg: keyof LegGivers, name: string])[] = [
  ['private', '① private data'],
  ['untrusted', '② untrusted content'],
  ['egress', '③ a way out'],
];

/** Why the agents on the way to the worst verdict have theirs: which tool gave which leg, and through which hand-off. */
export function explain(judged: JudgedGraph, root: number): string[] {
  const { treeVerdict } = judged.judgement(root);
  const lines = ['', `worst verdict: ${treeVerdict}`];
  if (treeVerdict === 'silent') {
    return [...lines, 'No agent has all three legs by what is declared here. What the tools do is not looked at.'];
  }
  const path = judged.worstPath(root);
  lines.push(`worst path: ${path.map((index) => visible(judged.agent(index).label)).join(' > ')}`);
  const told = path.filter((index) => judged.judgement(index).verdict !== 'silent').slice(-MAX_AGENTS);
  for (const index of told.reverse()) lines.push('', ...why(judged, index));
  return lines;
}

function why(judged: JudgedGraph, index: number): string[] {
  const { verdict } = judged.judgement(index);
  const lines = [`why ${visible(judged.agent(index).label)} is ${verdict}:`];
  for (const [leg, name] of LEGS) {
    const sources = judged.sources(index, leg);
    const texts = sources.slice(0, MAX_TOOLS).map((source) => sourceText(judged, index, leg, source));
    if (sources.length > MAX_TOOLS) texts.push(`and ${sources.length - MAX_TOOLS} more`);
    lines.push(`  ${name}`, ...texts.map((text) => `    ${text}`));
  }
  return lines;
}

function sourceText(judged: JudgedGraph, index: number, leg: keyof LegGivers, source: LegSource): string {
  const { tool, through, holder } = source;
  if (through === null) return `${visible(tool)}: its own`;
  const by = visible(judged.agent(through).label);
  const way = holder === judged.agent(through).label ? `of ${by}` : `of ${visible(holder)}, through ${by}`;
  return `${visible(tool)}: ${way}${handOff(judged, index, leg, through)}`;
}

/** What the way up does to the leg. */
function handOff(judged: JudgedGraph, index: number, leg: keyof LegGivers, through: number): string {
  if (leg === 'untrusted') return '; as a report (weakened)';
  const channel = judged.agent(index).delegations.find(({ to }) => to === through)?.channel ?? null;
  if (leg === 'private' || channel === null || channel === 'unreviewed') return '';
  const limit = `; the hand-off is ${channel}`;
  const own = judged.judgement(through).legs.private;
  return own
    ? `${limit}, which limits nothing: ${visible(judged.agent(through).label)} has private data itself`
    : limit;
}
