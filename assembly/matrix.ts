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
import { refund } from './fault';
import { GREATEST, SIZE, STORE, Store, TABLE, TABLE_BYTES, columnBase, columnRecord, setWord, word } from './layout';
import { keepSeeds } from './matrix-seeds';
import { at, put } from './vectors';

export const RELATION: usize = 0;
export const KEY_COLUMN: usize = 1;
export const LOGGED: usize = 2;
/** Bytes of a row. */
export const WIDTH: usize = 3;
export const PAIRS: usize = 4;
export const RANKS: usize = 5;
export const ORDER: usize = 6;
export const DIRTY: usize = 7;
/** Keys there is room for, in all four. */
export const KEYS: usize = 8;
export const RANKED: usize = 9;
const LABELS: usize = 10;
/** Label values there is room for. */
const LABEL_VALUES: usize = 11;
export const VALUES: usize = 12;
const LABEL_COUNT: usize = 13;
/** Where the present sweep is. */
export const CURSOR: usize = 14;
/** A row of its own, for the delta that is being passed on. */
export const DELTA: usize = 15;
/** Bytes in all pairs. */
const BYTES: usize = 16;
/** The next key whose row is to be written to the log, for `matrixMaterialise`. */
export const WRITTEN: usize = 17;
/** Rows the relation had when it became a matrix; they stay in the log until it is written. */
export const SEEDS: usize = 18;
/** What is made of DELTA where values change on their way. */
export const IMAGE: usize = 19;
/** Keys whose rows have been passed on, and the tuples in them. */
export const SETTLED: usize = 20;
export const SETTLED_TUPLES: usize = 21;
/** The tuples it begins with, which wait for the turn of their keys: chains by key, as of an index, and their labels. */
export const SEED_HEADS: usize = 22;
export const SEED_NEXTS: usize = 23;
export const SEED_LABELS: usize = 24;
/** Keys below this may have some. */
export const SEED_KEYS: usize = 25;
const WORDS: usize = 28;

/** Keys and label values have to be below this, so that tables by value stay small. */
const MOST_VALUE: u32 = 1 << 22;
/** Bytes of rows at which a matrix is given up for another store. */
const MOST_BYTES: u32 = 1 << 27;
/** Bytes of rows from which on it is looked at whether they are worth it, and rows that have to be known for that. */
const SPARSE_BYTES: u32 = 1 << 24;
const SPARSE_ROWS: u32 = 1 << 8;
/** Bits of rows that one tuple may cost: what it takes in a log and a hash table. */
const TUPLE_BITS: u64 = 192;

/**
 * Turns a relation of two columns, rows inserted so far included, into a matrix whose key is column `key`. Returns its
 * address; 0 when it does not fit, in which case the relation is as it was. `logged` keeps the log up to date. `others` holds
 * `count` × (relation, column): values that may come besides, for which there is to be room from the start.
 */
export function matrixNew(relation: usize, key: u32, logged: bool, others: usize, count: u32): usize {
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
  for (let i: u32 = 0; i < count; i++)
    if (!labelColumn(matrix, <usize>at(others, i << 1), at(others, (i << 1) + 1))) return 0;
  const labels = word(matrix, LABEL_COUNT);
  setWord(matrix, WIDTH, ((labels + 127) >> 7) << 4);
  setWord(matrix, DELTA, <u32>take(<usize>word(matrix, WIDTH)));
  setWord(matrix, IMAGE, <u32>take(<usize>word(matrix, WIDTH)));
  if (word(matrix, DELTA) == 0 || word(matrix, IMAGE) == 0) return 0;
  if (!keepSeeds(matrix, keys, values, rows)) return 0;
  give(<usize>word(relation, TABLE), <usize>word(relation, TABLE_BYTES));
  setWord(relation, STORE, Store.Matrix);
  setWord(relation, TABLE, <u32>matrix);
  setWord(relation, TABLE_BYTES, 0);
  // The rows so far are pending and will be counted, and logged, when they are passed on.
  setWord(matrix, SEEDS, rows);
  setWord(relation, SIZE, 0);
  refund(rows);
  return matrix;
}

