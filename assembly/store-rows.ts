/** The store of three columns and more: open addressing over | hash | row + 1 |, compared with the log. */
import { ARITY, MASK, SIZE, TABLE, columnBase, word } from './layout';
import { appendRow } from './relation';
import { at, mix, put } from './vectors';

function hashVectors(relation: usize, vectors: usize, i: u32): u32 {
  let hash: u32 = 0;
  for (let c: u32 = 0; c < word(relation, ARITY); c++) hash = mix((<u64>hash << 32) | <u64>at(<usize>at(vectors, c), i));
  return hash;
}

/** Whether a row of the log is row i of a batch. */
export function sameRow(relation: usize, vectors: usize, i: u32, row: u32): bool {
  for (let c: u32 = 0; c < word(relation, ARITY); c++)
    if (at(columnBase(relation, c), row) != at(<usize>at(vectors, c), i)) return false;
  return true;
}

/** The slot that has row i of a batch, or the empty one where it belongs. */
function probeRow(relation: usize, vectors: usize, i: u32, hash: u32): usize {
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  let slot = hash & mask;
  while (true) {
    const address = table + (<usize>slot << 3);
    const entry = load<u64>(address);
    if (entry == 0) return address;
    if (<u32>(entry >> 32) == hash && sameRow(relation, vectors, i, <u32>entry - 1)) return address;
    slot = (slot + 1) & mask;
  }
}

/** Enters the rows of a batch that are new, and appends them to the log, with which later ones are compared. */
export function insertRows(relation: usize, vectors: usize, rows: u32): void {
  for (let i: u32 = 0; i < rows; i++) {
    const hash = hashVectors(relation, vectors, i);
    const address = probeRow(relation, vectors, i, hash);
    if (load<u64>(address) != 0) continue;
    store<u64>(address, (<u64>hash << 32) | <u64>(word(relation, SIZE) + 1));
    appendRow(relation, vectors, i);
  }
}

/** As `select` of `store.ts`. */
export function selectRows(relation: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const hash = hashVectors(relation, vectors, i);
    const has = <u32>(load<u64>(probeRow(relation, vectors, i, hash)) != 0);
    put(choice, found, i);
    found += <u32>(has == wanted);
  }
  return found;
}

/** Enters all rows of the log. */
export function refillRows(relation: usize): void {
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  for (let row: u32 = 0; row < word(relation, SIZE); row++) {
    let hash: u32 = 0;
    for (let c: u32 = 0; c < word(relation, ARITY); c++) hash = mix((<u64>hash << 32) | <u64>at(columnBase(relation, c), row));
    let slot = hash & mask;
    while (load<u64>(table + (<usize>slot << 3)) != 0) slot = (slot + 1) & mask;
    store<u64>(table + (<usize>slot << 3), (<u64>hash << 32) | <u64>(row + 1));
  }
}
