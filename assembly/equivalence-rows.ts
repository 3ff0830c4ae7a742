/** Rows of an equivalence relation: inserted, asked for, written to its log. */
import { Fault } from './codes';
import {
  FIRSTS,
  LOGGED,
  MEMBERS,
  NEXTS,
  NO_MEMBER,
  PAIRS,
  RELATION,
  ROOM,
  SECONDS,
  SIZES,
  VALUES,
  WRITTEN,
  WRITTEN_ROWS,
  growEquivalence,
  knownMember,
  newMember,
  rootOf,
  unite,
} from './equivalence';
import { raise, spend } from './fault';
import { SIZE, TABLE, columnBase, setWord, word } from './layout';
import { reserve } from './relation';
import { at, put } from './vectors';

/** Inserts the rows of a batch, and with them what follows by reflexivity, symmetry and transitivity. */
export function equivalenceInsert(record: usize, vectors: usize, rows: u32): void {
  const firsts = <usize>at(vectors, 0);
  const seconds = <usize>at(vectors, 1);
  for (let i: u32 = 0; i < rows; i++) {
    if (word(record, MEMBERS) + 2 > word(record, ROOM) && !growEquivalence(record)) {
      raise(Fault.Memory);
      return;
    }
    if (!relate(record, at(firsts, i), at(seconds, i))) return;
  }
}

/** False where there is no room, which has been raised. */
function relate(record: usize, x: u32, y: u32): bool {
  let a = knownMember(record, x);
  let b = x == y ? a : knownMember(record, y);
  let fresh = false;
  if (a == NO_MEMBER) {
    a = newMember(record, x);
    fresh = true;
    if (x == y) b = a;
    if (!add(record, a, a)) return false;
  }
  if (b == NO_MEMBER) {
    b = newMember(record, y);
    if (!add(record, b, b)) return false;
  }
  const first = rootOf(record, a);
  const second = rootOf(record, b);
  if (first == second && !fresh) return true;
  const pair = word(record, PAIRS);
  put(<usize>word(record, FIRSTS), pair, x);
  put(<usize>word(record, SECONDS), pair, y);
  setWord(record, PAIRS, pair + 1);
  if (first == second) return true;
  if (!add(record, first, second)) return false;
  unite(record, first, second);
  return true;
}

/** Counts, and logs, the rows that join two classes, or that relate a class to itself. */
function add(record: usize, a: u32, b: u32): bool {
  const relation = <usize>word(record, RELATION);
  const sizes = <usize>word(record, SIZES);
  const fresh: u64 = a == b ? 1 : <u64>at(sizes, a) * <u64>at(sizes, b) * 2;
  const size = word(relation, SIZE);
  if (fresh + <u64>size > <u64>u32.MAX_VALUE || (word(record, LOGGED) != 0 && !reserve(relation, <u32>fresh))) {
    raise(Fault.Memory);
    return false;
  }
  spend(<u32>fresh);
  setWord(relation, SIZE, size + <u32>fresh);
  if (word(record, LOGGED) == 0) return true;
  const end = logProduct(record, a, b, size);
  if (a != b) logProduct(record, b, a, end);
  return true;
}

/** Writes all pairs of a member of one class and one of another to the log from a row on; returns the row after. */
function logProduct(record: usize, a: u32, b: u32, row: u32): u32 {
  const nexts = <usize>word(record, NEXTS);
  let member = a;
  do {
    row = logMember(record, at(<usize>word(record, VALUES), member), b, row);
    member = at(nexts, member);
  } while (member != a);
  return row;
}

/** Writes the pairs of a value and all members of a class. */
function logMember(record: usize, value: u32, b: u32, row: u32): u32 {
  const relation = <usize>word(record, RELATION);
  const values = <usize>word(record, VALUES);
  const nexts = <usize>word(record, NEXTS);
  const firsts = columnBase(relation, 0);
  const seconds = columnBase(relation, 1);
  let other = b;
  do {
    put(firsts, row, value);
    put(seconds, row++, at(values, other));
    other = at(nexts, other);
  } while (other != b);
  return row;
}

/** As `select` of `store.ts`. */
export function equivalenceSelect(record: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  const firsts = <usize>at(vectors, 0);
  const seconds = <usize>at(vectors, 1);
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const a = knownMember(record, at(firsts, i));
    const b = knownMember(record, at(seconds, i));
    const has = a != NO_MEMBER && b != NO_MEMBER && rootOf(record, a) == rootOf(record, b);
    put(choice, found, i);
    found += <u32>(<u32>has == wanted);
  }
  return found;
}

/** Whether the log has all rows. */
export function isLogged(record: usize): bool {
  return word(record, LOGGED) != 0;
}

/** Rows written to the log in one call, about. */
const ROWS_PER_CALL: u32 = 1 << 16;

/** Writes the log, some rows at a time; true where there is more to do. Nothing is inserted before it is complete. */
export function equivalenceMaterialise(relation: usize): bool {
  const record = <usize>word(relation, TABLE);
  if (word(record, LOGGED) != 0) return false;
  const size = word(relation, SIZE);
  const begin = word(record, WRITTEN);
  if (begin == 0) {
    setWord(relation, SIZE, 0);
    const ok = reserve(relation, size);
    setWord(relation, SIZE, size);
    if (!ok) {
      raise(Fault.Memory);
      return false;
    }
  }
  let member = begin;
  let row = word(record, WRITTEN_ROWS);
  const stop = row + ROWS_PER_CALL;
  while (member < word(record, MEMBERS) && row < stop) {
    row = logMember(record, at(<usize>word(record, VALUES), member), member, row);
    member++;
  }
  setWord(record, WRITTEN, member);
  setWord(record, WRITTEN_ROWS, row);
  if (member == word(record, MEMBERS)) setWord(record, LOGGED, 1);
  return member < word(record, MEMBERS);
}
