/**
 * Growing storage: blocks of a power of two of bytes on top of the arena, with one free list per size, so that what a
 * log or table outgrows is used again. Never allocate a block between `mark` and `release` of the arena.
 *
 * A free block's first word points to the next free one of its size.
 */
import { alloc } from './arena';

const SMALLEST: usize = 64;
/** One list head per power of two, indexed by the exponent. */
const FREE: usize = memory.data(32 * 4, 16);

/** The size a request is rounded up to; 0 where it does not fit in 32 bits. */
export function blockSize(bytes: usize): usize {
  if (bytes <= SMALLEST) return SMALLEST;
  if (bytes > 0x80000000) return 0;
  return <usize>1 << (32 - clz<u32>(<u32>(bytes - 1)));
}

/** A block of at least `bytes` bytes, contents undefined; 0 when memory or its budget is used up. */
export function take(bytes: usize): usize {
  const size = blockSize(bytes);
  if (size == 0) return 0;
  const list = FREE + (<usize>ctz<u32>(<u32>size) << 2);
  const block = <usize>load<u32>(list);
  if (block == 0) return alloc(size);
  store<u32>(list, load<u32>(block));
  return block;
}

/** Gives back a block that `take(bytes)` gave; 0 is no block. */
export function give(block: usize, bytes: usize): void {
  if (block == 0) return;
  const list = FREE + (<usize>ctz<u32>(<u32>blockSize(bytes)) << 2);
  store<u32>(block, load<u32>(list));
  store<u32>(list, <u32>block);
}

/** Forgets all free blocks; for when the arena is released below them. */
export function forget(): void {
  memory.fill(FREE, 0, 32 * 4);
}
