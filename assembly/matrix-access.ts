/** Rows of a matrix, put in and asked for a batch at a time. */
import { Fault } from './codes';
import { raise } from './fault';
import { word } from './layout';
import { KEYS, KEY_COLUMN, NO_LABEL, PAIRS, knownLabel, labelOf, mark, pairOf } from './matrix';
import { at, put } from './vectors';

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

/** As `select` of `store.ts`. What is pending counts for nothing yet, so that a proof finds it later than what stands on it. */
export function matrixSelect(matrix: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  const column = word(matrix, KEY_COLUMN);
  const keys = <usize>at(vectors, column);
  const values = <usize>at(vectors, 1 - column);
  let found: u32 = 0;
  // Rows of one passed value follow each other where a product made them.
  for (let from: u32 = 0; from < rows; ) {
    const value = at(values, from);
    let to = from + 1;
    while (to < rows && at(values, to) == value) to++;
    found = selectKeys(matrix, keys, from, to, knownLabel(matrix, value), wanted, choice, found);
    from = to;
  }
  return found;
}

/** Adds to `choice` which of the rows [from, to), all with the label's value, the matrix has, or has not. */
export function selectKeys(
  matrix: usize,
  keys: usize,
  from: u32,
  to: u32,
  label: u32,
  wanted: u32,
  choice: usize,
  found: u32,
): u32 {
  const pairs = <usize>word(matrix, PAIRS);
  // No key has a label that there is not.
  const room: u32 = label == NO_LABEL ? 0 : word(matrix, KEYS);
  const place = <usize>(label >> 5) << 2;
  const bit = label & 31;
  for (let i = from; i < to; i++) {
    const key = at(keys, i);
    const pair: usize = key < room ? <usize>at(pairs, key) : 0;
    const has = pair == 0 ? 0 : (load<u32>(pair + place) >>> bit) & 1;
    put(choice, found, i);
    found += <u32>(has == wanted);
  }
  return found;
}
