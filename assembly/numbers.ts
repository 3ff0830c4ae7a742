/**
 * Node numbers from 0 for ids that are sparse, in order of first sight.
 *
 *     table   capacity × | id | number + 1 |    open addressing, linear probing; second word 0 is an empty slot
 *     ids     bound    × | id |                 by number
 */
import { alloc } from './arena';
import { at, mix, put } from './vectors';

let table: usize = 0;
let mask: u32 = 0;
let ids: usize = 0;
let count: u32 = 0;

/** Room for `bound` ids, at most 2/3 full; false when out of memory. */
export function numbersNew(bound: u32): bool {
  const least = <u64>bound + (bound >> 1) + 1;
  if (least > 1 << 28) return false;
  mask = <u32>((<u64>1 << (64 - clz(least))) - 1);
  const bytes = (<usize>mask + 1) << 3;
  table = alloc(bytes);
  ids = alloc(<usize>bound << 2);
  if (table == 0 || ids == 0) return false;
  memory.fill(table, 0, bytes);
  count = 0;
  return true;
}

/** How many numbers are given out. */
export function numbersCount(): u32 {
  return count;
}

/** The number of an id, a new one where it has none yet. */
export function numberOf(id: u32): u32 {
  let slot = mix(id) & mask;
  while (true) {
    const address = table + (<usize>slot << 3);
    const number = load<u32>(address, 4);
    if (number == 0) {
      store<u32>(address, id);
      store<u32>(address, count + 1, 4);
      put(ids, count, id);
      return count++;
    }
    if (load<u32>(address) == id) return number - 1;
    slot = (slot + 1) & mask;
  }
}

export function idOf(number: u32): u32 {
  return at(ids, number);
}
