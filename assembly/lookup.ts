/**
 * Indexes: from values of key columns to the rows that have them. Both forms find a *group* number for a key and then the
 * group's rows. A relation of a finished stratum gets ranges in columns sorted by group (`frozen`), one that still grows
 * gets chains from the newest row back. `lookup-build.ts` makes them.
 */
import { alloc } from './arena';
import { classGroups } from './equivalence-index';
import {
  ARITY,
  BUCKETS,
  BUCKETS_MASK,
  FIRST,
  FROZEN,
  GROUPS,
  HEAD,
  INDEX_WORDS,
  KEYS,
  KEY_COLUMN,
  KEY_SHIFT,
  KEY_WIDTH,
  KEY_WORDS,
  KIND,
  Kind,
  NEXT,
  RELATION,
  columnBase,
  keyRecord,
  payloadWord,
  setWord,
  word,
} from './layout';
import { sameRow } from './store-rows';
import { BEYOND, PACKED, at, clear, mix, pack, put } from './vectors';

/** The group of a key no row has. */
export const ABSENT: u32 = u32.MAX_VALUE;
/** An index not built yet; the key columns are set with `indexKey`. 0 when out of memory. */
export function indexNew(relation: usize, keys: u32): usize {
  const bytes = (INDEX_WORDS + <usize>keys * KEY_WORDS + <usize>word(relation, ARITY)) << 2;
  const index = alloc(bytes);
  if (index == 0) return 0;
  memory.fill(index, 0, bytes);
  setWord(index, RELATION, <u32>relation);
  setWord(index, KEYS, keys);
  return index;
}

/** Sets the column of key number `key`. */
export function indexKey(index: usize, key: u32, column: u32): void {
  setWord(keyRecord(index, key), KEY_COLUMN, column);
}

// -------------------------------------------------------------------------------------------------------------- groups

/** groups[i] := the group of key i, or ABSENT. `vectors` holds the address of one vector a key. */
export function findGroups(index: usize, vectors: usize, rows: u32, groups: usize): void {
  if (word(index, KIND) == Kind.Direct) directGroups(index, vectors, rows, groups);
  else if (word(index, KIND) == Kind.Classes) classGroups(index, vectors, rows, groups);
  else hashedGroups(index, vectors, rows, groups);
}

export function directGroups(index: usize, vectors: usize, rows: u32, groups: usize): void {
  const whole = (rows + 3) & ~3;
  clear(groups, whole);
  clear(BEYOND, whole);
  for (let k: u32 = 0; k < word(index, KEYS); k++) {
    const record = keyRecord(index, k);
    pack(<usize>at(vectors, k), rows, word(record, KEY_WIDTH), word(record, KEY_SHIFT), groups, BEYOND);
  }
  for (let i: u32 = 0; i < rows; i++) if (at(BEYOND, i) != 0) put(groups, i, ABSENT);
}

export function hashedGroups(index: usize, vectors: usize, rows: u32, groups: usize): void {
  const table = <usize>word(index, BUCKETS);
  const keys = word(index, KEYS);
  for (let i: u32 = 0; i < rows; i++) {
    const entry = load<u64>(probe(index, table, vectors, i, hashKey(vectors, keys, i)));
    put(groups, i, entry == 0 ? ABSENT : <u32>entry - 1);
  }
}

export function hashKey(vectors: usize, keys: u32, i: u32): u32 {
  let hash: u32 = 0;
  for (let k: u32 = 0; k < keys; k++) hash = mix((<u64>hash << 32) | <u64>at(<usize>at(vectors, k), i));
  return hash;
}

/** The bucket that has key i of a batch, or the empty one where it belongs. */
export function probe(index: usize, table: usize, vectors: usize, i: u32, hash: u32): usize {
  const mask = word(index, BUCKETS_MASK);
  let bucket = hash & mask;
  while (true) {
    const address = table + (<usize>bucket << 3);
    const entry = load<u64>(address);
    if (entry == 0) return address;
    if (<u32>(entry >> 32) == hash && sameKey(index, vectors, i, <u32>entry - 1)) return address;
    bucket = (bucket + 1) & mask;
  }
}

function sameKey(index: usize, vectors: usize, i: u32, group: u32): bool {
  const relation = <usize>word(index, RELATION);
  const row = at(<usize>word(index, FIRST), group);
  for (let k: u32 = 0; k < word(index, KEYS); k++) {
    const column = columnBase(relation, word(keyRecord(index, k), KEY_COLUMN));
    if (at(column, row) != at(<usize>at(vectors, k), i)) return false;
  }
  return true;
}

/** Whether a group that `findGroups` gave has any row. */
@inline
export function hasRows(index: usize, group: u32): bool {
  if (group == ABSENT) return false;
  const head = <usize>word(index, HEAD);
  return word(index, FROZEN) != 0 ? at(head, group) < at(head, group + 1) : at(head, group) != 0;
}

/** Whether the index leads to positions in columns of its own rather than to rows of the log. */
export function indexIsFrozen(index: usize): bool {
  return word(index, FROZEN) != 0;
}

/** Kind of an index, as in `Kind`. */
export function indexKind(index: usize): u32 {
  return word(index, KIND);
}

/** The number of a row + 1, by an index of chains; 0 where there is none. `keys` and `row` hold addresses of vectors. */
export function find(index: usize, keys: usize, row: usize): u32 {
  findGroups(index, keys, 1, PACKED);
  const group = at(PACKED, 0);
  for (let position = firstOf(index, group); position != 0; position = nextOf(index, group, position))
    if (sameRow(<usize>word(index, RELATION), row, 0, position - 1)) return position;
  return 0;
}

// ---------------------------------------------------------------------------------------- edges, one source at a time

/** A vector of one key, for `groupOf`. */
const ONE_KEY: usize = memory.data(16, 16);
const ONE_VECTOR: usize = memory.data(16, 16);

/** The group of a key in an index of one column, or ABSENT. */
export function groupOf(index: usize, key: u32): u32 {
  if (word(index, KIND) == Kind.Direct) {
    // The groups of a direct index of one column are its values.
    return key < word(index, GROUPS) ? key : ABSENT;
  }
  store<u32>(ONE_KEY, key);
  store<u32>(ONE_VECTOR, <u32>ONE_KEY);
  const entry = load<u64>(probe(index, <usize>word(index, BUCKETS), ONE_VECTOR, 0, hashKey(ONE_VECTOR, 1, 0)));
  return entry == 0 ? ABSENT : <u32>entry - 1;
}

/** The first row of a group, as its position + 1 in the column at `successorBase`; 0 is none. */
@inline
export function firstOf(index: usize, group: u32): u32 {
  if (!hasRows(index, group)) return 0;
  const first = at(<usize>word(index, HEAD), group);
  return word(index, FROZEN) != 0 ? first + 1 : first;
}

/** The row of a group after `position`, likewise. */
@inline
export function nextOf(index: usize, group: u32, position: u32): u32 {
  if (word(index, FROZEN) == 0) return at(<usize>word(index, NEXT), position - 1);
  return position < at(<usize>word(index, HEAD), group + 1) ? position + 1 : 0;
}

/** The column of the far ends of edges, those that are no key: `firstOf` and `nextOf` give positions in it. */
export function successorBase(index: usize): usize {
  const column = 1 - word(keyRecord(index, 0), KEY_COLUMN);
  if (word(index, FROZEN) != 0) return <usize>load<u32>(payloadWord(index, column));
  return columnBase(<usize>word(index, RELATION), column);
}
