/** The log of a matrix: rows of bits written out as tuples, with every round or when first asked for. */
import { Fault } from './codes';
import { raise, refund, spend } from './fault';
import { SIZE, columnBase, setWord, word } from './layout';
import {
  KEYS,
  KEY_COLUMN,
  LOGGED,
  PAIRS,
  RELATION,
  SEEDS,
  VALUES,
  WIDTH,
  WRITTEN,
  knownLabel,
} from './matrix';
import { firstSeed, nextSeed, seedValue } from './matrix-seeds';
import { reserve } from './relation';
import { at, put } from './vectors';

/** Appends the `count` tuples of a row to the log. */
export function log(matrix: usize, key: u32, row: usize, count: u32): bool {
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

/**
 * Leaves the log to a store of another kind. Where it was kept up, what is pending is added; else the relation goes back to
 * the rows it began with, since nothing tells in which order the others came. False when out of memory.
 */
export function matrixUnload(matrix: usize): bool {
  if (word(matrix, LOGGED) == 0) {
    const relation = <usize>word(matrix, RELATION);
    const seeds = word(matrix, SEEDS);
    refund(word(relation, SIZE));
    spend(seeds);
    setWord(relation, SIZE, seeds);
    return true;
  }
  const width = <usize>word(matrix, WIDTH);
  for (let key: u32 = 0; key < word(matrix, KEYS); key++) {
    const pair = <usize>at(<usize>word(matrix, PAIRS), key);
    if (pair != 0 && !log(matrix, key, pair + width, count(pair + width, width))) return false;
    if (!logSeeds(matrix, key, pair)) return false;
  }
  return true;
}

/** Appends the first tuples of a key whose turn never came, but for those that came in another way. */
function logSeeds(matrix: usize, key: u32, pair: usize): bool {
  const relation = <usize>word(matrix, RELATION);
  const column = word(matrix, KEY_COLUMN);
  for (let entry = firstSeed(matrix, key); entry != 0; entry = nextSeed(matrix, entry)) {
    const value = seedValue(matrix, entry);
    if (pair != 0 && has(matrix, pair, knownLabel(matrix, value))) continue;
    if (!reserve(relation, 1)) return false;
    const size = word(relation, SIZE);
    put(columnBase(relation, column), size, key);
    put(columnBase(relation, 1 - column), size, value);
    setWord(relation, SIZE, size + 1);
  }
  return true;
}

/** Whether a bit is in a key's full or pending row. */
function has(matrix: usize, pair: usize, label: u32): bool {
  const bits = at(pair, label >> 5) | at(pair + <usize>word(matrix, WIDTH), label >> 5);
  return ((bits >>> (label & 31)) & 1) != 0;
}

/** Bits in a row. */
export function count(row: usize, width: usize): u32 {
  let bits: u64 = 0;
  for (let i: usize = 0; i < width; i += 8) bits += popcnt<u64>(load<u64>(row + i));
  return <u32>bits;
}
