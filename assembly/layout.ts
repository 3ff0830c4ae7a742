/**
 * The records of the core. All are arrays of u32 words; a pointer is an address in linear memory, 0 is none.
 *
 * Relation (`relationNew`): a log of rows in columns, in order of insertion, and one store that tells a new row from a
 * known one.
 *
 *     word  0       1      2          3     4         5       6       7         8       9
 *          | arity | size | capacity | old | current | store | table | table   | mask  | store |
 *          |       | rows | rows     | row | row     | kind  |       | bytes   |       | limit |
 *          10 all-ones, 11 expected, 12..15 spare    then `arity` columns of 4 words:
 *          | base of the column's log | greatest value seen | width in bits | shift in bits |
 *
 *     [0, old) was joined in earlier rounds, [old, current) is the delta of this round, [current, size) came in this round.
 *
 * Index (`indexNew`): the rows of a relation by the values of some columns, its keys.
 *
 *     word  0          1      2      3        4      5        6      7       8       9       10      11
 *          | relation | keys | kind | frozen | rows | groups | head | head  | next  | next  | table | table |
 *          |          |      |      |        | in   |        |      | bytes |       | bytes |       | bytes |
 *          12     13      14       then `keys` × | column | width | shift |
 *          | mask | first | first  |   then `arity` × | payload |
 *          |      |       | bytes  |
 *
 *     growing: head[group] is the newest row + 1, next[row] the one before + 1, 0 ends the chain
 *     frozen:  head[group] … head[group + 1] is a range of positions in the payload columns (compressed adjacency), of which
 *              keys have none
 *     direct:  the group is the concatenation of the key's bits
 *     hashed:  table slots of | hash | group + 1 |, first[group] a row that has the key
 *     classes: of an equivalence relation; see `equivalence-index.ts`
 *
 * Batch: up to 1,024 rows; a variable of a rule is a vector of 1,024 words, given in a plan by its address.
 */

@inline
export function word(record: usize, index: usize): u32 {
  return load<u32>(record + (index << 2));
}

@inline
export function setWord(record: usize, index: usize, value: u32): void {
  store<u32>(record + (index << 2), value);
}

/** Rows of a batch: vectors of 4 KiB, a dozen of which stay in the first-level cache. */
export const BATCH: u32 = 1024;
export const VECTOR_BYTES: usize = 4096;

export const ARITY: usize = 0;
export const SIZE: usize = 1;
export const CAPACITY: usize = 2;
export const OLD: usize = 3;
export const CURRENT: usize = 4;
export const STORE: usize = 5;
export const TABLE: usize = 6;
export const TABLE_BYTES: usize = 7;
export const MASK: usize = 8;
export const LIMIT: usize = 9;
/** 1 where the row of all-ones words, whose key marks an empty slot of the packed table, is in the relation. */
export const ALL_ONES: usize = 10;
/** Rows that are going to be inserted, as far as known: tables are made for as many at once. */
export const EXPECTED: usize = 11;
export const RELATION_WORDS: usize = 16;
export const COLUMN_WORDS: usize = 4;

@inline
export function columnRecord(relation: usize, column: u32): usize {
  return relation + ((RELATION_WORDS + <usize>column * COLUMN_WORDS) << 2);
}

/** Address of a column's log; changes when the relation grows. */
@inline
export function columnBase(relation: usize, column: u32): usize {
  return <usize>load<u32>(columnRecord(relation, column));
}

/** Words of a column's record. */
export const BASE: usize = 0;
export const GREATEST: usize = 1;
export const WIDTH: usize = 2;
export const SHIFT: usize = 3;

export const RELATION: usize = 0;
export const KEYS: usize = 1;
export const KIND: usize = 2;
export const FROZEN: usize = 3;
export const ROWS: usize = 4;
export const GROUPS: usize = 5;
export const HEAD: usize = 6;
export const HEAD_BYTES: usize = 7;
export const NEXT: usize = 8;
export const NEXT_BYTES: usize = 9;
export const BUCKETS: usize = 10;
export const BUCKETS_BYTES: usize = 11;
export const BUCKETS_MASK: usize = 12;
export const FIRST: usize = 13;
export const FIRST_BYTES: usize = 14;
export const INDEX_WORDS: usize = 16;
export const KEY_WORDS: usize = 3;

/** Words of a key's record. */
export const KEY_COLUMN: usize = 0;
export const KEY_WIDTH: usize = 1;
export const KEY_SHIFT: usize = 2;

@inline
export function keyRecord(index: usize, key: u32): usize {
  return index + ((INDEX_WORDS + <usize>key * KEY_WORDS) << 2);
}

/** Address of the word that holds the base of a column's payload. */
@inline
export function payloadWord(index: usize, column: u32): usize {
  return index + ((INDEX_WORDS + <usize>word(index, KEYS) * KEY_WORDS + <usize>column) << 2);
}

/** Kinds of store; see `store.ts`. */
export const enum Store {
  None = 0,
  Bitmap = 1,
  Packed = 2,
  Rows = 3,
  Matrix = 4,
  Equivalence = 5,
  Bag = 6,
  Wide = 7,
}

/** Kinds of index. */
export const enum Kind {
  Unbuilt = 0,
  Direct = 1,
  Hashed = 2,
  Classes = 3,
}
