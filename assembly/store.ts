/**
 * The store of a relation: which rows it has. Its kind follows from the values seen so far and changes as they grow:
 *
 *     Bitmap  one bit for every combination of column values; where that is no larger than twice a hash table
 *     Packed  open addressing over 64-bit keys, the row itself; one or two columns
 *     Rows    open addressing over | hash | row + 1 |, compared with the log; three columns and more
 *     Matrix  rows of bits that rules pass on; chosen by the host, see `matrix.ts`
 *
 * A new kind or size is filled from the log. Probing is linear; tables are at most 5/8 full.
 */
import { Fault } from './codes';
import { give, take } from './blocks';
import { raise, spend } from './fault';
import {
  ALL_ONES,
  ARITY,
  GREATEST,
  LIMIT,
  MASK,
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
import { matrixInsert, matrixSelect, matrixUnload } from './matrix';
import { append, appendRow, appendUnit, reserve } from './relation';
import { BEYOND, CHOSEN, PACKED, at, bitWidth, clear, greatest, mix, pack, put } from './vectors';

const enum Store {
  None = 0,
  Bitmap = 1,
  Packed = 2,
  Rows = 3,
  Matrix = 4,
}

const EMPTY: u64 = u64.MAX_VALUE;
/** A bitmap of 2^31 bits is 256 MiB, the greatest that is considered. */
const MOST_BITS: u32 = 31;
/** Below this many bytes a bitmap is always taken. */
const SMALL: usize = 1024;

/** Gives a relation that was a matrix a store by its values again. Raises on lack of memory. */
export function matrixDissolve(relation: usize): void {
  const matrix = <usize>word(relation, TABLE);
  setWord(relation, TABLE, 0);
  setWord(relation, STORE, Store.None);
  if (!matrixUnload(matrix) || !rebuild(relation, word(relation, SIZE))) raise(Fault.Memory);
}

/** Inserts the rows of a batch that are new, in their order. `vectors` holds the address of one vector a column. */
export function insert(relation: usize, vectors: usize, rows: u32): void {
  const before = word(relation, SIZE);
  if (word(relation, STORE) == Store.Matrix) {
    matrixInsert(<usize>word(relation, TABLE), vectors, rows);
    return;
  }
  if (word(relation, ARITY) == 0) {
    if (rows > 0) appendUnit(relation);
  } else if (!reserve(relation, rows) || !prepare(relation, vectors, rows)) {
    raise(Fault.Memory);
    return;
  } else {
    insertPrepared(relation, vectors, rows);
  }
  spend(word(relation, SIZE) - before);
}

/** Writes to `choice` which rows of a batch the relation has (`wanted` 1) or has not (0); returns how many. */
export function select(relation: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  const kind = <Store>word(relation, STORE);
  if (kind == Store.Bitmap) return selectBitmap(relation, vectors, rows, wanted, choice);
  if (kind == Store.Packed) return selectPacked(relation, vectors, rows, wanted, choice);
  if (kind == Store.Rows) return selectRows(relation, vectors, rows, wanted, choice);
  if (kind == Store.Matrix) return matrixSelect(<usize>word(relation, TABLE), vectors, rows, wanted, choice);
  // No store: a relation that is empty, or has no columns.
  return (word(relation, SIZE) != 0 ? 1 : 0) == wanted ? all(rows, choice) : 0;
}

function all(rows: u32, choice: usize): u32 {
  for (let i: u32 = 0; i < rows; i++) put(choice, i, i);
  return rows;
}

function insertPrepared(relation: usize, vectors: usize, rows: u32): void {
  const kind = <Store>word(relation, STORE);
  if (kind == Store.Rows) {
    insertRows(relation, vectors, rows);
    return;
  }
  let fresh: u32 = 0;
  if (kind == Store.Bitmap) {
    packAll(relation, vectors, rows);
    fresh = insertBitmap(<usize>word(relation, TABLE), rows);
  } else {
    fresh = insertPacked(relation, vectors, rows);
  }
  append(relation, vectors, CHOSEN, fresh);
}

// ------------------------------------------------------------------------------------------------ choice of the store

/** Takes in the greatest values of a batch and makes the store fit for it; false when out of memory. */
function prepare(relation: usize, vectors: usize, rows: u32): bool {
  let wider = false;
  for (let c: u32 = 0; c < word(relation, ARITY); c++) {
    const record = columnRecord(relation, c);
    const most = greatest(<usize>at(vectors, c), rows);
    if (most > word(record, GREATEST)) setWord(record, GREATEST, most);
    if (bitWidth(word(record, GREATEST)) > word(record, WIDTH)) wider = true;
  }
  const kind = <Store>word(relation, STORE);
  const need = word(relation, SIZE) + rows;
  if (kind == Store.Bitmap ? !wider : kind != Store.None && need <= word(relation, LIMIT)) return true;
  return rebuild(relation, need);
}

function rebuild(relation: usize, rows: u32): bool {
  give(<usize>word(relation, TABLE), <usize>word(relation, TABLE_BYTES));
  const slots = slotsFor(rows);
  const bits = totalWidth(relation);
  const bitmapBytes: usize = bits <= MOST_BITS ? max<usize>(<usize>((<u64>1 << bits) >> 3), 64) : usize.MAX_VALUE;
  const tableBytes = <usize>slots << 3;
  const bitmap = bitmapBytes <= max<usize>(tableBytes << 1, SMALL);
  const kind = bitmap ? Store.Bitmap : word(relation, ARITY) <= 2 ? Store.Packed : Store.Rows;
  const bytes = bitmap ? bitmapBytes : tableBytes;
  const limit = (slots >> 3) * 5;
  if (!bitmap && rows > limit) return false;
  const table = take(bytes);
  setWord(relation, TABLE, <u32>table);
  setWord(relation, TABLE_BYTES, <u32>bytes);
  if (table == 0) return false;
  memory.fill(table, kind == Store.Packed ? 0xff : 0, bytes);
  setWord(relation, STORE, kind);
  setWord(relation, MASK, slots - 1);
  setWord(relation, LIMIT, limit);
  if (bitmap) refillBitmap(relation);
  else if (kind == Store.Packed) refillPacked(relation);
  else refillRows(relation);
  return true;
}

function slotsFor(rows: u32): u32 {
  let slots: u32 = 16;
  while (slots < 0x10000000 && slots < rows << 1) slots <<= 1;
  return slots;
}

/** Sets each column's width and shift from its greatest value; the sum of the widths. */
function totalWidth(relation: usize): u32 {
  let bits: u32 = 0;
  for (let c: u32 = 0; c < word(relation, ARITY); c++) {
    const record = columnRecord(relation, c);
    const width = bitWidth(word(record, GREATEST));
    setWord(record, WIDTH, width);
    setWord(record, SHIFT, bits);
    bits += width;
  }
  return bits;
}

// ------------------------------------------------------------------------------------------------------------- bitmap

/** PACKED := the bit number of each row; BEYOND := not 0 where a value is past the bitmap. */
function packAll(relation: usize, vectors: usize, rows: u32): void {
  clear(PACKED, (rows + 3) & ~3);
  clear(BEYOND, (rows + 3) & ~3);
  for (let c: u32 = 0; c < word(relation, ARITY); c++) {
    const record = columnRecord(relation, c);
    pack(<usize>at(vectors, c), rows, word(record, WIDTH), word(record, SHIFT), PACKED, BEYOND);
  }
}

function insertBitmap(table: usize, rows: u32): u32 {
  let fresh: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const bit = at(PACKED, i);
    const address = table + (<usize>(bit >> 5) << 2);
    const present = load<u32>(address);
    const marked = present | ((<u32>1) << (bit & 31));
    store<u32>(address, marked);
    put(CHOSEN, fresh, i);
    fresh += <u32>(marked != present);
  }
  return fresh;
}

