import type { Place } from '../place.js';
import type { Expression } from './ast.js';
import type { Cursor } from './cursor.js';
import type { Comparison, Functor } from './ir.js';
import { parseCallWord } from './parse-calls.js';
import { KEYWORDS } from './tokens.js';

/** Binary operators by how tightly they bind, as Soufflé's grammar has it. `^` alone groups to the right. */
const BINARY: ReadonlyMap<string, readonly [number, Functor]> = new Map([
  ['lor', [1, 'lor']],
  ['lxor', [2, 'lxor']],
  ['land', [3, 'land']],
  ['bor', [4, 'bor']],
  ['bxor', [5, 'bxor']],
  ['band', [6, 'band']],
  ['bshl', [7, 'bshl']],
  ['bshr', [7, 'bshr']],
  ['bshru', [7, 'bshru']],
  ['+', [8, 'add']],
  ['-', [8, 'sub']],
  ['*', [9, 'mul']],
  ['/', [9, 'div']],
  ['%', [9, 'mod']],
  ['^', [11, 'pow']],
  ['**', [11, 'pow']],
]);
const POWER = 11;

const UNARY: ReadonlyMap<string, Functor> = new Map([
  ['-', 'neg'],
  ['bnot', 'bnot'],
  ['lnot', 'lnot'],
]);

const COMPARISONS: readonly Comparison[] = ['=', '!=', '<=', '>=', '<', '>'];

export function comparison(cursor: Cursor): Comparison | null {
  const op = COMPARISONS.find((op) => cursor.at(op));
  if (op !== undefined) cursor.next();
  return op ?? null;
}

export function parseExpression(cursor: Cursor): Expression | null {
  return cursor.nested(() => {
    const left = parseOperand(cursor);
    return left === null ? null : continueExpression(cursor, left, 0);
  });
}

/** The operators that follow an operand and bind at least as tightly as `least`. */
export function continueExpression(cursor: Cursor, operand: Expression, least: number): Expression | null {
  let left: Expression | null = operand;
  for (;;) {
    const entry =
      cursor.token.kind === 'mark' || cursor.token.kind === 'name' ? BINARY.get(cursor.token.text) : undefined;
    if (entry === undefined || entry[0] < least) return left;
    const [strength, op] = entry;
    cursor.next();
    const right = parseFrom(cursor, strength === POWER ? strength : strength + 1);
    if (right === null) return null;
    const place: Place = { file: cursor.file, start: left.place.start, end: right.place.end };
    left = cursor.built({ kind: 'functor', op, args: [left, right], place }, [left, right]);
    if (left === null) return null;
  }
}

function parseFrom(cursor: Cursor, least: number): Expression | null {
  return cursor.nested(() => {
    const left = parseOperand(cursor);
    return left === null ? null : continueExpression(cursor, left, least);
  });
}

function parseOperand(cursor: Cursor): Expression | null {
  const { kind, text, start } = cursor.token;
  if (kind === 'string') {
    cursor.next();
    return { kind: 'symbol', text, place: cursor.since(start) };
  }
  if (kind === 'number' || kind === 'unsigned') {
    cursor.next();
    return { kind: 'number', value: numberValue(text), unsigned: kind === 'unsigned', place: cursor.since(start) };
  }
  if (kind === 'float') return unsupported(cursor, 'floating-point numbers');
  if (kind === 'mark') return parseMark(cursor);
  return kind === 'name' ? parseWord(cursor) : expected(cursor);
}

function expected(cursor: Cursor): null {
  cursor.fail('a value');
  return null;
}

function unsupported(cursor: Cursor, feature: string): null {
  cursor.report.unsupported(feature, cursor.here());
  return null;
}

/** As written in decimal, hexadecimal (`0x`), binary (`0b`), or as an IPv4 address. */
function numberValue(written: string): number {
  const text = written.endsWith('u') ? written.slice(0, -1) : written;
  const parts = text.split('.');
  if (parts.length === 1) return Number(text);
  const fits = parts.every((part) => Number(part) <= 255);
  return fits ? parts.reduce((sum, part) => (sum << 8) | Number(part), 0) : Infinity;
}

function parseMark(cursor: Cursor): Expression | null {
  const { text, start } = cursor.token;
  const unary = UNARY.get(text);
  if (unary !== undefined) return parseUnary(cursor, unary);
  if (text === '[') return unsupported(cursor, 'records');
  if (text === '$') return unsupported(cursor, 'algebraic data types and the counter `$`');
  if (text === '@') return unsupported(cursor, 'user-defined functors');
  if (text !== '(') return expected(cursor);
  cursor.next();
  const inner = parseExpression(cursor);
  return inner !== null && cursor.expect(')') ? widened(inner, cursor, start) : null;
}

/** An expression with the parentheses around it, for its place. */
export function widened(inner: Expression, cursor: Cursor, start: number): Expression | null {
  return cursor.built({ ...inner, place: cursor.since(start) }, [inner]);
}

function parseUnary(cursor: Cursor, op: Functor): Expression | null {
  const { start } = cursor.next();
  const inner = parseFrom(cursor, POWER);
  if (inner === null) return null;
  const place = cursor.since(start);
  if (op === 'neg' && inner.kind === 'number' && inner.value > 0) return { ...inner, value: -inner.value, place };
  return cursor.built({ kind: 'functor', op, args: [inner], place }, [inner]);
}

function parseWord(cursor: Cursor): Expression | null {
  const { text, start } = cursor.token;
  const unary = UNARY.get(text);
  if (unary !== undefined) return parseUnary(cursor, unary);
  if (text === '_') {
    cursor.next();
    return { kind: 'wildcard', place: cursor.since(start) };
  }
  const call = parseCallWord(cursor);
  return call === undefined ? parseVariable(cursor) : call;
}

const UNSUPPORTED_WORDS: ReadonlyMap<string, string> = new Map([
  ['mean', '`mean` aggregates'],
  ['nil', 'records'],
  ['autoinc', '`autoinc()` counters'],
  ['recursive_iteration_cnt', '`recursive_iteration_cnt()` counters'],
  ['to_float', 'floating-point numbers'],
]);

function parseVariable(cursor: Cursor): Expression | null {
  const { text, start } = cursor.token;
  const feature = UNSUPPORTED_WORDS.get(text);
  if (feature !== undefined) return unsupported(cursor, feature);
  if (cursor.ahead.kind === 'mark' && cursor.ahead.text === '(') {
    cursor.fail('a value', KEYWORDS.has(text) ? undefined : `\`${text}(…)\` can only stand on its own, as a condition`);
    return null;
  }
  return cursor.name('a value') === null ? null : { kind: 'variable', name: text, place: cursor.since(start) };
}
