/**
 * Making and extending indexes. Chains are extended once per round, so that during a round an index covers exactly
 * [0, current).
 */
import { give, take } from './blocks';
import { Fault } from './codes';
import { indexClasses } from './equivalence-index';
import { isLogged } from './equivalence-rows';
import { fault, raise } from './fault';
import {
  ARITY,
  BATCH,
  BUCKETS,
  BUCKETS_BYTES,
  BUCKETS_MASK,
  CURRENT,
  FIRST,
  FIRST_BYTES,
  FROZEN,
  GREATEST,
  GROUPS,
  HEAD,
  KEYS,
  KEY_COLUMN,
  KEY_SHIFT,
  KEY_WIDTH,
  KIND,
  Kind,
  NEXT,
  RELATION,
  ROWS,
  STORE,
  Store,
  TABLE,
  columnBase,
  columnRecord,
  keyRecord,
  payloadWord,
  setWord,
  word,
} from './layout';
import { directGroups, hashKey, probe } from './lookup';
import { freeze } from './lookup-ranges';
import { PACKED, at, bitWidth, put } from './vectors';

/**
 * A direct index has at most this many times as many groups as there are rows, or a few hundred; more where that is little
 * memory, since a great relation may be joined with a small one.
 */
const SPARSE: u64 = 4;
const SPARSE_SMALL: u64 = 32;
const SMALL_GROUPS: u64 = 1 << 16;

/**
 * Brings an index up to the relation's current row. `final` where the relation gets no more rows. Returns the fault that
 * there is, a lack of memory or an earlier one.
 */
export function indexUpdate(index: usize, final: bool): Fault {
  const relation = <usize>word(index, RELATION);
  if (word(index, KIND) == Kind.Unbuilt || word(index, ROWS) != word(relation, CURRENT))
    if (!build(index, relation, final)) raise(Fault.Memory);
  return fault();
}

function build(index: usize, relation: usize, final: bool): bool {
  if (word(relation, STORE) == Store.Equivalence && !isLogged(<usize>word(relation, TABLE)))
    return indexClasses(index, relation);
  return final && word(index, KIND) == Kind.Unbuilt ? freeze(index, relation) : extend(index, relation);
}

/** The kind of index that is taken wherever it can be; for tests. */
let forced: Kind = Kind.Unbuilt;
const MOST_FORCED_BITS: u32 = 20;

export function forceIndex(kind: Kind): void {
  forced = kind;
}

/** Chooses the kind from the greatest values of the key columns and readies it for `rows` rows; false when out of memory. */
export function choose(index: usize, relation: usize, rows: u32): bool {
  let bits: u32 = 0;
  for (let k: u32 = 0; k < word(index, KEYS); k++) {
    const record = keyRecord(index, k);
    const width = bitWidth(word(columnRecord(relation, word(record, KEY_COLUMN)), GREATEST));
    setWord(record, KEY_WIDTH, width);
    setWord(record, KEY_SHIFT, bits);
    bits += width;
  }
  const groups = <u64>1 << bits;
  const sparse = groups <= SMALL_GROUPS ? SPARSE_SMALL : SPARSE;
  let direct = bits < 30 && groups <= <u64>rows * sparse + 256;
  if (forced != Kind.Unbuilt) direct = forced == Kind.Direct && bits <= MOST_FORCED_BITS;
  if (direct) {
    setWord(index, KIND, Kind.Direct);
    setWord(index, GROUPS, 1 << bits);
    return true;
  }
  setWord(index, KIND, Kind.Hashed);
  setWord(index, GROUPS, 0);
  return growBuckets(index, rows);
}

/** Replaces the word-sized entries of a block by a larger block with the same contents; 0 when out of memory. */
export function enlarge(index: usize, pointer: usize, bytes: usize): bool {
  const have = <usize>word(index, pointer + 1);
  if (bytes <= have) return true;
  const block = take(bytes);
  if (block == 0) return false;
  const old = <usize>word(index, pointer);
  memory.copy(block, old, have);
  memory.fill(block + have, 0, bytes - have);
  give(old, have);
  setWord(index, pointer, <u32>block);
  setWord(index, pointer + 1, <u32>bytes);
  return true;
}

function empty(index: usize, pointer: usize): void {
  give(<usize>word(index, pointer), <usize>word(index, pointer + 1));
  setWord(index, pointer, 0);
  setWord(index, pointer + 1, 0);
}

/** Makes room for as many groups as rows: buckets at most half full. */
function growBuckets(index: usize, rows: u32): bool {
  let buckets: u32 = 16;
  while (buckets < rows << 1 && buckets < 0x10000000) buckets <<= 1;
  if (buckets < rows << 1) return false;
  const bytes = <usize>buckets << 3;
  if (!enlarge(index, FIRST, <usize>(buckets >> 1) << 2)) return false;
  if (bytes <= <usize>word(index, BUCKETS_BYTES)) return true;
  const old = <usize>word(index, BUCKETS);
  const oldBytes = <usize>word(index, BUCKETS_BYTES);
  const table = take(bytes);
  if (table == 0) return false;
  memory.fill(table, 0, bytes);
  for (let from: usize = 0; from < oldBytes; from += 8) {
    const entry = load<u64>(old + from);
    if (entry == 0) continue;
    let bucket = <u32>(entry >> 32) & (buckets - 1);
    while (load<u64>(table + (<usize>bucket << 3)) != 0) bucket = (bucket + 1) & (buckets - 1);
    store<u64>(table + (<usize>bucket << 3), entry);
  }
  give(old, oldBytes);
  setWord(index, BUCKETS, <u32>table);
  setWord(index, BUCKETS_BYTES, <u32>bytes);
  setWord(index, BUCKETS_MASK, buckets - 1);
  return true;
}

