/** Relations: the record, the log, and what of both the host sees. */
import { alloc } from './arena';
import { give, take } from './blocks';
import {
  ALL_ONES,
  ARITY,
  BASE,
  CAPACITY,
  COLUMN_WORDS,
  CURRENT,
  EXPECTED,
  GREATEST,
  OLD,
  RELATION_WORDS,
  SHIFT,
  SIZE,
  STORE,
  TABLE,
  TABLE_BYTES,
  WIDTH,
  columnBase,
  columnRecord,
  setWord,
  word,
} from './layout';
import { at, gather } from './vectors';

/** An empty relation; 0 when out of memory. */
export function relationNew(arity: u32): usize {
  const bytes = (RELATION_WORDS + <usize>arity * COLUMN_WORDS) << 2;
  const relation = alloc(bytes);
  if (relation == 0) return 0;
  memory.fill(relation, 0, bytes);
  setWord(relation, ARITY, arity);
  return relation;
}

/** Rows in the relation. */
export function relationSize(relation: usize): u32 {
  return word(relation, SIZE);
}

/** Address of a column's log, `relationSize` words; valid until rows are inserted. */
export function relationColumn(relation: usize, column: u32): usize {
  return columnBase(relation, column);
}

/** Greatest value seen in a column, as unsigned; 0 while it is empty. */
export function relationGreatest(relation: usize, column: u32): u32 {
  return word(columnRecord(relation, column), GREATEST);
}

/** Kind of the relation's store, as in `Store`. */
export function relationStore(relation: usize): u32 {
  return word(relation, STORE);
}

/** Readies a relation for a number of rows in all; fewer or more may come. False when out of memory. */
export function relationExpect(relation: usize, rows: u32): bool {
  setWord(relation, EXPECTED, rows);
  return rows <= word(relation, SIZE) || reserve(relation, rows - word(relation, SIZE));
}

/** Begins a round: the rows [old, current) are its delta, where current is the present size, which is returned. */
export function relationAdvance(relation: usize, old: u32): u32 {
  const current = word(relation, SIZE);
  setWord(relation, OLD, old);
  setWord(relation, CURRENT, current);
  return current;
}

/** Forgets all rows of a relation that is no matrix. What its log has room for is kept, so that this costs nothing. */
export function relationClear(relation: usize): void {
  give(<usize>word(relation, TABLE), <usize>word(relation, TABLE_BYTES));
  const capacity = word(relation, CAPACITY);
  const arity = word(relation, ARITY);
  memory.fill(relation, 0, RELATION_WORDS << 2);
  setWord(relation, ARITY, arity);
  setWord(relation, CAPACITY, capacity);
  for (let c: u32 = 0; c < arity; c++) {
    const record = columnRecord(relation, c);
    setWord(record, GREATEST, 0);
    setWord(record, WIDTH, 0);
    setWord(record, SHIFT, 0);
  }
}

/** Makes room for `extra` more rows; false when out of memory. */
export function reserve(relation: usize, extra: u32): bool {
  const size = word(relation, SIZE);
  const need = size + extra;
  if (need < size) return false;
  const capacity = word(relation, CAPACITY);
  if (need <= capacity) return true;
  let wanted = capacity << 1;
  if (wanted < need) wanted = need;
  if (wanted < 16) wanted = 16;
  if (wanted > 0x20000000) return false;
  for (let c: u32 = 0; c < word(relation, ARITY); c++) {
    const record = columnRecord(relation, c);
    const old = <usize>word(record, BASE);
    const block = take(<usize>wanted << 2);
    if (block == 0) return false;
    memory.copy(block, old, <usize>size << 2);
    give(old, <usize>capacity << 2);
    setWord(record, BASE, <u32>block);
  }
  setWord(relation, CAPACITY, wanted);
  return true;
}

/** Appends the chosen rows of a batch; `vectors` holds the address of one vector a column. Room was reserved. */
export function append(relation: usize, vectors: usize, choice: usize, rows: u32): void {
  const size = word(relation, SIZE);
  for (let c: u32 = 0; c < word(relation, ARITY); c++)
    gather(<usize>at(vectors, c), choice, columnBase(relation, c) + (<usize>size << 2), rows);
  setWord(relation, SIZE, size + rows);
}

/** Appends all rows of a batch. Room was reserved. */
export function appendAll(relation: usize, vectors: usize, rows: u32): void {
  const size = word(relation, SIZE);
  for (let c: u32 = 0; c < word(relation, ARITY); c++)
    memory.copy(columnBase(relation, c) + (<usize>size << 2), <usize>at(vectors, c), <usize>rows << 2);
  setWord(relation, SIZE, size + rows);
}

/** Appends one row of a batch. Room was reserved. */
export function appendRow(relation: usize, vectors: usize, i: u32): void {
  const size = word(relation, SIZE);
  for (let c: u32 = 0; c < word(relation, ARITY); c++)
    store<u32>(columnBase(relation, c) + (<usize>size << 2), at(<usize>at(vectors, c), i));
  setWord(relation, SIZE, size + 1);
}

/** A relation without columns has one possible row: true where it came now. */
export function appendUnit(relation: usize): bool {
  if (word(relation, ALL_ONES) != 0) return false;
  setWord(relation, ALL_ONES, 1);
  setWord(relation, SIZE, 1);
  return true;
}
