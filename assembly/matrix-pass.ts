/** The work of a matrix: rows of bits handed on along edges, until nothing is pending. */
import { Fault } from './codes';
import { raise, spend } from './fault';
import { SIZE, columnBase, setWord, word } from './layout';
import { firstOf, groupOf, nextOf, successorBase } from './lookup';
import {
  CURSOR,
  DELTA,
  DIRTY,
  IMAGE,
  KEYS,
  LOGGED,
  NO_LABEL,
  ORDER,
  PAIRS,
  RANKED,
  RELATION,
  SETTLED,
  SETTLED_TUPLES,
  VALUES,
  WIDTH,
  knownLabel,
  pairOf,
  setDirty,
} from './matrix';
import { log } from './matrix-log';
import { sow } from './matrix-seeds';
import { at, put } from './vectors';

/** target's pending |= source & ~target's full; true where that is something. */
function pass(source: usize, pair: usize, width: usize): bool {
  let any = passVector(source, pair, pair + width);
  const end = source + width;
  for (let from = source + 16; from < end; from += 16) {
    pair += 16;
    any = v128.or(any, passVector(from, pair, pair + width));
  }
  return v128.any_true(any);
}

@inline
function passVector(source: usize, full: usize, pending: usize): v128 {
  const fresh = v128.andnot(v128.load(source), v128.load(full));
  v128.store(pending, v128.or(v128.load(pending), fresh));
  return fresh;
}

/** Passes a row to a key; where `strict`, without the tuple whose two columns are equal. False where there is no room. */
function passTo(matrix: usize, source: usize, key: u32, strict: bool): bool {
  const pair = pairOf(matrix, key);
  if (pair == 0) {
    raise(Fault.Unfit);
    return false;
  }
  const width = <usize>word(matrix, WIDTH);
  const label = strict ? knownLabel(matrix, key) : NO_LABEL;
  if (label == NO_LABEL) {
    if (pass(source, pair, width)) setDirty(matrix, key);
    return true;
  }
  const address = source + (<usize>(label >> 5) << 2);
  const saved = load<u32>(address);
  store<u32>(address, saved & ~((<u32>1) << (label & 31)));
  if (pass(source, pair, width)) setDirty(matrix, key);
  store<u32>(address, saved);
  return true;
}

/**
 * Takes in new edges: for the rows [from, to) of `edges`, (b, h), what row b has passed on already goes to row h. The
 * edges' index has to cover them before the next `matrixSpread`.
 */
export function matrixLink(matrix: usize, edges: usize, strict: bool, from: u32, to: u32): void {
  const sources = columnBase(edges, 0);
  const targets = columnBase(edges, 1);
  for (let row = from; row < to; row++) {
    const source = at(sources, row);
    const pair: usize = source < word(matrix, KEYS) ? <usize>at(<usize>word(matrix, PAIRS), source) : 0;
    if (pair != 0 && !passTo(matrix, pair, at(targets, row), strict)) return;
  }
}

/**
 * Passes on what is pending, along the edges of two indexes by one column (0 is none), those of the second without the tuple
 * whose columns are equal; and what values are changed to, along others: `mapped` holds `count` × (index of edges, index of
 * changes). Does `budget` rows at most; true where there is more to do.
 */
export function matrixSpread(
  matrix: usize,
  plain: usize,
  strict: usize,
  mapped: usize,
  count: u32,
  budget: u32,
): bool {
  for (; budget > 0; budget--) {
    const rank = nextDirty(matrix);
    if (rank == NONE) return false;
    const key = at(<usize>word(matrix, ORDER), rank);
    if (!settle(matrix, key)) return false;
    if (plain != 0 && !passAlong(matrix, plain, key, DELTA, false)) return false;
    if (strict != 0 && !passAlong(matrix, strict, key, DELTA, true)) return false;
    for (let i: u32 = 0; i < count; i++)
      if (!passMapped(matrix, <usize>at(mapped, i << 1), <usize>at(mapped, (i << 1) + 1), key)) return false;
  }
  return true;
}

