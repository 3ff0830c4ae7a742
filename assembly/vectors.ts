/** Loops over the vectors of one batch. All are short calls, so that V8 replaces their first, slow code after a few batches. */

/** Vectors for use within one call of an operation; nothing may rely on them across a step to the next operation. */
export const PACKED: usize = memory.data(4096, 16);
export const BEYOND: usize = memory.data(4096, 16);
export const CHOSEN: usize = memory.data(4096, 16);

@inline
export function at(vector: usize, i: u32): u32 {
  return load<u32>(vector + (<usize>i << 2));
}

@inline
export function put(vector: usize, i: u32, value: u32): void {
  store<u32>(vector + (<usize>i << 2), value);
}

/** to[k] = from[choice[k]]. In place (`to == from`) this is right for an increasing choice. */
export function gather(from: usize, choice: usize, to: usize, rows: u32): void {
  for (let k: u32 = 0; k < rows; k++) put(to, k, at(from, at(choice, k)));
}

/** Keeps the chosen rows of each of the `count` vectors whose addresses are at `list`. */
export function compact(list: usize, count: u32, choice: usize, rows: u32): void {
  for (let v: u32 = 0; v < count; v++) {
    const vector = <usize>at(list, v);
    gather(vector, choice, vector, rows);
  }
}

/** Gathers pairs of vectors: `list` holds `count` × (from, to). */
export function move(list: usize, count: u32, choice: usize, rows: u32): void {
  for (let v: u32 = 0; v < count; v++) gather(<usize>at(list, v << 1), choice, <usize>at(list, (v << 1) + 1), rows);
}

/** The greatest value as unsigned; 0 of no rows. */
export function greatest(vector: usize, rows: u32): u32 {
  let most: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const value = at(vector, i);
    if (value > most) most = value;
  }
  return most;
}

/** Sets words from an address on. */
export function fill(address: usize, value: u32, words: u32): void {
  const end = address + (<usize>words << 2);
  const wide = i32x4.splat(value);
  for (; address + 16 <= end; address += 16) v128.store(address, wide);
  for (; address < end; address += 4) store<u32>(address, value);
}

export function clear(vector: usize, rows: u32): void {
  memory.fill(vector, 0, <usize>rows << 2);
}

/** packed[i] |= vector[i] << shift; beyond[i] |= the bits of vector[i] past `width`. Works on whole groups of four rows. */
export function pack(vector: usize, rows: u32, width: u32, shift: u32, packed: usize, beyond: usize): void {
  const bytes = <usize>((rows + 3) & ~3) << 2;
  for (let i: usize = 0; i < bytes; i += 16) {
    const values = v128.load(vector + i);
    v128.store(packed + i, v128.or(v128.load(packed + i), i32x4.shl(values, <i32>shift)));
    // A shift by 32 is a shift by 0 in WebAssembly; a width of 32 has nothing beyond.
    if (width < 32) v128.store(beyond + i, v128.or(v128.load(beyond + i), i32x4.shr_u(values, <i32>width)));
  }
}

/** Bits needed for values up to `greatest`. */
@inline
export function bitWidth(greatest: u32): u32 {
  return 32 - clz<u32>(greatest);
}

/** A hash with good high bits; the multiplier is 2^64 over the golden ratio (Knuth, TAOCP 3, 6.4). */
@inline
export function mix(key: u64): u32 {
  return <u32>((key * 0x9e3779b97f4a7c15) >> 32);
}
