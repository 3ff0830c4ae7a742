import { call, type Functor, number, symbol, type Term, type Type, unsigned, type Value, variable } from './ast.js';
import type { Chance } from './chance.js';

export interface TypedVariable {
  readonly name: string;
  readonly type: Type;
}

const SYMBOLS = ['a', 'b', 'c', 'ab', 'ba'];
const LARGE_NUMBERS = [2147483647, -2147483648, 65536, -1];
const LARGE_UNSIGNED = [4294967295, 2147483648, 65536];

/** A value from a domain so small that joins meet. */
export function randomValue(chance: Chance, type: Type): Value {
  if (type === 'symbol') return chance.pick(SYMBOLS);
  if (chance.percent(3)) return chance.pick(type === 'number' ? LARGE_NUMBERS : LARGE_UNSIGNED);
  return type === 'number' && chance.percent(8) ? -1 - chance.below(2) : chance.below(5);
}

export function randomConstant(chance: Chance, type: Type): Term {
  const value = randomValue(chance, type);
  if (typeof value === 'string') return symbol(value);
  return type === 'unsigned' ? unsigned(value) : number(value);
}

const ARITHMETIC: readonly Functor[] = ['add', 'add', 'sub', 'mul', 'min', 'max'];
const BITWISE: readonly Functor[] = ['band', 'bor', 'bxor', 'bshl', 'bshr', 'bshru', 'land', 'lor', 'lxor'];
const UNARY: readonly Functor[] = ['neg', 'bnot', 'lnot'];

/** A term of the type over the given variables, with at least one functor where `depth` allows it. */
export function randomExpression(chance: Chance, type: Type, variables: readonly TypedVariable[], depth: number): Term {
  const leaf = (wanted: Type): Term => randomLeaf(chance, wanted, variables);
  const inner = (wanted: Type): Term =>
    depth > 1 && chance.percent(40) ? randomExpression(chance, wanted, variables, depth - 1) : leaf(wanted);
  if (depth === 0) return leaf(type);
  return type === 'symbol' ? textExpression(chance, inner) : integerExpression(chance, type, inner);
}

/** A variable of the type where there is one, most often. */
function randomLeaf(chance: Chance, type: Type, variables: readonly TypedVariable[]): Term {
  const fitting = chance.pickAny(variables.filter((candidate) => candidate.type === type));
  if (fitting !== undefined && chance.percent(75)) return variable(fitting.name);
  if (type === 'number' && chance.percent(10)) return number(chance.pick(LARGE_NUMBERS));
  if (type === 'unsigned' && chance.percent(10)) return unsigned(chance.pick(LARGE_UNSIGNED));
  return randomConstant(chance, type);
}

function integerExpression(chance: Chance, type: 'number' | 'unsigned', inner: (type: Type) => Term): Term {
  const constant = (value: number): Term => (type === 'unsigned' ? unsigned(value) : number(value));
  switch (chance.below(10)) {
    case 0:
      // Division by zero stops Soufflé, as does the least number divided by -1.
      return call(chance.percent(50) ? 'div' : 'mod', type, inner(type), constant(chance.between(2, 5)));
    case 1:
      // A power that leaves 32 bits is undefined in Soufflé.
      return call('pow', type, call('band', type, inner(type), constant(7)), constant(chance.below(4)));
    case 2:
    case 3:
      return call(chance.pick(BITWISE), type, inner(type), inner(type));
    case 4:
      if (type === 'unsigned') return call('to_unsigned', type, inner('number'));
      return chance.percent(40)
        ? call('to_number', type, call('to_string', 'symbol', inner('number')))
        : call('strlen', type, inner('symbol'));
    case 5:
      return type === 'unsigned' ? call('bnot', type, inner(type)) : call(chance.pick(UNARY), type, inner(type));
    default:
      return call(chance.pick(ARITHMETIC), type, inner(type), inner(type));
  }
}

function textExpression(chance: Chance, inner: (type: Type) => Term): Term {
  switch (chance.below(6)) {
    case 0:
      return call('substr', 'symbol', inner('symbol'), number(chance.below(3)), number(chance.below(3)));
    case 1:
      return call('to_string', 'symbol', inner('number'));
    case 2:
      return call(chance.percent(50) ? 'min' : 'max', 'symbol', inner('symbol'), inner('symbol'));
    case 3:
      return call('cat', 'symbol', inner('symbol'), inner('symbol'), inner('symbol'));
    default:
      return call('cat', 'symbol', inner('symbol'), inner('symbol'));
  }
}
