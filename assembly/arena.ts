/**
 * The core's only allocator: a bump pointer over linear memory from `__heap_base` up. The stub runtime would start its
 * own heap at the same address, so nothing in this folder may use `new`, strings or managed arrays.
 *
 *     0          __heap_base                top                 memory end
 *     | static   | blocks, 16-aligned  ...  | free              |
 */

const ALIGN: usize = 16;
const PAGE: usize = 65536;
/** 65,535 pages: the largest size whose byte count fits in 32 bits. */
const MAX_PAGES: usize = 65535;

/** The end of what may be allocated, a budget of the host; the static data and free blocks count as used. */
let limit: usize = MAX_PAGES * PAGE;

let top: usize = (__heap_base + (ALIGN - 1)) & ~(ALIGN - 1);

/** A block of at least `bytes` bytes, 16-aligned, contents undefined; 0 when memory cannot grow that far. */
export function alloc(bytes: usize): usize {
  const begin = top;
  const size = (bytes + (ALIGN - 1)) & ~(ALIGN - 1);
  const end = begin + size;
  if (size < bytes || end < begin || end > limit) return 0;
  if (end > <usize>memory.size() * PAGE && !grow(end)) return 0;
  top = end;
  return begin;
}

/** Sets how many bytes of linear memory may be used in all. */
export function setLimit(bytes: usize): void {
  limit = bytes < MAX_PAGES * PAGE ? bytes : MAX_PAGES * PAGE;
}

/** The present top, to be given to `release`. */
export function mark(): usize {
  return top;
}

/** Frees every block allocated since `mark` gave `to`. */
export function release(to: usize): void {
  top = to;
}

/** Grows geometrically: one page at a time costs about 20 µs a page. */
function grow(end: usize): bool {
  const have = <usize>memory.size();
  const need = (end + (PAGE - 1)) / PAGE;
  if (need > MAX_PAGES) return false;
  let want = have + (have >> 1);
  if (want < need) want = need;
  if (want > MAX_PAGES) want = MAX_PAGES;
  if (memory.grow(<i32>(want - have)) >= 0) return true;
  return memory.grow(<i32>(need - have)) >= 0;
}
