import { Chance } from '../test/oracle/chance.js';
import type { FlowGraph } from './cooper-harvey-kennedy.js';

/**
 * A graph of a million nodes and two and a half million edges, all from a smaller to a greater number: every node follows
 * one of up to 1,000 before it; the other edges go up to 3,000 ahead. Always the same one.
 */
export function millionNodes(): FlowGraph {
  const nodes = 1_000_000;
  const edges = 2_500_000;
  const chance = new Chance(7);
  const from = new Int32Array(edges);
  const to = new Int32Array(edges);
  for (let x = 1; x < nodes; x++) {
    from[x - 1] = Math.max(0, x - 1 - chance.below(1000));
    to[x - 1] = x;
  }
  for (let i = nodes - 1; i < edges; i++) {
    const x = chance.below(nodes - 1);
    from[i] = x;
    to[i] = Math.min(nodes - 1, x + 1 + chance.below(3000));
  }
  return { nodes, from, to, root: 0 };
}

/** The sum of the immediate dominators in `millionNodes`, as native Semi-NCA and Cooper–Harvey–Kennedy found it. */
export const millionSum = 111_560_649_020;
