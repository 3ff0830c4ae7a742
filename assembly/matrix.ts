/**
 * Bit matrices: the store of a binary relation of which rules pass one column on unchanged, as in
 *
 *     path(x, z) :- path(x, y), edge(y, z).        row z |= row y, for every edge(y, z)
 *
 * The other column, the *key*, names a row; the values of the passed column are numbered as they come (*labels*) and are
 * the bits. One vector OR derives up to 128 tuples and drops the known ones (see docs/engine.md). Per key there is a pair
 * of rows: `full`, what was passed on already, and `pending`, what is still to be. Keys with something pending are
 * *dirty*; they are taken in sweeps over a fixed order, in which a key comes before those it leads to where it can.
 *
 *     pairs    key → address of | full: width bytes | pending: width bytes |, 0 none
 *     ranks    key → rank + 1, 0 none         order    rank → key        dirty    one bit a rank
 *     labels   value → label + 1, 0 none      values   label → value
 *
 * The log is kept up only where rules read it (`logged`); else it is written when first asked for.
 */
import { alloc } from './arena';
import { give, take } from './blocks';
import { Fault } from './codes';
import { raise, refund, spend } from './fault';
import { GREATEST, SIZE, STORE, TABLE, TABLE_BYTES, columnBase, columnRecord, setWord, word } from './layout';
import { firstOf, groupOf, nextOf, successorBase } from './lookup';
import { reserve } from './relation';
import { at, put } from './vectors';

const RELATION: usize = 0;
const KEY_COLUMN: usize = 1;
const LOGGED: usize = 2;
/** Bytes of a row. */
const WIDTH: usize = 3;
const PAIRS: usize = 4;
const RANKS: usize = 5;
const ORDER: usize = 6;
const DIRTY: usize = 7;
/** Keys there is room for, in all four. */
const KEYS: usize = 8;
const RANKED: usize = 9;
const LABELS: usize = 10;
/** Label values there is room for. */
const LABEL_VALUES: usize = 11;
const VALUES: usize = 12;
const LABEL_COUNT: usize = 13;
/** Where the present sweep is. */
const CURSOR: usize = 14;
/** A row of its own, for the delta that is being passed on. */
const DELTA: usize = 15;
/** Bytes in all pairs. */
const BYTES: usize = 16;
/** The next key whose row is to be written to the log, for `matrixMaterialise`. */
const WRITTEN: usize = 17;
const WORDS: usize = 20;

/** Keys and label values have to be below this, so that tables by value stay small. */
const MOST_VALUE: u32 = 1 << 22;
/** Bytes of rows at which a matrix is given up for another store. */
const MOST_BYTES: u32 = 1 << 27;

/** `Store.Matrix` of `store.ts`, which imports this file. */
export const MATRIX_STORE: u32 = 4;

/**
 * Turns a relation of two columns, rows inserted so far included, into a matrix whose key is column `key`. Returns its
 * address; 0 when it does not fit, in which case the relation is as it was. `logged` keeps the log up to date.
 */
export function matrixNew(relation: usize, key: u32, logged: bool): usize {
  if (word(columnRecord(relation, 0), GREATEST) >= MOST_VALUE) return 0;
  if (word(columnRecord(relation, 1), GREATEST) >= MOST_VALUE) return 0;
  const matrix = alloc(WORDS << 2);
  if (matrix == 0) return 0;
  memory.fill(matrix, 0, WORDS << 2);
  setWord(matrix, RELATION, <u32>relation);
  setWord(matrix, KEY_COLUMN, key);
  setWord(matrix, LOGGED, logged ? 1 : 0);
  const rows = word(relation, SIZE);
  const keys = columnBase(relation, key);
  const values = columnBase(relation, 1 - key);
  for (let row: u32 = 0; row < rows; row++) if (labelOf(matrix, at(values, row)) == NO_LABEL) return 0;
  const labels = word(matrix, LABEL_COUNT);
  setWord(matrix, WIDTH, ((labels + 127) >> 7) << 4);
  setWord(matrix, DELTA, <u32>take(<usize>word(matrix, WIDTH)));
  if (word(matrix, DELTA) == 0) return 0;
  for (let row: u32 = 0; row < rows; row++) {
    const pair = pairOf(matrix, at(keys, row));
    if (pair == 0) return 0;
    mark(matrix, at(keys, row), pair, labelOf(matrix, at(values, row)));
  }
  give(<usize>word(relation, TABLE), <usize>word(relation, TABLE_BYTES));
  setWord(relation, STORE, MATRIX_STORE);
  setWord(relation, TABLE, <u32>matrix);
  setWord(relation, TABLE_BYTES, 0);
  // The rows so far are pending and will be counted, and logged, when they are passed on.
  setWord(relation, SIZE, 0);
  refund(rows);
  return matrix;
}

