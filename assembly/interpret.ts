/** The interpreter: operations are dispatched once per batch; only those that multiply rows recurse, one level an atom. */
import { Fault, Op } from './codes';
import { accumulate, aggregate } from './aggregate';
import { calculate } from './arithmetic';
import { raise, fault, stopped } from './fault';
import { compare, exists, member } from './filter';
import { symbols } from './host';
import { cross, join, range } from './join';
import { BATCH, columnBase } from './layout';
import { following, operand, operandAt, pastList } from './plan';
import { insert } from './store';
import { at } from './vectors';

let rowsEmitted: f64 = 0;

/** Rows that plans derived so far, those that were known included; it only ever grows. */
export function emitted(): f64 {
  return rowsEmitted;
}

/**
 * Runs a plan on the rows [from, to) of its driving relation; without one, on one row without columns. The caller bounds
 * the range. Returns the fault that stopped it, 0 for none.
 */
export function run(plan: usize, from: u32, to: u32): i32 {
  const relation = <usize>load<u32>(plan);
  const columns = plan + 4;
  const first = pastList(columns, 2);
  if (relation == 0) {
    step(first, 1);
    return fault();
  }
  for (let row = from; row < to && !stopped(); row += BATCH) {
    const rows = min<u32>(BATCH, to - row);
    for (let c: u32 = 0; c < load<u32>(columns); c++) {
      const base = columnBase(relation, at(columns + 4, c << 1)) + (<usize>row << 2);
      memory.copy(<usize>at(columns + 4, (c << 1) + 1), base, <usize>rows << 2);
    }
    step(first, rows);
  }
  return fault();
}

/** Runs the operations from `pc` on, up to the one that ends the plan, on a batch of `rows` rows. */
export function step(pc: usize, rows: u32): void {
  while (rows != 0 && fault() == Fault.None) {
    switch (load<u32>(pc)) {
      case Op.Join:
        join(pc, rows);
        return;
      case Op.Cross:
        cross(pc, rows);
        return;
      case Op.Range:
        range(pc, rows);
        return;
      case Op.Exists:
        rows = exists(pc, rows);
        break;
      case Op.Member:
        rows = member(pc, rows);
        break;
      case Op.Compare:
        rows = compare(pc, rows);
        break;
      case Op.Calculate:
        calculate(pc, rows);
        break;
      case Op.Symbols:
        evaluateSymbols(pc, rows);
        break;
      case Op.Aggregate:
        rows = aggregate(pc, rows);
        break;
      case Op.Accumulate:
        accumulate(pc, rows);
        return;
      case Op.Emit:
        rowsEmitted += <f64>rows;
        insert(<usize>operand(pc, 0), operandAt(pc, 1), rows);
        return;
      default:
        unreachable();
    }
    pc = following(pc);
  }
}

function evaluateSymbols(pc: usize, rows: u32): void {
  const a = <usize>operand(pc, 1);
  const b = <usize>operand(pc, 2);
  const c = <usize>operand(pc, 3);
  const fault = symbols(operand(pc, 0), a, b, c, <usize>operand(pc, 4), rows);
  if (fault != 0) raise(<Fault>fault);
}
