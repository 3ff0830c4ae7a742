/**
 * The store of three columns and more whose values take at most 63 bits together: open addressing over 64-bit keys, the
 * columns' bits side by side; widths and shifts are in the columns' records.
 */
import { ARITY, MASK, SHIFT, SIZE, TABLE, WIDTH, columnBase, columnRecord, word } from './layout';
import { EMPTY } from './store-packed';
import { BEYOND, CHOSEN, at, clear, mix, put } from './vectors';

/** The most bits of a key: one that has them all set marks an empty slot. */
export const WIDE_BITS: u32 = 63;

/** The keys of a batch. */
const WIDE: usize = memory.data(8192, 16);

/** The slot that has the key, or the empty one where it belongs. Keys that differ in the lowest bits alone begin in one cache line. */
@inline
function probe(table: usize, mask: u32, wanted: u64): usize {
  let slot = ((mix(wanted >> 3) << 3) | <u32>(wanted & 7)) & mask;
  while (true) {
    const address = table + (<usize>slot << 3);
    const present = load<u64>(address);
    if (present == wanted || present == EMPTY) return address;
    slot = (slot + 1) & mask;
  }
}

/** WIDE := the key of each row; BEYOND := not 0 where a value is past its column's width. */
function packWide(relation: usize, vectors: usize, rows: u32): void {
  memory.fill(WIDE, 0, <usize>rows << 3);
  clear(BEYOND, rows);
  for (let c: u32 = 0; c < word(relation, ARITY); c++) {
    const record = columnRecord(relation, c);
    packColumn(<usize>at(vectors, c), rows, <u64>word(record, WIDTH), <u64>word(record, SHIFT));
  }
}

export function packColumn(vector: usize, rows: u32, width: u64, shift: u64): void {
  for (let i: u32 = 0; i < rows; i++) {
    const value = <u64>at(vector, i);
    const place = WIDE + (<usize>i << 3);
    store<u64>(place, load<u64>(place) | (value << shift));
    put(BEYOND, i, at(BEYOND, i) | <u32>(value >> width));
  }
}

/** Enters the keys of a batch; CHOSEN := the rows that are new. Returns how many. */
export function insertWide(relation: usize, vectors: usize, rows: u32): u32 {
  packWide(relation, vectors, rows);
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  let fresh: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const wanted = load<u64>(WIDE + (<usize>i << 3));
    const address = probe(table, mask, wanted);
    if (load<u64>(address) == wanted) continue;
    store<u64>(address, wanted);
    put(CHOSEN, fresh++, i);
  }
  return fresh;
}

/** As `select` of `store.ts`. */
export function selectWide(relation: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  packWide(relation, vectors, rows);
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const sought = load<u64>(WIDE + (<usize>i << 3));
    const has = at(BEYOND, i) == 0 && load<u64>(probe(table, mask, sought)) == sought;
    put(choice, found, i);
    found += <u32>(<u32>has == wanted);
  }
  return found;
}

/** Enters all rows of the log. */
export function refillWide(relation: usize): void {
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  for (let row: u32 = 0; row < word(relation, SIZE); row++) {
    let key: u64 = 0;
    for (let c: u32 = 0; c < word(relation, ARITY); c++)
      key |= <u64>at(columnBase(relation, c), row) << <u64>word(columnRecord(relation, c), SHIFT);
    store<u64>(probe(table, mask, key), key);
  }
}
