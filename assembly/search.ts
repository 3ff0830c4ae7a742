/**
 * A breadth-first search along edges, for proofs: which way a value came in a matrix to a key (see `matrix.ts`). First in,
 * first out gives a shortest way.
 *
 *     from     key → the key before it on the way + 1, itself + 1 where a way begins, 0 none
 *     queue    keys in order of sight
 */
import { alloc } from './arena';
import { firstOf, groupOf, nextOf, successorBase } from './lookup';
import { at, put } from './vectors';

let from: usize = 0;
let queue: usize = 0;
let taken: u32 = 0;
let seen: u32 = 0;
let room: u32 = 0;

/** Readies a search among keys below `keys`; false when out of memory. The caller releases the arena afterwards. */
export function searchNew(keys: u32): bool {
  from = alloc(<usize>keys << 2);
  queue = alloc(<usize>keys << 2);
  if (from == 0 || queue == 0) return false;
  memory.fill(from, 0, <usize>keys << 2);
  taken = 0;
  seen = 0;
  room = keys;
  return true;
}

/** A key at which a way may begin. */
export function searchSeed(key: u32): void {
  see(key, key);
}

/**
 * Takes `budget` keys of the queue along the edges of two indexes by the first column (0 is none), those of the second
 * only to keys other than `value`. True where there is more to do before `goal` is found.
 */
export function search(plain: usize, strict: usize, value: u32, goal: u32, budget: u32): bool {
  for (; budget > 0; budget--) {
    if (taken == seen || (goal < room && at(from, goal) != 0)) return false;
    const key = at(queue, taken++);
    if (plain != 0) follow(plain, key, room);
    if (strict != 0) follow(strict, key, value);
  }
  return true;
}

/** The key before one on its way, itself where the way begins; all ones where no way leads to it. */
export function searchFrom(key: u32): u32 {
  return key < room ? at(from, key) - 1 : u32.MAX_VALUE;
}

function follow(index: usize, key: u32, forbidden: u32): void {
  const targets = successorBase(index);
  const group = groupOf(index, key);
  for (let position = firstOf(index, group); position != 0; position = nextOf(index, group, position)) {
    const target = at(targets, position - 1);
    if (target != forbidden) see(target, key);
  }
}

function see(key: u32, before: u32): void {
  if (key >= room || at(from, key) != 0) return;
  put(from, key, before + 1);
  put(queue, seen++, key);
}
