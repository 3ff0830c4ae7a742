/** The order in which a matrix takes its dirty keys. */
import { give, take } from './blocks';
import { GREATEST, columnRecord, setWord, word } from './layout';
import { firstOf, groupOf, nextOf, successorBase } from './lookup';
import { CURSOR, DIRTY, KEYS, ORDER, PAIRS, RANKED, RANKS, WIDTH, growKeys, setDirty } from './matrix';
import { count } from './matrix-log';
import { at, put } from './vectors';

/** State of the depth-first search of `matrixOrder`. */
let searched: usize = 0;
let stack: usize = 0;
let finished: usize = 0;
let depth: u32 = 0;
let done: u32 = 0;
let root: u32 = 0;
let limit: u32 = 0;

/**
 * Begins to order the keys by depth-first search along an index's edges: reverse postorder, in which a key comes before
 * those it leads to but for cycles (as in iterative data-flow analysis: Kam and Ullman, 1976). False when out of memory.
 */
export function matrixOrder(matrix: usize, edges: usize): bool {
  const most = max<u32>(word(columnRecord(edges, 0), GREATEST), word(columnRecord(edges, 1), GREATEST));
  if (most >= word(matrix, KEYS) && !growKeys(matrix, most)) return false;
  limit = word(matrix, KEYS);
  searched = take(limit);
  stack = take(<usize>limit * 12);
  finished = take(<usize>limit << 2);
  if (searched == 0 || stack == 0 || finished == 0) return false;
  memory.fill(searched, 0, limit);
  depth = 0;
  done = 0;
  root = 0;
  return true;
}

/** Takes about `budget` edges and keys; true where there is more to do. After the last call the keys are in order. */
export function matrixOrderSearch(matrix: usize, index: usize, budget: u32): bool {
  const targets = successorBase(index);
  for (; budget > 0; budget--) {
    if (depth == 0) {
      if (root == limit) {
        reorder(matrix);
        return false;
      }
      if (load<u8>(searched + root) == 0) push(index, root);
      root++;
      continue;
    }
    const top = stack + <usize>(depth - 1) * 12;
    const p = load<u32>(top, 8);
    if (p == 0) {
      put(finished, done++, load<u32>(top));
      depth--;
      continue;
    }
    store<u32>(top, nextOf(index, load<u32>(top, 4), p), 8);
    const target = at(targets, p - 1);
    if (load<u8>(searched + target) == 0) push(index, target);
  }
  return true;
}

function push(index: usize, key: u32): void {
  store<u8>(searched + key, 1);
  const group = groupOf(index, key);
  const top = stack + <usize>depth * 12;
  depth++;
  store<u32>(top, key);
  store<u32>(top, group, 4);
  store<u32>(top, firstOf(index, group), 8);
}

function reorder(matrix: usize): void {
  const ranks = <usize>word(matrix, RANKS);
  const order = <usize>word(matrix, ORDER);
  for (let rank: u32 = 0; rank < done; rank++) {
    const key = at(finished, done - 1 - rank);
    put(order, rank, key);
    put(ranks, key, rank + 1);
  }
  setWord(matrix, RANKED, done);
  setWord(matrix, CURSOR, 0);
  memory.fill(<usize>word(matrix, DIRTY), 0, <usize>limit >> 3);
  const width = <usize>word(matrix, WIDTH);
  for (let key: u32 = 0; key < limit; key++) {
    const pair = <usize>at(<usize>word(matrix, PAIRS), key);
    if (pair != 0 && count(pair + width, width) != 0) setDirty(matrix, key);
  }
  give(searched, limit);
  give(stack, <usize>limit * 12);
  give(finished, <usize>limit << 2);
}
