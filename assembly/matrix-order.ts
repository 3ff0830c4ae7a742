/** The order in which a matrix takes the keys that have something pending. */
import { give, take } from './blocks';
import { GREATEST, KEY_COLUMN, RELATION, SIZE, columnBase, columnRecord, keyRecord, setWord, word } from './layout';
import { firstOf, groupOf, nextOf, successorBase } from './lookup';
import { CURSOR, DIRTY, KEYS, ORDER, RANKED, RANKS, growKeys, setDirty } from './matrix';
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
 * Begins to order the keys so that a key comes before those it leads to along an index's edges, but for cycles. Where all
 * edges go up, or all down, that is the order of the keys themselves; else it is found by depth-first search: reverse
 * postorder (as in iterative data-flow analysis: Kam and Ullman, 1976). False where there is nothing to search.
 */
export function matrixOrder(matrix: usize, index: usize): bool {
  const edges = <usize>word(index, RELATION);
  const most = max<u32>(word(columnRecord(edges, 0), GREATEST), word(columnRecord(edges, 1), GREATEST));
  if (most >= word(matrix, KEYS) && !growKeys(matrix, most)) return false;
  limit = word(matrix, KEYS);
  const key = word(keyRecord(index, 0), KEY_COLUMN);
  const direction = directionOf(columnBase(edges, key), columnBase(edges, 1 - key), word(edges, SIZE));
  if (direction != 0) {
    orderAlong(matrix, direction);
    return false;
  }
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

/** 1 where all edges go to greater keys, -1 where all go to smaller ones, 0 where neither holds. */
function directionOf(from: usize, to: usize, rows: u32): i32 {
  let up = false;
  let down = false;
  for (let row: u32 = 0; row < rows; row++) {
    if (at(from, row) < at(to, row)) up = true;
    else if (at(from, row) > at(to, row)) down = true;
    if (up && down) return 0;
  }
  return down ? -1 : 1;
}

function orderAlong(matrix: usize, direction: i32): void {
  const keys = <usize>limit << 2;
  const list = take(keys);
  if (list == 0) return;
  for (let rank: u32 = 0; rank < limit; rank++) put(list, rank, direction < 0 ? limit - 1 - rank : rank);
  rank(matrix, list, limit);
  give(list, keys);
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
  for (let low: u32 = 0, high = done; low + 1 < high; low++) {
    high--;
    const key = at(finished, low);
    put(finished, low, at(finished, high));
    put(finished, high, key);
  }
  rank(matrix, finished, done);
  give(searched, limit);
  give(stack, <usize>limit * 12);
  give(finished, <usize>limit << 2);
}

/** Gives keys new ranks: a key's is its place in a list of them all. Left as they are when out of memory, which is as right. */
function rank(matrix: usize, list: usize, count: u32): void {
  const dirty = take(<usize>limit << 2);
  if (dirty == 0) return;
  const dirtyCount = takeDirty(matrix, dirty);
  const ranks = <usize>word(matrix, RANKS);
  for (let rank: u32 = 0; rank < count; rank++) put(ranks, at(list, rank), rank + 1);
  memory.copy(<usize>word(matrix, ORDER), list, <usize>count << 2);
  setWord(matrix, RANKED, count);
  setWord(matrix, CURSOR, 0);
  for (let i: u32 = 0; i < dirtyCount; i++) setDirty(matrix, at(dirty, i));
  give(dirty, <usize>limit << 2);
}

/** Writes the keys that have something pending to a list, and marks them clean; returns how many. */
function takeDirty(matrix: usize, list: usize): u32 {
  const marks = <usize>word(matrix, DIRTY);
  const order = <usize>word(matrix, ORDER);
  let count: u32 = 0;
  for (let place: u32 = 0; place < (word(matrix, RANKED) + 31) >> 5; place++) {
    for (let bits = at(marks, place); bits != 0; bits &= bits - 1)
      put(list, count++, at(order, (place << 5) + ctz<u32>(bits)));
    put(marks, place, 0);
  }
  return count;
}
