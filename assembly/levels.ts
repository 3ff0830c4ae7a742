/**
 * Levels: the number of edges on the longest path that leads to a node, by Kahn, "Topological sorting of large networks"
 * (CACM 5, 1962). A node is taken when all its predecessors have been, so that its level is final by then; what is on a
 * cycle, or behind one, is never taken. The queue is first in, first out: nodes are taken in order of their levels, and the
 * level of a node follows from the predecessor that is taken last.
 *
 *     missing   size      | predecessors not taken yet |   or that it is queued, or in the result
 *     level     size      | level |                        of what is queued
 *     queue     most      | nodes whose predecessors are all taken |
 */
import { alloc } from './arena';
import { emit, most, nodes, offsets, rows, size, targets } from './graph';
import { at, clear, put } from './vectors';

/** In `missing`: the node is in the queue, or in the result. */
const QUEUED: u32 = u32.MAX_VALUE;
const DONE: u32 = u32.MAX_VALUE - 1;

let missing: usize = 0;
let level: usize = 0;
let queue: usize = 0;
let queued: u32 = 0;
let taken: u32 = 0;
let position: u32 = 0;

/**
 * Begins the levels of the nodes of the node column. Phases after the graph's: `levelsCount`, `levelsStart`, `levelsTake`,
 * `levelsList`. The result is in order of the node column. False when out of memory.
 */
export function levelsNew(): bool {
  missing = alloc(<usize>size << 2);
  level = alloc(<usize>size << 2);
  queue = alloc(<usize>most << 2);
  if (missing == 0 || level == 0 || queue == 0) return false;
  clear(missing, size);
  queued = 0;
  taken = 0;
  position = 0;
  return true;
}

/** Phase: counts predecessors. */
export function levelsCount(budget: u32): bool {
  const all = at(offsets, size);
  const end = all - position < budget ? all : position + budget;
  for (let k = position; k < end; k++) {
    const y = at(targets, k);
    put(missing, y, at(missing, y) + 1);
  }
  position = end == all ? 0 : end;
  return end != all;
}

/** Phase: queues the nodes without predecessors. */
export function levelsStart(budget: u32): bool {
  const end = rows - position < budget ? rows : position + budget;
  for (let i = position; i < end; i++) if (at(missing, at(nodes, i)) == 0) enqueue(at(nodes, i), 0);
  position = end == rows ? 0 : end;
  return end != rows;
}

function enqueue(node: u32, n: u32): void {
  put(missing, node, QUEUED);
  put(level, node, n);
  put(queue, queued++, node);
}

/** Phase: takes nodes from the queue. */
export function levelsTake(budget: u32): bool {
  for (; budget > 0 && taken < queued; budget--) {
    const x = at(queue, taken++);
    const next = at(level, x) + 1;
    for (let k = at(offsets, x); k < at(offsets, x + 1); k++) {
      const y = at(targets, k);
      const rest = at(missing, y) - 1;
      if (rest == 0) enqueue(y, next);
      else put(missing, y, rest);
    }
  }
  return taken < queued;
}

/** Phase: lists the nodes taken with their levels. */
export function levelsList(budget: u32): bool {
  const end = rows - position < budget ? rows : position + budget;
  for (let i = position; i < end; i++) {
    const node = at(nodes, i);
    if (at(missing, node) != QUEUED) continue;
    put(missing, node, DONE);
    emit(node, at(level, node));
  }
  position = end;
  return end != rows;
}
