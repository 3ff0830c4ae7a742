/** The store that has one bit for every combination of column values; widths and shifts are in the columns' records. */
import { ARITY, SHIFT, SIZE, TABLE, WIDTH, columnBase, columnRecord, word } from './layout';
import { BEYOND, CHOSEN, PACKED, at, clear, pack, put } from './vectors';

/** PACKED := the bit number of each row; BEYOND := not 0 where a value is past the bitmap. */
function packAll(relation: usize, vectors: usize, rows: u32): void {
  clear(PACKED, (rows + 3) & ~3);
  clear(BEYOND, (rows + 3) & ~3);
  for (let c: u32 = 0; c < word(relation, ARITY); c++) {
    const record = columnRecord(relation, c);
    pack(<usize>at(vectors, c), rows, word(record, WIDTH), word(record, SHIFT), PACKED, BEYOND);
  }
}

/** Sets the bits of a batch; CHOSEN := the rows that are new. Returns how many. */
export function insertBitmap(relation: usize, vectors: usize, rows: u32): u32 {
  packAll(relation, vectors, rows);
  const table = <usize>word(relation, TABLE);
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

/** As `select` of `store.ts`. */
export function selectBitmap(relation: usize, vectors: usize, rows: u32, wanted: u32, choice: usize): u32 {
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

/** Sets the bits of all rows of the log. */
export function refillBitmap(relation: usize): void {
  const table = <usize>word(relation, TABLE);
  for (let row: u32 = 0; row < word(relation, SIZE); row++) {
    let bit: u32 = 0;
    for (let c: u32 = 0; c < word(relation, ARITY); c++)
      bit |= at(columnBase(relation, c), row) << word(columnRecord(relation, c), SHIFT);
    const address = table + (<usize>(bit >> 5) << 2);
    store<u32>(address, load<u32>(address) | ((<u32>1) << (bit & 31)));
  }
}
