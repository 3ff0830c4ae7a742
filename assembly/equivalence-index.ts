/** Indexes of an equivalence relation without a log: by either column, from a value to the members of its class. */
import { give, take } from './blocks';
import { MEMBERS, NEXTS, NO_MEMBER, VALUES, knownMember, rootOf } from './equivalence';
import {
  CURRENT,
  FIRST,
  FROZEN,
  GROUPS,
  HEAD,
  KIND,
  Kind,
  NEXT,
  RELATION,
  ROWS,
  TABLE,
  payloadWord,
  setWord,
  word,
} from './layout';
import { ABSENT } from './lookup';
import { at, put } from './vectors';

/**
 * Builds an index whose groups are the classes: `first` tells a member's, and the payload of either column is the values
 * class by class, since what a key is related to is its class. False when out of memory.
 */
export function indexClasses(index: usize, relation: usize): bool {
  const record = <usize>word(relation, TABLE);
  const members = word(record, MEMBERS);
  const bytes = (<usize>members + 2) << 2;
  if (!renew(index, HEAD, bytes) || !renew(index, NEXT, bytes) || !renew(index, FIRST, bytes)) return false;
  setWord(index, KIND, Kind.Classes);
  setWord(index, FROZEN, 1);
  setWord(index, ROWS, word(relation, CURRENT));
  listClasses(index, record);
  for (let c: u32 = 0; c < 2; c++) store<u32>(payloadWord(index, c), word(index, NEXT));
  return true;
}

/** Another block in place of what a field points to; the field after it has the bytes. */
function renew(index: usize, field: usize, bytes: usize): bool {
  give(<usize>word(index, field), <usize>word(index, field + 1));
  const block = take(bytes);
  setWord(index, field, <u32>block);
  setWord(index, field + 1, block == 0 ? 0 : <u32>bytes);
  return block != 0;
}

function listClasses(index: usize, record: usize): void {
  const members = word(record, MEMBERS);
  const heads = <usize>word(index, HEAD);
  const listed = <usize>word(index, NEXT);
  const classes = <usize>word(index, FIRST);
  let count: u32 = 0;
  let end: u32 = 0;
  for (let root: u32 = 0; root < members; root++) {
    if (rootOf(record, root) != root) continue;
    put(heads, count, end);
    let member = root;
    do {
      put(classes, member, count);
      put(listed, end++, at(<usize>word(record, VALUES), member));
      member = at(<usize>word(record, NEXTS), member);
    } while (member != root);
    count++;
  }
  put(heads, count, end);
  setWord(index, GROUPS, count);
}

/** As `findGroups` of `lookup.ts`. */
export function classGroups(index: usize, vectors: usize, rows: u32, groups: usize): void {
  const record = <usize>word(<usize>word(index, RELATION), TABLE);
  const classes = <usize>word(index, FIRST);
  const values = <usize>at(vectors, 0);
  for (let i: u32 = 0; i < rows; i++) {
    const member = knownMember(record, at(values, i));
    put(groups, i, member == NO_MEMBER ? ABSENT : at(classes, member));
  }
}