const NO_LABEL: u32 = u32.MAX_VALUE;

/** The label of a value, a new one where it has none; NO_LABEL where there is no room. */
function labelOf(matrix: usize, value: u32): u32 {
  if (value >= word(matrix, LABEL_VALUES) && !growLabels(matrix, value)) return NO_LABEL;
  const known = at(<usize>word(matrix, LABELS), value);
  if (known != 0) return known - 1;
  const label = word(matrix, LABEL_COUNT);
  const width = word(matrix, WIDTH);
  if (width != 0 && label >= width << 3 && !widen(matrix, width << 1)) return NO_LABEL;
  put(<usize>word(matrix, LABELS), value, label + 1);
  put(<usize>word(matrix, VALUES), label, value);
  setWord(matrix, LABEL_COUNT, label + 1);
  raiseGreatest(matrix, 1 - word(matrix, KEY_COLUMN), value);
  return label;
}

/** The label of a value; NO_LABEL where it has none. */
function knownLabel(matrix: usize, value: u32): u32 {
  return value < word(matrix, LABEL_VALUES) ? at(<usize>word(matrix, LABELS), value) - 1 : NO_LABEL;
}

function growLabels(matrix: usize, value: u32): bool {
  if (value >= MOST_VALUE) return false;
  const have = word(matrix, LABEL_VALUES);
  const need = roomFor(value + 1);
  if (!regrow(matrix, LABELS, have, need) || !regrow(matrix, VALUES, have, need)) return false;
  setWord(matrix, LABEL_VALUES, need);
  return true;
}

function roomFor(entries: u32): u32 {
  let room: u32 = 256;
  while (room < entries) room <<= 1;
  return room;
}

/** Enlarges a table of words, the new ones 0. */
function regrow(matrix: usize, pointer: usize, have: u32, need: u32): bool {
  const old = <usize>word(matrix, pointer);
  const block = take(<usize>need << 2);
  if (block == 0) return false;
  memory.copy(block, old, <usize>have << 2);
  memory.fill(block + (<usize>have << 2), 0, <usize>(need - have) << 2);
  give(old, <usize>have << 2);
  setWord(matrix, pointer, <u32>block);
  return true;
}

/** Gives every row more bits. */
function widen(matrix: usize, width: u32): bool {
  const old = word(matrix, WIDTH);
  if (<u64>word(matrix, BYTES) * (width / old) > <u64>MOST_BYTES) return false;
  const pairs = <usize>word(matrix, PAIRS);
  for (let key: u32 = 0; key < word(matrix, KEYS); key++) {
    const pair = <usize>at(pairs, key);
    if (pair == 0) continue;
    const wider = take(<usize>width << 1);
    if (wider == 0) return false;
    memory.fill(wider, 0, <usize>width << 1);
    memory.copy(wider, pair, old);
    memory.copy(wider + width, pair + old, old);
    give(pair, <usize>old << 1);
    put(pairs, key, <u32>wider);
  }
  const delta = take(width);
  if (delta == 0) return false;
  memory.fill(delta, 0, width);
  memory.copy(delta, <usize>word(matrix, DELTA), old);
  give(<usize>word(matrix, DELTA), old);
  setWord(matrix, DELTA, <u32>delta);
  setWord(matrix, BYTES, word(matrix, BYTES) * (width / old));
  setWord(matrix, WIDTH, width);
  return true;
}

function raiseGreatest(matrix: usize, column: u32, value: u32): void {
  const record = columnRecord(<usize>word(matrix, RELATION), column);
  if (value > word(record, GREATEST)) setWord(record, GREATEST, value);
}

/** The pair of rows of a key, made where there is none; 0 where there is no room. */
function pairOf(matrix: usize, key: u32): usize {
  if (key >= word(matrix, KEYS) && !growKeys(matrix, key)) return 0;
  const known = at(<usize>word(matrix, PAIRS), key);
  if (known != 0) return <usize>known;
  const bytes = word(matrix, WIDTH) << 1;
  if (word(matrix, BYTES) + bytes > MOST_BYTES) return 0;
  const pair = take(bytes);
  if (pair == 0) return 0;
  memory.fill(pair, 0, bytes);
  put(<usize>word(matrix, PAIRS), key, <u32>pair);
  setWord(matrix, BYTES, word(matrix, BYTES) + bytes);
  raiseGreatest(matrix, word(matrix, KEY_COLUMN), key);
  return pair;
}

