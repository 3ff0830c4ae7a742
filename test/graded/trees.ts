import type { AgentNode } from '../../src/library/walk.js';
import {
  DESTINATION_LEVELS,
  type Legs,
  REVIEW_LEVELS,
  type ReviewLevel,
  UNTRUSTED_LEVELS,
} from '../../src/lower/graded/levels.js';
import type { Chance } from '../oracle/chance.js';

/** A tree whose tools and hand-offs are all written out. */
export interface Tree extends AgentNode {
  readonly label: string;
  readonly tools: Readonly<Record<string, Legs | null>>;
  readonly children: readonly Tree[];
  readonly channel_egress: ReviewLevel | null;
}

/** What the direct fold says of an agent: degrees from 0, and the verdict. */
export interface Folded {
  readonly label: string;
  readonly legs: Legs;
  readonly verdict: string;
  readonly treeVerdict: string;
  readonly children: readonly Folded[];
}

/** A random tree of at most four levels; labels are unique. */
export function randomTree(chance: Chance, depth = 1, label = 'a'): Tree {
  const tools = Array.from({ length: chance.below(4) }, (_, i) => [`t${i}`, randomTool(chance)] as const);
  const children = depth === 4 ? 0 : chance.below(4);
  return {
    label,
    tools: Object.fromEntries(tools),
    children: Array.from({ length: children }, (_, i) => randomTree(chance, depth + 1, `${label}${i}`)),
    channel_egress: depth === 1 ? null : chance.pick([null, ...REVIEW_LEVELS]),
  };
}

export function randomTool(chance: Chance): Legs | null {
  if (chance.below(12) === 0) return null;
  const review = chance.pick(REVIEW_LEVELS);
  return {
    private: chance.below(3) === 0,
    untrusted: chance.pick(UNTRUSTED_LEVELS),
    review,
    destination: review === 'no_egress' ? 'no_egress' : chance.pick(['tool_vouched', 'attacker_reachable'] as const),
  };
}

const VERDICTS = ['silent', 'soft', 'loud'];

/** The fold as the definition has it, by recursion and numbers: maximum at an agent, minimum through a hand-off. */
export function fold(tree: Tree): Folded {
  const children = tree.children.map(fold);
  const own = Object.values(tree.tools).map((legs) => degrees(legs ?? ASSUMED));
  const below = children.map((child, i) => handedUp(degrees(child.legs), tree.children[i]?.channel_egress ?? null));
  const [priv, untrusted, review, destination] = [0, 1, 2, 3].map((axis) =>
    Math.max(0, ...[...own, ...below].map((legs) => legs[axis] ?? 0)),
  );
  const legs: Legs = {
    private: priv === 1,
    untrusted: UNTRUSTED_LEVELS[untrusted ?? 0] ?? 'none',
    review: REVIEW_LEVELS[review ?? 0] ?? 'no_egress',
    destination: DESTINATION_LEVELS[destination ?? 0] ?? 'no_egress',
  };
  const all = priv === 1 && untrusted !== 0 && review !== 0;
  const verdict = !all ? 0 : untrusted === 2 && review === 2 && destination === 2 ? 2 : 1;
  const worst = Math.max(verdict, ...children.map((child) => VERDICTS.indexOf(child.treeVerdict)));
  return { label: tree.label, legs, verdict: VERDICTS[verdict] ?? '', treeVerdict: VERDICTS[worst] ?? '', children };
}

const ASSUMED: Legs = { private: false, untrusted: 'hard', review: 'unreviewed', destination: 'attacker_reachable' };

type Degrees = readonly number[];

function degrees({ private: priv, untrusted, review, destination }: Legs): Degrees {
  return [
    priv ? 1 : 0,
    UNTRUSTED_LEVELS.indexOf(untrusted),
    REVIEW_LEVELS.indexOf(review),
    DESTINATION_LEVELS.indexOf(destination),
  ];
}

function handedUp(
  [priv = 0, untrusted = 0, review = 0, destination = 0]: Degrees,
  channel: ReviewLevel | null,
): Degrees {
  const weakened = Math.min(untrusted, 1);
  if (channel === null || priv === 1) return [priv, weakened, review, destination];
  const capped = Math.min(review, REVIEW_LEVELS.indexOf(channel));
  return [priv, weakened, capped, capped === 0 ? 0 : destination];
}
