/**
 * Functors on numbers, as Soufflé computes them on 32 bits: results wrap, shift counts are taken modulo 32, a division by
 * zero is a fault. The one case it leaves undefined, the least number divided by -1, wraps as well.
 */
import { Calculation, Fault } from './codes';
import { raise } from './fault';
import { operand } from './plan';
import { at, put } from './vectors';

export function calculate(pc: usize, rows: u32): void {
  const what = <Calculation>operand(pc, 0);
  const left = <usize>operand(pc, 1);
  const right = <usize>operand(pc, 2);
  const to = <usize>operand(pc, 3);
  switch (what) {
    case Calculation.Copy:
      memory.copy(to, left, <usize>rows << 2);
      break;
    case Calculation.Add:
      for (let i: u32 = 0; i < rows; i++) put(to, i, at(left, i) + at(right, i));
      break;
    case Calculation.Subtract:
      for (let i: u32 = 0; i < rows; i++) put(to, i, at(left, i) - at(right, i));
      break;
    case Calculation.Multiply:
      for (let i: u32 = 0; i < rows; i++) put(to, i, at(left, i) * at(right, i));
      break;
    case Calculation.Divide:
    case Calculation.Remainder:
    case Calculation.DivideUnsigned:
    case Calculation.RemainderUnsigned:
      divide(what, left, right, to, rows);
      break;
    default:
      for (let i: u32 = 0; i < rows; i++) put(to, i, evaluate(what, at(left, i), at(right, i)));
  }
}

function divide(what: Calculation, left: usize, right: usize, to: usize, rows: u32): void {
  for (let i: u32 = 0; i < rows; i++) {
    const divisor = at(right, i);
    if (divisor == 0) {
      raise(Fault.Division);
      return;
    }
    put(to, i, quotient(what, at(left, i), divisor));
  }
}

function quotient(what: Calculation, a: u32, b: u32): u32 {
  if (what == Calculation.DivideUnsigned) return a / b;
  if (what == Calculation.RemainderUnsigned) return a % b;
  // WebAssembly traps where the quotient does not fit; negation gives the wrapped one.
  if (what == Calculation.Divide) return b == u32.MAX_VALUE ? 0 - a : <u32>(<i32>a / <i32>b);
  return <u32>(<i32>a % <i32>b);
}

function evaluate(what: Calculation, a: u32, b: u32): u32 {
  switch (what) {
    case Calculation.Power:
      return power(a, <i32>b);
    case Calculation.PowerUnsigned:
      return powerBySquares(a, b);
    case Calculation.Negate:
      return 0 - a;
    case Calculation.And:
      return a & b;
    case Calculation.Or:
      return a | b;
    case Calculation.Xor:
      return a ^ b;
    case Calculation.Not:
      return ~a;
    case Calculation.ShiftLeft:
      return a << (b & 31);
    case Calculation.ShiftRight:
      return <u32>(<i32>a >> <i32>(b & 31));
    case Calculation.ShiftRightUnsigned:
      return a >>> (b & 31);
    case Calculation.LogicalAnd:
      return <u32>(a != 0 && b != 0);
    case Calculation.LogicalOr:
      return <u32>(a != 0 || b != 0);
    case Calculation.LogicalXor:
      return <u32>((a != 0) != (b != 0));
    case Calculation.LogicalNot:
      return <u32>(a == 0);
    case Calculation.Least:
      return <u32>min<i32>(<i32>a, <i32>b);
    case Calculation.Greatest:
      return <u32>max<i32>(<i32>a, <i32>b);
    case Calculation.LeastUnsigned:
      return min<u32>(a, b);
    default:
      return max<u32>(a, b);
  }
}

/** A negative exponent gives the fraction rounded towards zero: 0 except for bases 1 and -1. */
function power(base: u32, exponent: i32): u32 {
  if (exponent >= 0) return powerBySquares(base, <u32>exponent);
  if (base == 1) return 1;
  if (base == u32.MAX_VALUE) return exponent & 1 ? base : 1;
  return 0;
}

function powerBySquares(base: u32, exponent: u32): u32 {
  let result: u32 = 1;
  while (exponent != 0) {
    if (exponent & 1) result *= base;
    base *= base;
    exponent >>>= 1;
  }
  return result;
}