function growKeys(matrix: usize, key: u32): bool {
  if (key >= MOST_VALUE) return false;
  const have = word(matrix, KEYS);
  const need = roomFor(key + 1);
  if (!regrow(matrix, PAIRS, have, need) || !regrow(matrix, RANKS, have, need)) return false;
  if (!regrow(matrix, ORDER, have, need) || !regrow(matrix, DIRTY, have >> 5, need >> 5)) return false;
  setWord(matrix, KEYS, need);
  return true;
}

function setDirty(matrix: usize, key: u32): void {
  const rank = rankOf(matrix, key);
  const dirty = <usize>word(matrix, DIRTY);
  put(dirty, rank >> 5, at(dirty, rank >> 5) | ((<u32>1) << (rank & 31)));
}

function rankOf(matrix: usize, key: u32): u32 {
  const ranks = <usize>word(matrix, RANKS);
  const known = at(ranks, key);
  if (known != 0) return known - 1;
  const rank = word(matrix, RANKED);
  setWord(matrix, RANKED, rank + 1);
  put(ranks, key, rank + 1);
  put(<usize>word(matrix, ORDER), rank, key);
  return rank;
}

/** Makes one bit pending unless it is known. */
function mark(matrix: usize, key: u32, pair: usize, label: u32): void {
  const width = <usize>word(matrix, WIDTH);
  const bit = (<u32>1) << (label & 31);
  const full = at(pair, label >> 5);
  const pending = at(pair + width, label >> 5);
  if (((full | pending) & bit) != 0) return;
  put(pair + width, label >> 5, pending | bit);
  setDirty(matrix, key);
}

/** Makes the rows of a batch pending; raises `Fault.Unfit` where the matrix has no room for them. */
export function matrixInsert(matrix: usize, vectors: usize, rows: u32): void {
  const column = word(matrix, KEY_COLUMN);
  const keys = <usize>at(vectors, column);
  const values = <usize>at(vectors, 1 - column);
  for (let i: u32 = 0; i < rows; i++) {
    const label = labelOf(matrix, at(values, i));
    const pair: usize = label == NO_LABEL ? 0 : pairOf(matrix, at(keys, i));
    if (pair == 0) {
      raise(Fault.Unfit);
      return;
    }
    mark(matrix, at(keys, i), pair, label);
  }
}

/** As `select` of `store.ts`. */
export function matrixSelect(matrix: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  const column = word(matrix, KEY_COLUMN);
  const keys = <usize>at(vectors, column);
  const values = <usize>at(vectors, 1 - column);
  const width = <usize>word(matrix, WIDTH);
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const label = knownLabel(matrix, at(values, i));
    const key = at(keys, i);
    const pair: usize = key < word(matrix, KEYS) ? <usize>at(<usize>word(matrix, PAIRS), key) : 0;
    let has: u32 = 0;
    if (label != NO_LABEL && pair != 0)
      has = ((at(pair, label >> 5) | at(pair + width, label >> 5)) >>> (label & 31)) & 1;
    put(choice, found, i);
    found += <u32>(has == wanted);
  }
  return found;
}

// ------------------------------------------------------------------------------------------------------------- passing

