/** Indexes of relations that get no more rows: columns sorted by group (counting sort). */
import { give, take } from './blocks';
import {
  ARITY,
  BATCH,
  CURRENT,
  FROZEN,
  GROUPS,
  HEAD,
  KEYS,
  KEY_COLUMN,
  KIND,
  Kind,
  ROWS,
  columnBase,
  keyRecord,
  payloadWord,
  setWord,
  word,
} from './layout';
import { assignGroups, choose, enlarge } from './lookup-build';
import { PACKED, at, put } from './vectors';

export function freeze(index: usize, relation: usize): bool {
  const rows = word(relation, CURRENT);
  if (!choose(index, relation, rows)) return false;
  const groupBytes = <usize>((rows + 3) & ~3) << 2;
  // The groups of a direct index of one column are its values.
  const given = word(index, KIND) == Kind.Direct && word(index, KEYS) == 1;
  const groups = given ? columnBase(relation, word(keyRecord(index, 0), KEY_COLUMN)) : take(groupBytes);
  if (groups == 0 && rows > 0) return false;
  for (let from: u32 = 0; !given && from < rows; from += BATCH)
    assignGroups(index, relation, from, min<u32>(BATCH, rows - from), groups + (<usize>from << 2));
  const ok = fillRanges(index, relation, groups, rows);
  if (!given) give(groups, groupBytes);
  setWord(index, FROZEN, 1);
  setWord(index, ROWS, rows);
  return ok;
}

/** Whether a column is a key, whose values are known to whoever reads the index: it needs no payload. */
function isKey(index: usize, column: u32): bool {
  for (let k: u32 = 0; k < word(index, KEYS); k++) if (word(keyRecord(index, k), KEY_COLUMN) == column) return true;
  return false;
}

/** Counting sort of the columns by group. */
function fillRanges(index: usize, relation: usize, groups: usize, rows: u32): bool {
  const count = word(index, GROUPS);
  if (!enlarge(index, HEAD, (<usize>count + 2) << 2)) return false;
  for (let c: u32 = 0; c < word(relation, ARITY); c++) {
    if (isKey(index, c)) continue;
    const block = take(<usize>rows << 2);
    if (block == 0) return false;
    store<u32>(payloadWord(index, c), <u32>block);
  }
  const head = <usize>word(index, HEAD);
  // Counts go two places up: after the sum, head[g + 1] is where g begins, and filling moves it to where g ends.
  for (let from: u32 = 0; from < rows; from += BATCH) countGroups(head, groups, from, min<u32>(BATCH, rows - from));
  sum(head, count + 2);
  for (let from: u32 = 0; from < rows; from += BATCH) scatter(index, relation, groups, from, min<u32>(BATCH, rows - from));
  return true;
}

export function countGroups(head: usize, groups: usize, from: u32, rows: u32): void {
  for (let row = from; row < from + rows; row++) {
    const group = at(groups, row) + 2;
    put(head, group, at(head, group) + 1);
  }
}

export function sum(head: usize, count: u32): void {
  let total: u32 = 0;
  for (let group: u32 = 0; group < count; group++) {
    total += at(head, group);
    put(head, group, total);
  }
}

/** Edges: the one column beside the key goes straight to its place. */
export function scatterColumn(head: usize, groups: usize, payload: usize, column: usize, from: u32, rows: u32): void {
  for (let row = from; row < from + rows; row++) {
    const group = at(groups, row) + 1;
    const position = at(head, group);
    put(head, group, position + 1);
    put(payload, position, at(column, row));
  }
}

export function scatter(index: usize, relation: usize, groups: usize, from: u32, rows: u32): void {
  const head = <usize>word(index, HEAD);
  if (word(relation, ARITY) == 2 && word(index, KEYS) == 1) {
    const other = 1 - word(keyRecord(index, 0), KEY_COLUMN);
    scatterColumn(head, groups, <usize>load<u32>(payloadWord(index, other)), columnBase(relation, other), from, rows);
    return;
  }
  for (let i: u32 = 0; i < rows; i++) {
    const group = at(groups, from + i) + 1;
    const position = at(head, group);
    put(head, group, position + 1);
    put(PACKED, i, position);
  }
  for (let c: u32 = 0; c < word(relation, ARITY); c++) {
    const payload = <usize>load<u32>(payloadWord(index, c));
    if (payload == 0) continue;
    const column = columnBase(relation, c) + (<usize>from << 2);
    for (let i: u32 = 0; i < rows; i++) put(payload, at(PACKED, i), at(column, i));
  }
}
