/** Operations that keep some rows of a batch: each returns how many are left, its live vectors compacted. */
import { Comparison } from './codes';
import { findGroups, hasRows } from './lookup';
import { operand, operandAt, pastList } from './plan';
import { select } from './store';
import { CHOSEN, PACKED, at, compact, put } from './vectors';

/** Rows that the relation has, or has not. */
export function exists(pc: usize, rows: u32): u32 {
  const live = operandAt(pc, 2);
  return keep(live, select(<usize>operand(pc, 0), pastList(live, 1), rows, operand(pc, 1), CHOSEN), rows);
}

/** Rows whose key some row of the index has, or none has. */
export function member(pc: usize, rows: u32): u32 {
  const index = <usize>operand(pc, 0);
  const wanted = operand(pc, 1);
  const keys = operandAt(pc, 2);
  findGroups(index, keys + 4, rows, PACKED);
  let found: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    put(CHOSEN, found, i);
    found += <u32>(<u32>hasRows(index, at(PACKED, i)) == wanted);
  }
  return keep(pastList(keys, 1), found, rows);
}

export function compare(pc: usize, rows: u32): u32 {
  const left = <usize>operand(pc, 1);
  const right = <usize>operand(pc, 2);
  return keep(operandAt(pc, 3), chooseBy(operand(pc, 0), left, right, rows, CHOSEN), rows);
}

function chooseBy(comparison: Comparison, left: usize, right: usize, rows: u32, choice: usize): u32 {
  let found: u32 = 0;
  switch (comparison) {
    case Comparison.Equal:
      for (let i: u32 = 0; i < rows; i++) {
        put(choice, found, i);
        found += <u32>(at(left, i) == at(right, i));
      }
      break;
    case Comparison.NotEqual:
      for (let i: u32 = 0; i < rows; i++) {
        put(choice, found, i);
        found += <u32>(at(left, i) != at(right, i));
      }
      break;
    case Comparison.Less:
      for (let i: u32 = 0; i < rows; i++) {
        put(choice, found, i);
        found += <u32>(<i32>at(left, i) < <i32>at(right, i));
      }
      break;
    case Comparison.LessOrEqual:
      for (let i: u32 = 0; i < rows; i++) {
        put(choice, found, i);
        found += <u32>(<i32>at(left, i) <= <i32>at(right, i));
      }
      break;
    case Comparison.LessUnsigned:
      for (let i: u32 = 0; i < rows; i++) {
        put(choice, found, i);
        found += <u32>(at(left, i) < at(right, i));
      }
      break;
    default:
      for (let i: u32 = 0; i < rows; i++) {
        put(choice, found, i);
        found += <u32>(at(left, i) <= at(right, i));
      }
  }
  return found;
}

/** Compacts the live vectors to the rows in CHOSEN, unless every row is kept. */
export function keep(live: usize, kept: u32, rows: u32): u32 {
  if (kept < rows) compact(live + 4, load<u32>(live), CHOSEN, kept);
  return kept;
}
