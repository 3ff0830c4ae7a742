import type { Functor, Type, Value } from './ast.js';

/**
 * What each functor gives, as Soufflé's interpreter computes it with 32-bit words (src/interpreter/Engine.cpp): sums and
 * products wrap around, shift counts are taken modulo 32, logical operators give 0 or 1, `substr` out of range is empty.
 * `type` is the functor's result type, which for arithmetic is its operands' as well. Division by zero stops Soufflé;
 * callers do not ask for it.
 */
export function apply(op: Functor, type: Type, args: readonly Value[]): Value {
  if (type === 'symbol') return text(op, args);
  if (op === 'strlen') return String(args[0]).length;
  if (op === 'to_number' || op === 'to_unsigned') return word(BigInt(args[0] ?? 0), type);
  return word(integer(op, type, args.map(big)), type);
}

/** The value of an integer of any size once it is cut to 32 bits. */
export function word(value: bigint, type: Type): number {
  return Number(type === 'unsigned' ? BigInt.asUintN(32, value) : BigInt.asIntN(32, value));
}

function big(value: Value): bigint {
  if (typeof value !== 'number') throw new TypeError(`"${value}" is no number`);
  return BigInt(value);
}

function text(op: Functor, args: readonly Value[]): string {
  switch (op) {
    case 'cat':
      return args.join('');
    case 'to_string':
      return String(args[0]);
    case 'substr':
      return substring(String(args[0]), Number(args[1]), Number(args[2]));
    case 'min':
      return args.map(String).sort()[0] ?? '';
    case 'max':
      return args.map(String).sort().at(-1) ?? '';
    default:
      throw new TypeError(`${op} gives no symbol`);
  }
}

/** `std::string::substr`: a negative length is a huge one, an index past the end is out of range, as is a negative one. */
function substring(whole: string, index: number, length: number): string {
  if (index < 0 || index > whole.length) return '';
  return length < 0 ? whole.slice(index) : whole.slice(index, index + length);
}

/**
 * `std::pow` of doubles, converted as x86-64 does: what is no signed word gives the least one, an unsigned one goes by way
 * of 64 signed bits. A negative exponent gives a fraction, which is cut, or infinity.
 */
function power(a: bigint, b: bigint, type: Type): bigint {
  const value = Number(a) ** Number(b);
  if (type !== 'unsigned') return Math.abs(value) <= 2 ** 31 ? BigInt(Math.trunc(value)) : -(2n ** 31n);
  return value < 2 ** 63 ? BigInt(Math.trunc(value)) : 0n;
}

function integer(op: Functor, type: Type, args: readonly bigint[]): bigint {
  const [a = 0n, b = 0n] = args;
  const bits = BigInt.asUintN(32, a);
  const count = BigInt.asUintN(5, b);
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    case 'mod':
      return a % b;
    case 'pow':
      return power(a, b, type);
    case 'neg':
      return -a;
    case 'band':
      return a & b;
    case 'bor':
      return a | b;
    case 'bxor':
      return a ^ b;
    case 'bnot':
      return ~a;
    case 'bshl':
      return bits << count;
    case 'bshr':
      return type === 'unsigned' ? bits >> count : a >> count;
    case 'bshru':
      return bits >> count;
    case 'land':
      return truth(a !== 0n && b !== 0n);
    case 'lor':
      return truth(a !== 0n || b !== 0n);
    case 'lxor':
      return truth((a !== 0n) !== (b !== 0n));
    case 'lnot':
      return truth(a === 0n);
    case 'min':
      return BigInt(Math.min(...args.map(Number)));
    case 'max':
      return BigInt(Math.max(...args.map(Number)));
    default:
      throw new TypeError(`${op} gives no number`);
  }
}

function truth(value: boolean): bigint {
  return value ? 1n : 0n;
}
