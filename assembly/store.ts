/**
 * The store of a relation: which rows it has. Its kind follows from the values seen so far and changes as they grow:
 *
 *     Bitmap  one bit for every combination of column values; where that is no larger than twice a hash table
 *     Packed  open addressing over 64-bit keys, the row itself; one or two columns
 *     Wide    the same of three columns and more, as long as the bits of their values fit
 *     Rows    open addressing over | hash | row + 1 |, compared with the log; where they do not
 *     Matrix  rows of bits that rules pass on; chosen by the host, see `matrix.ts`
 *     Bag     none: what comes twice is kept twice; for what is only passed along, where that does no harm
 *     Equivalence  classes of values, for relations that are declared so; see `equivalence.ts`
 *
 * A new kind or size is filled from the log. Probing is linear; tables are at most 5/8 full.
 */
import { Fault } from './codes';
import { give, take } from './blocks';
import { equivalenceInsert, equivalenceSelect } from './equivalence-rows';
import { raise, spend } from './fault';
import {
  ARITY,
  EXPECTED,
  GREATEST,
  LIMIT,
  MASK,
  SHIFT,
  SIZE,
  STORE,
  Store,
  TABLE,
  TABLE_BYTES,
  WIDTH,
  columnRecord,
  setWord,
  word,
} from './layout';
import { matrixInsert, matrixSelect } from './matrix-access';
import { matrixUnload } from './matrix-log';
import { append, appendAll, appendUnit, reserve } from './relation';
import { insertBitmap, refillBitmap, selectBitmap } from './store-bitmap';
import { insertPacked, refillPacked, selectPacked } from './store-packed';
import { insertRows, refillRows, selectRows } from './store-rows';
import { WIDE_BITS, insertWide, refillWide, selectWide } from './store-wide';
import { CHOSEN, at, bitWidth, greatest, put } from './vectors';

/** A bitmap of 2^31 bits is 256 MiB, the greatest that is considered. */
const MOST_BITS: u32 = 31;
/** Below this many bytes a bitmap is always taken. */
const SMALL: usize = 1024;

/** The kind of store that is taken wherever it can be; for tests. */
let forced: Store = Store.None;
const MOST_FORCED_BITS: u32 = 24;

export function forceStore(kind: Store): void {
  forced = kind;
}

/** Gives a relation that was a matrix a store by its values again. Raises on lack of memory. */
export function matrixDissolve(relation: usize): void {
  const matrix = <usize>word(relation, TABLE);
  setWord(relation, TABLE, 0);
  setWord(relation, STORE, Store.None);
  if (!matrixUnload(matrix) || !rebuild(relation, word(relation, SIZE))) raise(Fault.Memory);
}

/** Makes an empty relation a bag: nothing tells which rows it has. */
export function relationBag(relation: usize): void {
  setWord(relation, STORE, Store.Bag);
}

