/** The store of one or two columns: open addressing over 64-bit keys, each the row itself. */
import { ALL_ONES, ARITY, MASK, SIZE, TABLE, columnBase, setWord, word } from './layout';
import { CHOSEN, at, mix, put } from './vectors';

export const EMPTY: u64 = u64.MAX_VALUE;

@inline
function key(first: usize, second: usize, i: u32): u64 {
  return (<u64>(second == 0 ? 0 : at(second, i)) << 32) | <u64>at(first, i);
}

@inline
function secondVector(relation: usize, vectors: usize): usize {
  return word(relation, ARITY) == 2 ? <usize>at(vectors, 1) : 0;
}

/** The slot that has the key, or the empty one where it belongs. */
@inline
function probe(table: usize, mask: u32, wanted: u64): usize {
  let slot = mix(wanted) & mask;
  while (true) {
    const address = table + (<usize>slot << 3);
    const present = load<u64>(address);
    if (present == wanted || present == EMPTY) return address;
    slot = (slot + 1) & mask;
  }
}

/** Enters the keys of a batch; CHOSEN := the rows that are new. Returns how many. */
export function insertPacked(relation: usize, vectors: usize, rows: u32): u32 {
  const first = <usize>at(vectors, 0);
  const second = secondVector(relation, vectors);
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  let fresh: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const wanted = key(first, second, i);
    if (wanted == EMPTY) {
      if (word(relation, ALL_ONES) != 0) continue;
      setWord(relation, ALL_ONES, 1);
    } else {
      const address = probe(table, mask, wanted);
      if (load<u64>(address) == wanted) continue;
      store<u64>(address, wanted);
    }
    put(CHOSEN, fresh++, i);
  }
  return fresh;
}

/** As `select` of `store.ts`. */
export function selectPacked(relation: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  const first = <usize>at(vectors, 0);
  const second = secondVector(relation, vectors);
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const sought = key(first, second, i);
    let has = word(relation, ALL_ONES);
    if (sought != EMPTY) has = <u32>(load<u64>(probe(table, mask, sought)) == sought);
    put(choice, found, i);
    found += <u32>(has == wanted);
  }
  return found;
}

/** Enters all rows of the log. */
export function refillPacked(relation: usize): void {
  const first = columnBase(relation, 0);
  const second = word(relation, ARITY) == 2 ? columnBase(relation, 1) : 0;
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  for (let row: u32 = 0; row < word(relation, SIZE); row++) {
    const wanted = key(first, second, row);
    if (wanted == EMPTY) setWord(relation, ALL_ONES, 1);
    else store<u64>(probe(table, mask, wanted), wanted);
  }
}
