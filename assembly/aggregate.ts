/**
 * Aggregates for a whole batch: every row gets a number, the inner plan carries it along as a variable, and each of its
 * solutions is added to the value of the row it belongs to. Solutions are distinct: relations are sets, and a
 * solution fixes a row of every atom.
 */
import { Aggregation } from './codes';
import { keep } from './filter';
import { step } from './interpret';
import { operand, operandAt, pastList } from './plan';
import { CHOSEN, at, put } from './vectors';

/** Evaluates the inner plan; returns the rows that are left (`min` and `max` over nothing have no value). */
export function aggregate(pc: usize, rows: u32): u32 {
  const what = <Aggregation>operand(pc, 0);
  const row = <usize>operand(pc, 1);
  const value = <usize>operand(pc, 2);
  const seen = <usize>operand(pc, 3);
  const moves = operandAt(pc, 4);
  const live = pastList(moves, 2);
  const inner = pastList(live, 1);
  for (let i: u32 = 0; i < rows; i++) {
    put(row, i, i);
    put(value, i, 0);
    put(seen, i, 0);
  }
  for (let m: u32 = 0; m < load<u32>(moves); m++) {
    const from = <usize>at(moves + 4, m << 1);
    memory.copy(<usize>at(moves + 4, (m << 1) + 1), from, <usize>rows << 2);
  }
  step(inner + 4, rows);
  if (what == Aggregation.Count || what == Aggregation.Sum) return rows;
  return keepSeen(live, seen, rows);
}

function keepSeen(live: usize, seen: usize, rows: u32): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    put(CHOSEN, found, i);
    found += at(seen, i);
  }
  return keep(live, found, rows);
}

/** Adds a batch of inner solutions. */
export function accumulate(pc: usize, rows: u32): void {
  const what = <Aggregation>operand(pc, 0);
  const row = <usize>operand(pc, 1);
  const given = <usize>operand(pc, 2);
  const value = <usize>operand(pc, 3);
  const seen = <usize>operand(pc, 4);
  for (let k: u32 = 0; k < rows; k++) {
    const i = at(row, k);
    const have = at(value, i);
    const next = what == Aggregation.Count ? 1 : at(given, k);
    put(value, i, at(seen, i) == 0 ? next : combine(what, have, next));
    put(seen, i, 1);
  }
}

@inline
function combine(what: Aggregation, a: u32, b: u32): u32 {
  if (what <= Aggregation.Sum) return a + b;
  if (what == Aggregation.Least) return <u32>min<i32>(<i32>a, <i32>b);
  if (what == Aggregation.Greatest) return <u32>max<i32>(<i32>a, <i32>b);
  return what == Aggregation.LeastUnsigned ? min<u32>(a, b) : max<u32>(a, b);
}