/** Inserts the rows of a batch that are new, in their order. `vectors` holds the address of one vector a column. */
export function insert(relation: usize, vectors: usize, rows: u32): void {
  const before = word(relation, SIZE);
  if (word(relation, STORE) == Store.Matrix) {
    matrixInsert(<usize>word(relation, TABLE), vectors, rows);
    return;
  }
  if (word(relation, STORE) == Store.Equivalence) {
    equivalenceInsert(<usize>word(relation, TABLE), vectors, rows);
    return;
  }
  if (word(relation, ARITY) == 0) {
    if (rows > 0) appendUnit(relation);
  } else if (word(relation, STORE) == Store.Bag) {
    if (!reserve(relation, rows)) {
      raise(Fault.Memory);
      return;
    }
    raiseGreatest(relation, vectors, rows);
    appendAll(relation, vectors, rows);
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
  if (kind == Store.Wide) return selectWide(relation, vectors, rows, wanted, choice);
  if (kind == Store.Rows) return selectRows(relation, vectors, rows, wanted, choice);
  if (kind == Store.Matrix) return matrixSelect(<usize>word(relation, TABLE), vectors, rows, wanted, choice);
  if (kind == Store.Equivalence) return equivalenceSelect(<usize>word(relation, TABLE), vectors, rows, wanted, choice);
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
  if (kind == Store.Bitmap) fresh = insertBitmap(relation, vectors, rows);
  else if (kind == Store.Packed) fresh = insertPacked(relation, vectors, rows);
  else fresh = insertWide(relation, vectors, rows);
  append(relation, vectors, CHOSEN, fresh);
}

// ------------------------------------------------------------------------------------------------ choice of the store

/** Takes in the greatest values of a batch; true where a column's width no longer holds them. */
function raiseGreatest(relation: usize, vectors: usize, rows: u32): bool {
  let wider = false;
  for (let c: u32 = 0; c < word(relation, ARITY); c++) {
    const record = columnRecord(relation, c);
    const most = greatest(<usize>at(vectors, c), rows);
    if (most > word(record, GREATEST)) setWord(record, GREATEST, most);
    if (bitWidth(word(record, GREATEST)) > word(record, WIDTH)) wider = true;
  }
  return wider;
}

/** Takes in the greatest values of a batch and makes the store fit for it; false when out of memory. */
function prepare(relation: usize, vectors: usize, rows: u32): bool {
  const wider = raiseGreatest(relation, vectors, rows);
  const kind = <Store>word(relation, STORE);
  const need = word(relation, SIZE) + rows;
  const narrow = !wider || kind == Store.Packed || kind == Store.Rows;
  if (kind != Store.None && narrow && (kind == Store.Bitmap || need <= word(relation, LIMIT))) return true;
  return rebuild(relation, max<u32>(need, word(relation, EXPECTED)));
}

function rebuild(relation: usize, rows: u32): bool {
  give(<usize>word(relation, TABLE), <usize>word(relation, TABLE_BYTES));
  setWord(relation, TABLE, 0);
  setWord(relation, TABLE_BYTES, 0);
  setWord(relation, STORE, Store.None);
  const slots = slotsFor(rows);
  const bits = totalWidth(relation);
  const bitmapBytes: usize = bits <= MOST_BITS ? max<usize>(<usize>((<u64>1 << bits) >> 3), 64) : usize.MAX_VALUE;
  const tableBytes = <usize>slots << 3;
  let bitmap = bitmapBytes <= max<usize>(tableBytes << 1, SMALL);
  if (forced != Store.None) bitmap = forced == Store.Bitmap && bits <= MOST_FORCED_BITS;
  const kind = bitmap ? Store.Bitmap : hashedStore(relation, bits);
  const bytes = bitmap ? bitmapBytes : tableBytes;
  const limit = (slots >> 3) * 5;
  if (!bitmap && rows > limit) return false;
  const table = take(bytes);
  if (table == 0) return false;
  setWord(relation, TABLE, <u32>table);
  setWord(relation, TABLE_BYTES, <u32>bytes);
  memory.fill(table, kind == Store.Packed || kind == Store.Wide ? 0xff : 0, bytes);
  setWord(relation, STORE, kind);
  setWord(relation, MASK, slots - 1);
  setWord(relation, LIMIT, limit);
  if (bitmap) refillBitmap(relation);
  else if (kind == Store.Packed) refillPacked(relation);
  else if (kind == Store.Wide) refillWide(relation);
  else refillRows(relation);
  return true;
}

function hashedStore(relation: usize, bits: u32): Store {
  if (forced == Store.Rows) return Store.Rows;
  if (word(relation, ARITY) <= 2) return Store.Packed;
  if (bits <= WIDE_BITS) return Store.Wide;
  return Store.Rows;
}

function slotsFor(rows: u32): u32 {
  let slots: u32 = 16;
  while (slots < 0x10000000 && slots < rows << 1) slots <<= 1;
  return slots;
}

/**
 * Sets each column's width and shift from its greatest value; the sum of the widths. The last column has the lowest bits: it
 * mostly varies fastest, and what differs in it alone is close together.
 */
function totalWidth(relation: usize): u32 {
  let bits: u32 = 0;
  for (let c = word(relation, ARITY); c-- > 0; ) {
    const record = columnRecord(relation, c);
    const width = bitWidth(word(record, GREATEST));
    setWord(record, WIDTH, width);
    setWord(record, SHIFT, bits);
    bits += width;
  }
  return bits;
}
