/**
 * Operations that multiply rows: for every row of the batch, the matches; full output batches go on to the next operation
 * before the loop continues. Nothing but row numbers is kept across that step, since logs may move when rows are emitted.
 */
import { stopped } from './fault';
import { step } from './interpret';
import { BATCH, CURRENT, FROZEN, HEAD, NEXT, OLD, RELATION, columnBase, payloadWord, word } from './layout';
import { ABSENT, findGroups } from './lookup';
import { following, operand, operandAt, pastList } from './plan';
import { at, fill, gather, move, put } from './vectors';

/** Joins the batch with an index. */
export function join(pc: usize, rows: u32): void {
  const index = <usize>operand(pc, 0);
  const groups = <usize>operand(pc, 2);
  findGroups(index, operandAt(pc, 6), rows, groups);
  if (word(index, FROZEN) != 0) joinRanges(pc, index, groups, rows);
  else joinChains(pc, index, groups, rows);
}

export function joinRanges(pc: usize, index: usize, groups: usize, rows: u32): void {
  const head = <usize>word(index, HEAD);
  const source = <usize>operand(pc, 3);
  const position = <usize>operand(pc, 4);
  let count: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const group = at(groups, i);
    if (group == ABSENT) continue;
    let p = at(head, group);
    const end = at(head, group + 1);
    while (p < end) {
      const stop = min<u32>(end, p + (BATCH - count));
      while (p < stop) {
        put(source, count, i);
        put(position, count++, p++);
      }
      if (count < BATCH) break;
      if (!flush(pc, index, count)) return;
      count = 0;
    }
  }
  if (count > 0) flush(pc, index, count);
}

export function joinChains(pc: usize, index: usize, groups: usize, rows: u32): void {
  const head = <usize>word(index, HEAD);
  const next = <usize>word(index, NEXT);
  const source = <usize>operand(pc, 3);
  const position = <usize>operand(pc, 4);
  const limit = operand(pc, 1) != 0 ? word(<usize>word(index, RELATION), OLD) : u32.MAX_VALUE;
  let count: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const group = at(groups, i);
    if (group == ABSENT) continue;
    let entry = at(head, group);
    // The newest rows come first: those past the limit are at the front.
    while (entry > limit) entry = at(next, entry - 1);
    while (entry != 0) {
      put(source, count, i);
      put(position, count++, entry - 1);
      entry = at(next, entry - 1);
      if (count < BATCH) continue;
      if (!flush(pc, index, count)) return;
      count = 0;
    }
  }
  if (count > 0) flush(pc, index, count);
}

/** Gathers an output batch and runs the rest of the plan on it; false where evaluation is to stop. */
function flush(pc: usize, index: usize, count: u32): bool {
  const source = <usize>operand(pc, 3);
  const position = <usize>operand(pc, 4);
  const moves = pastList(operandAt(pc, 5), 1);
  const columns = pastList(moves, 2);
  const frozen = word(index, FROZEN) != 0;
  const relation = <usize>word(index, RELATION);
  move(moves + 4, load<u32>(moves), source, count);
  for (let c: u32 = 0; c < load<u32>(columns); c++) {
    const column = at(columns + 4, c << 1);
    const base = frozen ? <usize>load<u32>(payloadWord(index, column)) : columnBase(relation, column);
    gather(base, position, <usize>at(columns + 4, (c << 1) + 1), count);
  }
  step(following(pc), count);
  return !stopped();
}

/** Joins every row of the batch with every row of a relation: stretches of its columns are copied as they are. */
export function cross(pc: usize, rows: u32): void {
  const relation = <usize>operand(pc, 0);
  const limit = word(relation, operand(pc, 1) != 0 ? OLD : CURRENT);
  let count: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    let row: u32 = 0;
    while (row < limit) {
      const length = min<u32>(limit - row, BATCH - count);
      crossStretch(pc, relation, i, row, count, length);
      row += length;
      count += length;
      if (count < BATCH) break;
      step(following(pc), count);
      if (stopped()) return;
      count = 0;
    }
  }
  if (count > 0) step(following(pc), count);
}

/** Writes row i of the batch with `length` rows of the relation from `row` on to the output, from place `at` on. */
function crossStretch(pc: usize, relation: usize, i: u32, row: u32, place: u32, length: u32): void {
  const moves = operandAt(pc, 2);
  const columns = pastList(moves, 2);
  for (let m: u32 = 0; m < load<u32>(moves); m++) {
    const value = at(<usize>at(moves + 4, m << 1), i);
    fill(<usize>at(moves + 4, (m << 1) + 1) + (<usize>place << 2), value, length);
  }
  for (let c: u32 = 0; c < load<u32>(columns); c++) {
    const from = columnBase(relation, at(columns + 4, c << 1)) + (<usize>row << 2);
    memory.copy(<usize>at(columns + 4, (c << 1) + 1) + (<usize>place << 2), from, <usize>length << 2);
  }
}

/** One row for every value from `from` on, before `to`, by `step`; a step of 0 gives `from` alone unless it is `to`. */
export function range(pc: usize, rows: u32): void {
  const source = <usize>operand(pc, 4);
  const values = <usize>operand(pc, 5);
  const unsigned = operand(pc, 3) != 0;
  let count: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    let value = wide(at(<usize>operand(pc, 0), i), unsigned);
    const end = wide(at(<usize>operand(pc, 1), i), unsigned);
    const by = <i64><i32>at(<usize>operand(pc, 2), i);
    while (by > 0 ? value < end : by < 0 ? value > end : value != end) {
      put(source, count, i);
      put(values, count++, <u32>value);
      if (count == BATCH) {
        if (!flushRange(pc, count)) return;
        count = 0;
      }
      if (by == 0) break;
      value += by;
    }
  }
  if (count > 0) flushRange(pc, count);
}

@inline
function wide(value: u32, unsigned: bool): i64 {
  return unsigned ? <i64>value : <i64><i32>value;
}

function flushRange(pc: usize, count: u32): bool {
  const moves = operandAt(pc, 6);
  move(moves + 4, load<u32>(moves), <usize>operand(pc, 4), count);
  step(following(pc), count);
  return !stopped();
}