/** Room for the addresses of the key columns from a row on, as `findGroups` takes them. */
const KEY_VECTORS: usize = memory.data(1024 * 4, 16);

/** The greatest number of key columns; the planner leaves further ones to a filter. */
export const MOST_KEYS: u32 = 1024;

function keyVectors(index: usize, relation: usize, row: u32): usize {
  for (let k: u32 = 0; k < word(index, KEYS); k++) {
    const column = columnBase(relation, word(keyRecord(index, k), KEY_COLUMN));
    put(KEY_VECTORS, k, <u32>(column + (<usize>row << 2)));
  }
  return KEY_VECTORS;
}

/** groups[i] := the group of row from + i, a new one where its key is new. */
export function assignGroups(index: usize, relation: usize, from: u32, rows: u32, groups: usize): void {
  const vectors = keyVectors(index, relation, from);
  if (word(index, KIND) == Kind.Direct) {
    directGroups(index, vectors, rows, groups);
    return;
  }
  const table = <usize>word(index, BUCKETS);
  const keys = word(index, KEYS);
  for (let i: u32 = 0; i < rows; i++) {
    const hash = hashKey(vectors, keys, i);
    const address = probe(index, table, vectors, i, hash);
    let entry = load<u64>(address);
    if (entry == 0) {
      const group = word(index, GROUPS);
      put(<usize>word(index, FIRST), group, from + i);
      setWord(index, GROUPS, group + 1);
      entry = (<u64>hash << 32) | <u64>(group + 1);
      store<u64>(address, entry);
    }
    put(groups, i, <u32>entry - 1);
  }
}

// ------------------------------------------------------------------------------------------------------ growing chains

function extend(index: usize, relation: usize): bool {
  const rows = word(relation, CURRENT);
  if (word(index, KIND) == Kind.Unbuilt || outgrown(index, relation, rows)) {
    restart(index);
    if (!choose(index, relation, rows)) return false;
  }
  if (word(index, KIND) == Kind.Hashed && !growBuckets(index, word(index, GROUPS) + (rows - word(index, ROWS)))) return false;
  if (!enlarge(index, NEXT, roomFor(rows)) || !enlarge(index, HEAD, roomForHeads(index))) return false;
  for (let from = word(index, ROWS); from < rows; from += BATCH) link(index, relation, from, min<u32>(BATCH, rows - from));
  setWord(index, ROWS, rows);
  return true;
}

/** A direct index whose keys no longer fit starts anew. */
function outgrown(index: usize, relation: usize, rows: u32): bool {
  if (word(index, KIND) != Kind.Direct) return false;
  for (let k: u32 = 0; k < word(index, KEYS); k++) {
    const record = keyRecord(index, k);
    const most = word(columnRecord(relation, word(record, KEY_COLUMN)), GREATEST);
    if (bitWidth(most) > word(record, KEY_WIDTH)) return true;
  }
  return false;
}

/** Forgets what was built. */
export function indexClear(index: usize): void {
  if (word(index, FROZEN) != 0 && word(index, KIND) != Kind.Classes) giveRanges(index);
  restart(index);
  setWord(index, GROUPS, 0);
  setWord(index, KIND, Kind.Unbuilt);
  setWord(index, FROZEN, 0);
}

function giveRanges(index: usize): void {
  for (let c: u32 = 0; c < word(<usize>word(index, RELATION), ARITY); c++) {
    give(<usize>load<u32>(payloadWord(index, c)), <usize>word(index, ROWS) << 2);
    store<u32>(payloadWord(index, c), 0);
  }
}

function restart(index: usize): void {
  empty(index, HEAD);
  empty(index, NEXT);
  empty(index, BUCKETS);
  empty(index, FIRST);
  setWord(index, ROWS, 0);
}

function roomFor(entries: u32): usize {
  let room: usize = 64;
  while (room < <usize>entries << 2) room <<= 1;
  return room;
}

function roomForHeads(index: usize): usize {
  const groups = word(index, GROUPS);
  return word(index, KIND) == Kind.Direct ? <usize>groups << 2 : <usize>word(index, FIRST_BYTES);
}

export function link(index: usize, relation: usize, from: u32, rows: u32): void {
  assignGroups(index, relation, from, rows, PACKED);
  const head = <usize>word(index, HEAD);
  const next = <usize>word(index, NEXT);
  for (let i: u32 = 0; i < rows; i++) {
    const group = at(PACKED, i);
    put(next, from + i, at(head, group));
    put(head, group, from + i + 1);
  }
}