/** Passes on what an index makes of the values in DELTA. */
export function passMapped(matrix: usize, edges: usize, values: usize, key: u32): bool {
  if (firstOf(edges, groupOf(edges, key)) == 0) return true;
  memory.fill(<usize>word(matrix, IMAGE), 0, <usize>word(matrix, WIDTH));
  const targets = successorBase(values);
  const labels = <usize>word(matrix, VALUES);
  const delta = <usize>word(matrix, DELTA);
  const image = <usize>word(matrix, IMAGE);
  for (let i: u32 = 0; i < word(matrix, WIDTH) >> 2; i++) {
    for (let bits = at(delta, i); bits != 0; bits &= bits - 1) {
      const group = groupOf(values, at(labels, (i << 5) + ctz<u32>(bits)));
      for (let p = firstOf(values, group); p != 0; p = nextOf(values, group, p)) {
        const label = knownLabel(matrix, at(targets, p - 1));
        put(image, label >> 5, at(image, label >> 5) | ((<u32>1) << (label & 31)));
      }
    }
  }
  return passAlong(matrix, edges, key, IMAGE, false);
}

const NONE: u32 = u32.MAX_VALUE;

/** Takes the next dirty rank of the sweep, the first of all after the last; NONE where no key is dirty. */
function nextDirty(matrix: usize): u32 {
  const dirty = <usize>word(matrix, DIRTY);
  const words = (word(matrix, RANKED) + 31) >> 5;
  const begin = word(matrix, CURSOR);
  for (let i: u32 = 0; i < words; i++) {
    const place = begin + i < words ? begin + i : begin + i - words;
    const bits = at(dirty, place);
    if (bits == 0) continue;
    put(dirty, place, bits & (bits - 1));
    setWord(matrix, CURSOR, place);
    return (place << 5) + ctz<u32>(bits);
  }
  return NONE;
}

/** Moves a key's pending row to DELTA, adds it to its full row, and counts and logs it. */
export function settle(matrix: usize, key: u32): bool {
  if (!sow(matrix, key)) {
    raise(Fault.Unfit);
    return false;
  }
  const width = <usize>word(matrix, WIDTH);
  const delta = <usize>word(matrix, DELTA);
  const pair = <usize>at(<usize>word(matrix, PAIRS), key);
  let known = i64x2.splat(0);
  let count: u32 = 0;
  for (let i: usize = 0; i < width; i += 16) {
    const fresh = v128.load(pair + width + i);
    const full = v128.load(pair + i);
    known = v128.or(known, full);
    v128.store(delta + i, fresh);
    v128.store(pair + i, v128.or(full, fresh));
    v128.store(pair + width + i, i64x2.splat(0));
    count += <u32>(popcnt<u64>(v128.extract_lane<u64>(fresh, 0)) + popcnt<u64>(v128.extract_lane<u64>(fresh, 1)));
  }
  spend(count);
  if (!v128.any_true(known)) setWord(matrix, SETTLED, word(matrix, SETTLED) + 1);
  setWord(matrix, SETTLED_TUPLES, word(matrix, SETTLED_TUPLES) + count);
  if (word(matrix, LOGGED) != 0) return log(matrix, key, delta, count);
  const relation = <usize>word(matrix, RELATION);
  setWord(relation, SIZE, word(relation, SIZE) + count);
  return true;
}

/** Passes the row in a field on along the edges from a key. */
function passAlong(matrix: usize, index: usize, key: u32, row: usize, strict: bool): bool {
  const targets = successorBase(index);
  const group = groupOf(index, key);
  for (let p = firstOf(index, group); p != 0; p = nextOf(index, group, p))
    if (!passTo(matrix, <usize>word(matrix, row), at(targets, p - 1), strict)) return false;
  return true;
}
