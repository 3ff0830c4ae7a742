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
      return power(<i32>a, <i32>b);
    case Calculation.PowerUnsigned:
      return powerUnsigned(a, b);
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

/** What converting a double that is out of range to 32 bits gives on x86-64, where Soufflé computes powers as doubles. */
const OUT_OF_RANGE: u32 = 0x80000000;
const MOST: u64 = 1 << 63;

function power(base: i32, exponent: i32): u32 {
  // A fraction is rounded towards zero; one over zero is infinite.
  if (exponent < 0 && base == 0) return OUT_OF_RANGE;
  if (exponent < 0 && base != 1 && base != -1) return 0;
  const negative = base < 0 && (exponent & 1) != 0;
  const size = powerBySquares(base < 0 ? -(<i64>base) : base, <u32>exponent);
  if (size >= OUT_OF_RANGE) return OUT_OF_RANGE;
  return negative ? -(<u32>size) : <u32>size;
}

/** Soufflé converts by way of 64 bits, so that powers below 2^63 wrap around, from 2^53 on rounded to a double. */
function powerUnsigned(base: u32, exponent: u32): u32 {
  const size = powerBySquares(base, exponent);
  return size == MOST ? 0 : <u32>(<u64>(<f64>size));
}

/** The power, at most 2^63. */
function powerBySquares(base: u64, exponent: u32): u64 {
  let result: u64 = 1;
  for (let square = base; exponent != 0; square = product(square, square)) {
    if (exponent & 1) result = product(result, square);
    exponent >>>= 1;
  }
  return result;
}

/** The product, at most 2^63. */
function product(a: u64, b: u64): u64 {
  return a != 0 && b > (MOST - 1) / a ? MOST : a * b;
}