function selectBitmap(relation: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  packAll(relation, vectors, rows);
  const table = <usize>word(relation, TABLE);
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const bit = at(PACKED, i);
    const has = at(BEYOND, i) == 0 ? (load<u32>(table + (<usize>(bit >> 5) << 2)) >>> (bit & 31)) & 1 : 0;
    put(choice, found, i);
    found += <u32>(has == wanted);
  }
  return found;
}

function refillBitmap(relation: usize): void {
  const table = <usize>word(relation, TABLE);
  for (let row: u32 = 0; row < word(relation, SIZE); row++) {
    let bit: u32 = 0;
    for (let c: u32 = 0; c < word(relation, ARITY); c++)
      bit |= at(columnBase(relation, c), row) << word(columnRecord(relation, c), SHIFT);
    const address = table + (<usize>(bit >> 5) << 2);
    store<u32>(address, load<u32>(address) | ((<u32>1) << (bit & 31)));
  }
}

// ------------------------------------------------------------------------------------------------------- packed table

@inline
function key(first: usize, second: usize, i: u32): u64 {
  return (<u64>(second == 0 ? 0 : at(second, i)) << 32) | <u64>at(first, i);
}

@inline
function secondVector(relation: usize, vectors: usize): usize {
  return word(relation, ARITY) == 2 ? <usize>at(vectors, 1) : 0;
}

