/**
 * The store of an equivalence relation (`eqrel`): a forest of classes, in which two members are related when they have one
 * root (union by size, path halving; Tarjan and van Leeuwen, "Worst-case analysis of set union algorithms", 1984).
 *
 *     table    open addressing: | value | member + 1 |, 0 empty
 *     values   member → value          parents  member → a member nearer to the root
 *     nexts    member → the next of its class, in a circle          sizes    root → members of the class
 *     pairs    inserted pairs that brought a member or joined two classes, first values then second ones
 *
 * The relation's size is the sum of the squares of the classes' sizes. Its log is written when rows are first asked for, and
 * kept up from then on.
 */
import { alloc } from './arena';
import { give, take } from './blocks';
import { GREATEST, SIZE, STORE, Store, TABLE, columnRecord, setWord, word } from './layout';
import { at, mix, put } from './vectors';

export const RELATION: usize = 0;
export const LOGGED: usize = 1;
const BUCKETS: usize = 2;
const MASK: usize = 3;
export const MEMBERS: usize = 4;
/** Members there is room for; twice as many buckets, and pairs. */
export const ROOM: usize = 5;
export const VALUES: usize = 6;
const PARENTS: usize = 7;
export const NEXTS: usize = 8;
export const SIZES: usize = 9;
export const FIRSTS: usize = 10;
export const SECONDS: usize = 11;
export const PAIRS: usize = 12;
/** The next member whose rows are to be written to the log. */
export const WRITTEN: usize = 13;
export const WRITTEN_ROWS: usize = 14;
const WORDS: usize = 16;

const LEAST_ROOM: usize = 16;
const MOST_ROOM: usize = 1 << 27;

/** Makes an empty relation of two columns an equivalence relation; false when out of memory. */
export function equivalenceNew(relation: usize): bool {
  const record = alloc(WORDS << 2);
  if (record == 0) return false;
  memory.fill(record, 0, WORDS << 2);
  setWord(record, RELATION, <u32>relation);
  setWord(relation, STORE, Store.Equivalence);
  setWord(relation, TABLE, <u32>record);
  return true;
}

/** Forgets all members. */
export function equivalenceClear(relation: usize): void {
  const record = <usize>word(relation, TABLE);
  giveAll(record, word(record, ROOM));
  memory.fill(record, 0, WORDS << 2);
  setWord(record, RELATION, <u32>relation);
  setWord(relation, SIZE, 0);
  setWord(columnRecord(relation, 0), GREATEST, 0);
  setWord(columnRecord(relation, 1), GREATEST, 0);
}

/** How many pairs tell all of the relation. */
export function equivalencePairs(relation: usize): u32 {
  return word(<usize>word(relation, TABLE), PAIRS);
}

/** Address of a column of those pairs, in order of insertion. */
export function equivalenceColumn(relation: usize, column: u32): usize {
  return <usize>word(<usize>word(relation, TABLE), column == 0 ? FIRSTS : SECONDS);
}

// ------------------------------------------------------------------------------------------------------------- members

function giveAll(record: usize, room: u32): void {
  if (room == 0) return;
  for (let field = VALUES; field <= SIZES; field++) give(<usize>word(record, field), <usize>room << 2);
  for (let field = FIRSTS; field <= SECONDS; field++) give(<usize>word(record, field), <usize>room << 3);
  give(<usize>word(record, BUCKETS), <usize>room << 4);
}

/** Enlarges a table by copying. */
function regrow(record: usize, field: usize, have: usize, need: usize): bool {
  const block = take(need);
  if (block == 0) return false;
  const old = <usize>word(record, field);
  memory.copy(block, old, have);
  give(old, have);
  setWord(record, field, <u32>block);
  return true;
}

export function growEquivalence(record: usize): bool {
  const have = <usize>word(record, ROOM);
  const need: usize = have == 0 ? LEAST_ROOM : have << 1;
  if (need > MOST_ROOM) return false;
  const table = take(need << 4);
  if (table == 0) return false;
  memory.fill(table, 0, need << 4);
  if (have != 0) give(<usize>word(record, BUCKETS), have << 4);
  setWord(record, BUCKETS, <u32>table);
  setWord(record, MASK, <u32>(need << 1) - 1);
  for (let field = VALUES; field <= SIZES; field++) if (!regrow(record, field, have << 2, need << 2)) return false;
  for (let field = FIRSTS; field <= SECONDS; field++) if (!regrow(record, field, have << 3, need << 3)) return false;
  setWord(record, ROOM, <u32>need);
  const values = <usize>word(record, VALUES);
  for (let member: u32 = 0; member < word(record, MEMBERS); member++) {
    const value = at(values, member);
    store<u64>(bucketOf(record, value), entry(value, member));
  }
  return true;
}

@inline
function entry(value: u32, member: u32): u64 {
  return (<u64>value << 32) | <u64>(member + 1);
}

/** The bucket of a value, or the empty one where it belongs. */
function bucketOf(record: usize, value: u32): usize {
  const table = <usize>word(record, BUCKETS);
  const mask = word(record, MASK);
  let bucket = mix(value) & mask;
  while (true) {
    const address = table + (<usize>bucket << 3);
    const present = load<u64>(address);
    if (present == 0 || <u32>(present >> 32) == value) return address;
    bucket = (bucket + 1) & mask;
  }
}

export const NO_MEMBER: u32 = u32.MAX_VALUE;

/** The member that has a value, or NO_MEMBER. */
export function knownMember(record: usize, value: u32): u32 {
  if (word(record, ROOM) == 0) return NO_MEMBER;
  return <u32>load<u64>(bucketOf(record, value)) - 1;
}

/** A new member in a class of its own; there is room for it. */
export function newMember(record: usize, value: u32): u32 {
  const member = word(record, MEMBERS);
  store<u64>(bucketOf(record, value), entry(value, member));
  put(<usize>word(record, VALUES), member, value);
  put(<usize>word(record, PARENTS), member, member);
  put(<usize>word(record, NEXTS), member, member);
  put(<usize>word(record, SIZES), member, 1);
  setWord(record, MEMBERS, member + 1);
  const relation = <usize>word(record, RELATION);
  for (let c: u32 = 0; c < 2; c++) {
    const column = columnRecord(relation, c);
    if (value > word(column, GREATEST)) setWord(column, GREATEST, value);
  }
  return member;
}

export function rootOf(record: usize, member: u32): u32 {
  const parents = <usize>word(record, PARENTS);
  let parent = at(parents, member);
  while (parent != member) {
    const above = at(parents, parent);
    put(parents, member, above);
    member = above;
    parent = at(parents, member);
  }
  return member;
}

/** Makes two classes one; both are given by their roots. */
export function unite(record: usize, a: u32, b: u32): void {
  const sizes = <usize>word(record, SIZES);
  const nexts = <usize>word(record, NEXTS);
  const swapped = at(sizes, a) < at(sizes, b);
  const root = swapped ? b : a;
  const other = swapped ? a : b;
  put(<usize>word(record, PARENTS), other, root);
  put(sizes, root, at(sizes, root) + at(sizes, other));
  const next = at(nexts, root);
  put(nexts, root, at(nexts, other));
  put(nexts, other, next);
}
