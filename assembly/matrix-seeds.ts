/** The tuples that a matrix begins with: they wait for the turns of their keys. */
import { take } from './blocks';
import { GREATEST, columnRecord, setWord, word } from './layout';
import {
  KEYS,
  KEY_COLUMN,
  RELATION,
  SEED_HEADS,
  SEED_KEYS,
  SEED_LABELS,
  SEED_NEXTS,
  VALUES,
  growKeys,
  knownLabel,
  mark,
  pairOf,
  setDirty,
} from './matrix';
import { at, put } from './vectors';

/**
 * Lists the first tuples by their keys, which are dirty from now on. A key gets its rows when its turn comes, so that a matrix
 * that is not worth it is given up before it has taken memory for all of them.
 */
export function keepSeeds(matrix: usize, keys: usize, values: usize, rows: u32): bool {
  const record = columnRecord(<usize>word(matrix, RELATION), word(matrix, KEY_COLUMN));
  const room = word(record, GREATEST) + 1;
  if (room > word(matrix, KEYS) && !growKeys(matrix, room - 1)) return false;
  const heads = take(<usize>room << 2);
  const nexts = take(<usize>rows << 2);
  const labels = take(<usize>rows << 2);
  if (heads == 0 || nexts == 0 || labels == 0) return false;
  memory.fill(heads, 0, <usize>room << 2);
  for (let row: u32 = 0; row < rows; row++) {
    const key = at(keys, row);
    put(labels, row, knownLabel(matrix, at(values, row)));
    put(nexts, row, at(heads, key));
    put(heads, key, row + 1);
    setDirty(matrix, key);
  }
  setWord(matrix, SEED_HEADS, <u32>heads);
  setWord(matrix, SEED_NEXTS, <u32>nexts);
  setWord(matrix, SEED_LABELS, <u32>labels);
  setWord(matrix, SEED_KEYS, room);
  return true;
}

/** Makes the first tuples of a key pending, once; false where there is no room for its rows. */
export function sow(matrix: usize, key: u32): bool {
  if (key >= word(matrix, SEED_KEYS)) return true;
  const heads = <usize>word(matrix, SEED_HEADS);
  if (at(heads, key) == 0) return true;
  const pair = pairOf(matrix, key);
  if (pair == 0) return false;
  const labels = <usize>word(matrix, SEED_LABELS);
  const nexts = <usize>word(matrix, SEED_NEXTS);
  for (let entry = at(heads, key); entry != 0; entry = at(nexts, entry - 1))
    mark(matrix, key, pair, at(labels, entry - 1));
  put(heads, key, 0);
  return true;
}

/** The first tuple of a key that is not pending yet, as a place in a chain; 0 is none. */
export function firstSeed(matrix: usize, key: u32): u32 {
  return key < word(matrix, SEED_KEYS) ? at(<usize>word(matrix, SEED_HEADS), key) : 0;
}

export function nextSeed(matrix: usize, entry: u32): u32 {
  return at(<usize>word(matrix, SEED_NEXTS), entry - 1);
}

/** The value of a tuple at a place in a chain. */
export function seedValue(matrix: usize, entry: u32): u32 {
  return at(<usize>word(matrix, VALUES), at(<usize>word(matrix, SEED_LABELS), entry - 1));
}