/** The slot that has the key, or the empty one where it belongs. */
@inline
function probe(table: usize, mask: u32, wanted: u64): usize {
  let slot = mix(wanted) & mask;
  while (true) {
    const address = table + (<usize>slot << 3);
    const present = load<u64>(address);
    if (present == wanted || present == EMPTY) return address;
    slot = (slot + 1) & mask;
  }
}

function insertPacked(relation: usize, vectors: usize, rows: u32): u32 {
  const first = <usize>at(vectors, 0);
  const second = secondVector(relation, vectors);
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  let fresh: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const wanted = key(first, second, i);
    if (wanted == EMPTY) {
      if (word(relation, ALL_ONES) != 0) continue;
      setWord(relation, ALL_ONES, 1);
    } else {
      const address = probe(table, mask, wanted);
      if (load<u64>(address) == wanted) continue;
      store<u64>(address, wanted);
    }
    put(CHOSEN, fresh++, i);
  }
  return fresh;
}

function selectPacked(relation: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  const first = <usize>at(vectors, 0);
  const second = secondVector(relation, vectors);
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const sought = key(first, second, i);
    let has = word(relation, ALL_ONES);
    if (sought != EMPTY) has = <u32>(load<u64>(probe(table, mask, sought)) == sought);
    put(choice, found, i);
    found += <u32>(has == wanted);
  }
  return found;
}

function refillPacked(relation: usize): void {
  const first = columnBase(relation, 0);
  const second = word(relation, ARITY) == 2 ? columnBase(relation, 1) : 0;
  const table = <usize>word(relation, TABLE);
  const mask = word(relation, MASK);
  for (let row: u32 = 0; row < word(relation, SIZE); row++) {
    const wanted = key(first, second, row);
    if (wanted == EMPTY) setWord(relation, ALL_ONES, 1);
    else store<u64>(probe(table, mask, wanted), wanted);
  }
}

// --------------------------------------------------------------------------------------------------------- rows table

function hashVectors(relation: usize, vectors: usize, i: u32): u32 {
  let hash: u32 = 0;
  for (let c: u32 = 0; c < word(relation, ARITY); c++) hash = mix((<u64>hash << 32) | <u64>at(<usize>at(vectors, c), i));
  return hash;
}

function sameRow(relation: usize, vectors: usize, i: u32, row: u32): bool {
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

function insertRows(relation: usize, vectors: usize, rows: u32): void {
  for (let i: u32 = 0; i < rows; i++) {
    const hash = hashVectors(relation, vectors, i);
    const address = probeRow(relation, vectors, i, hash);
    if (load<u64>(address) != 0) continue;
    store<u64>(address, (<u64>hash << 32) | <u64>(word(relation, SIZE) + 1));
    appendRow(relation, vectors, i);
  }
}

function selectRows(relation: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const hash = hashVectors(relation, vectors, i);
    const has = <u32>(load<u64>(probeRow(relation, vectors, i, hash)) != 0);
    put(choice, found, i);
    found += <u32>(has == wanted);
  }
  return found;
}

function refillRows(relation: usize): void {
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