function labelColumn(matrix: usize, relation: usize, column: u32): bool {
  if (word(columnRecord(relation, column), GREATEST) >= MOST_VALUE) return false;
  const values = columnBase(relation, column);
  for (let row: u32 = 0; row < word(relation, SIZE); row++)
    if (labelOf(matrix, at(values, row)) == NO_LABEL) return false;
  return true;
}

export const NO_LABEL: u32 = u32.MAX_VALUE;

/** The label of a value, a new one where it has none; NO_LABEL where there is no room. */
export function labelOf(matrix: usize, value: u32): u32 {
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
export function knownLabel(matrix: usize, value: u32): u32 {
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
  if (!widenRow(matrix, DELTA, old, width) || !widenRow(matrix, IMAGE, old, width)) return false;
  setWord(matrix, BYTES, word(matrix, BYTES) * (width / old));
  setWord(matrix, WIDTH, width);
  return true;
}

function widenRow(matrix: usize, field: usize, old: u32, width: u32): bool {
  const row = take(width);
  if (row == 0) return false;
  memory.fill(row, 0, width);
  memory.copy(row, <usize>word(matrix, field), old);
  give(<usize>word(matrix, field), old);
  setWord(matrix, field, <u32>row);
  return true;
}

function raiseGreatest(matrix: usize, column: u32, value: u32): void {
  const record = columnRecord(<usize>word(matrix, RELATION), column);
  if (value > word(record, GREATEST)) setWord(record, GREATEST, value);
}

/** The pair of rows of a key, made where there is none; 0 where there is no room. */
export function pairOf(matrix: usize, key: u32): usize {
  if (key >= word(matrix, KEYS) && !growKeys(matrix, key)) return 0;
  const known = at(<usize>word(matrix, PAIRS), key);
  if (known != 0) return <usize>known;
  const bytes = word(matrix, WIDTH) << 1;
  if (word(matrix, BYTES) + bytes > MOST_BYTES || isSparse(matrix)) return 0;
  const pair = take(bytes);
  if (pair == 0) return 0;
  memory.fill(pair, 0, bytes);
  put(<usize>word(matrix, PAIRS), key, <u32>pair);
  setWord(matrix, BYTES, word(matrix, BYTES) + bytes);
  raiseGreatest(matrix, word(matrix, KEY_COLUMN), key);
  return pair;
}

/** True where a hash table would take less memory, by the rows that are complete as far as can be told. */
function isSparse(matrix: usize): bool {
  if (word(matrix, BYTES) < SPARSE_BYTES || word(matrix, SETTLED) < SPARSE_ROWS) return false;
  const bits = <u64>word(matrix, SETTLED) * <u64>(word(matrix, WIDTH) << 4);
  return bits > <u64>word(matrix, SETTLED_TUPLES) * TUPLE_BITS;
}

export function growKeys(matrix: usize, key: u32): bool {
  if (key >= MOST_VALUE) return false;
  const have = word(matrix, KEYS);
  const need = roomFor(key + 1);
  if (!regrow(matrix, PAIRS, have, need) || !regrow(matrix, RANKS, have, need)) return false;
  if (!regrow(matrix, ORDER, have, need) || !regrow(matrix, DIRTY, have >> 5, need >> 5)) return false;
  setWord(matrix, KEYS, need);
  return true;
}

export function setDirty(matrix: usize, key: u32): void {
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
export function mark(matrix: usize, key: u32, pair: usize, label: u32): void {
  const width = <usize>word(matrix, WIDTH);
  const bit = (<u32>1) << (label & 31);
  const full = at(pair, label >> 5);
  const pending = at(pair + width, label >> 5);
  if (((full | pending) & bit) != 0) return;
  put(pair + width, label >> 5, pending | bit);
  setDirty(matrix, key);
}