/** target's pending |= source & ~target's full; true where that is something. */
function pass(source: usize, pair: usize, width: usize): bool {
  let any = i64x2.splat(0);
  for (let i: usize = 0; i < width; i += 16) {
    const fresh = v128.andnot(v128.load(source + i), v128.load(pair + i));
    any = v128.or(any, fresh);
    v128.store(pair + width + i, v128.or(v128.load(pair + width + i), fresh));
  }
  return v128.any_true(any);
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
 * Passes on what is pending, along the edges of two indexes by the first column (0 is none), those of the second without
 * the tuple whose columns are equal. Does `budget` rows at most; true where there is more to do.
 */
export function matrixSpread(matrix: usize, plain: usize, strict: usize, budget: u32): bool {
  for (; budget > 0; budget--) {
    const rank = nextDirty(matrix);
    if (rank == NONE) return false;
    const key = at(<usize>word(matrix, ORDER), rank);
    if (!settle(matrix, key)) return false;
    if (plain != 0 && !passAlong(matrix, plain, key, false)) return false;
    if (strict != 0 && !passAlong(matrix, strict, key, true)) return false;
  }
  return true;
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
function settle(matrix: usize, key: u32): bool {
  const width = <usize>word(matrix, WIDTH);
  const pair = <usize>at(<usize>word(matrix, PAIRS), key);
  const delta = <usize>word(matrix, DELTA);
  let count: u32 = 0;
  for (let i: usize = 0; i < width; i += 16) {
    const fresh = v128.load(pair + width + i);
    v128.store(delta + i, fresh);
    v128.store(pair + i, v128.or(v128.load(pair + i), fresh));
    v128.store(pair + width + i, i64x2.splat(0));
    count += <u32>(popcnt<u64>(v128.extract_lane<u64>(fresh, 0)) + popcnt<u64>(v128.extract_lane<u64>(fresh, 1)));
  }
  spend(count);
  if (word(matrix, LOGGED) != 0) return log(matrix, key, delta, count);
  const relation = <usize>word(matrix, RELATION);
  setWord(relation, SIZE, word(relation, SIZE) + count);
  return true;
}

/** Appends the `count` tuples of a row to the log. */
function log(matrix: usize, key: u32, row: usize, count: u32): bool {
  const relation = <usize>word(matrix, RELATION);
  if (!reserve(relation, count)) {
    raise(Fault.Memory);
    return false;
  }
  const column = word(matrix, KEY_COLUMN);
  const size = word(relation, SIZE);
  const keys = columnBase(relation, column) + (<usize>size << 2);
  const values = columnBase(relation, 1 - column) + (<usize>size << 2);
  const labels = <usize>word(matrix, VALUES);
  let k: u32 = 0;
  for (let i: u32 = 0; i < word(matrix, WIDTH) >> 2; i++) {
    for (let bits = at(row, i); bits != 0; bits &= bits - 1) {
      put(keys, k, key);
      put(values, k++, at(labels, (i << 5) + ctz<u32>(bits)));
    }
  }
  setWord(relation, SIZE, size + count);
  return true;
}

function passAlong(matrix: usize, index: usize, key: u32, strict: bool): bool {
  const targets = successorBase(index);
  const group = groupOf(index, key);
  for (let p = firstOf(index, group); p != 0; p = nextOf(index, group, p))
    if (!passTo(matrix, <usize>word(matrix, DELTA), at(targets, p - 1), strict)) return false;
  return true;
}

// -------------------------------------------------------------------------------------------------------------- the log

/** Writes the log of a matrix that kept none, some rows at a time; true where there is more to do. Nothing is pending. */
export function matrixMaterialise(matrix: usize): bool {
  if (word(matrix, LOGGED) != 0) return false;
  const relation = <usize>word(matrix, RELATION);
  const from = word(matrix, WRITTEN);
  if (from == 0) {
    const size = word(relation, SIZE);
    setWord(relation, SIZE, 0);
    if (!reserve(relation, size)) {
      raise(Fault.Memory);
      return false;
    }
  }
  const to = min<u32>(word(matrix, KEYS), from + 256);
  for (let key = from; key < to; key++) {
    const pair = <usize>at(<usize>word(matrix, PAIRS), key);
    if (pair != 0 && !log(matrix, key, pair, count(pair, <usize>word(matrix, WIDTH)))) return false;
  }
  setWord(matrix, WRITTEN, to);
  if (to == word(matrix, KEYS)) setWord(matrix, LOGGED, 1);
  return to < word(matrix, KEYS);
}

/** Writes all rows that are not in the log to it, for a store of another kind to take over; false when out of memory. */
export function matrixUnload(matrix: usize): bool {
  const width = <usize>word(matrix, WIDTH);
  const logged = word(matrix, LOGGED) != 0;
  if (!logged) setWord(<usize>word(matrix, RELATION), SIZE, 0);
  for (let key: u32 = 0; key < word(matrix, KEYS); key++) {
    const pair = <usize>at(<usize>word(matrix, PAIRS), key);
    if (pair == 0) continue;
    const pending = pair + width;
    if (!logged) for (let i: usize = 0; i < width; i += 16) v128.store(pending + i, v128.or(v128.load(pair + i), v128.load(pending + i)));
    if (!log(matrix, key, pending, count(pending, width))) return false;
  }
  return true;
}

function count(row: usize, width: usize): u32 {
  let bits: u64 = 0;
  for (let i: usize = 0; i < width; i += 8) bits += popcnt<u64>(load<u64>(row + i));
  return <u32>bits;
}

// ------------------------------------------------------------------------------------------------------------ the order

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
