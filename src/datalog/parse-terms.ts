import type { Place } from '../place.js';
import type { AggregateOp, Atom, Expression, Formula, Name } from './ast.js';
import type { Cursor } from './cursor.js';
import type { Comparison, Functor } from './ir.js';
import { parseBody } from './parse-formulas.js';
import { KEYWORDS, type Token } from './tokens.js';

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

/** Functors written as calls, with the least and the greatest number of arguments. */
const CALLS: ReadonlyMap<string, readonly [Functor, number, number]> = new Map([
  ['cat', ['cat', 2, Infinity]],
  ['strlen', ['strlen', 1, 1]],
  ['substr', ['substr', 3, 3]],
  ['ord', ['ord', 1, 1]],
  ['to_number', ['to_number', 1, 1]],
  ['to_string', ['to_string', 1, 1]],
  ['to_unsigned', ['to_unsigned', 1, 1]],
]);

const AGGREGATES: ReadonlyMap<string, AggregateOp> = new Map([
  ['count', 'count'],
  ['sum', 'sum'],
  ['min', 'min'],
  ['max', 'max'],
]);

/** An aggregate takes as much of the stack as several parentheses, here and in every later walk. */
const AGGREGATE_LEVELS = 5;

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
  const aggregate = AGGREGATES.get(text);
  if (aggregate !== undefined) return parseAggregate(cursor, aggregate);
  const call = CALLS.get(text);
  if (call !== undefined) return parseCall(cursor, call);
  if (text === 'range') return parseRange(cursor);
  if (text === 'as') return parseCast(cursor);
  return parseVariable(cursor);
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

/** `( value, … )`, of any number. */
export function parseArguments(cursor: Cursor): Expression[] | null {
  if (!cursor.expect('(')) return null;
  const args: Expression[] = [];
  if (cursor.take(')')) return args;
  do {
    const arg = parseExpression(cursor);
    if (arg === null) return null;
    args.push(arg);
  } while (cursor.take(','));
  const declares = cursor.at(':') ? 'a declaration starts with `.decl`' : undefined;
  return cursor.expect(')', declares) ? args : null;
}

function parseCall(cursor: Cursor, [op, least, most]: readonly [Functor, number, number]): Expression | null {
  const name = cursor.next();
  const args = parseArguments(cursor);
  if (args === null) return null;
  const place = cursor.since(name.start);
  if (!fits(cursor, name, args.length, least, most)) return null;
  return cursor.built({ kind: 'functor', op, args, place }, args);
}

function fits(cursor: Cursor, name: Token, count: number, least: number, most: number): boolean {
  if (count >= least && count <= most) return true;
  const wanted = least === most ? `${least}` : most === Infinity ? `at least ${least}` : `${least} or ${most}`;
  const place = cursor.since(name.start);
  cursor.report.error('DL-ARITY', place, `\`${name.text}\` takes ${wanted} arguments, and has ${count} here`);
  return false;
}

function parseRange(cursor: Cursor): Expression | null {
  const name = cursor.next();
  const args = parseArguments(cursor);
  if (args === null || !fits(cursor, name, args.length, 2, 3)) return null;
  return cursor.built({ kind: 'range', args, place: cursor.since(name.start) }, args);
}

function parseCast(cursor: Cursor): Expression | null {
  const { start } = cursor.next();
  const value = cursor.expect('(') ? parseExpression(cursor) : null;
  if (value === null || !cursor.expect(',')) return null;
  const type = parseName(cursor, 'a type');
  if (type === null || !cursor.expect(')')) return null;
  return cursor.built({ kind: 'cast', value, type, place: cursor.since(start) }, [value]);
}

/** `count : body`, `sum value : body`; or `min(a, b)`, which shares its name with the aggregate. */
function parseAggregate(cursor: Cursor, op: AggregateOp): Expression | null {
  const name = cursor.next();
  if (cursor.at(')') || cursor.at(',') || cursor.at('.') || cursor.at('=')) {
    cursor.report.error('DL-SYNTAX', cursor.since(name.start), `\`${name.text}\` is an aggregate, and no variable`, {
      repair: 'choose another name',
    });
    return null;
  }
  if (cursor.at(':')) return parseAggregateBody(cursor, name, op, null);
  if (!cursor.at('(')) return parseAggregateBody(cursor, name, op, parseExpression(cursor));
  const { start } = cursor.token;
  const args = parseArguments(cursor);
  if (args === null) return null;
  const [first] = args;
  if (args.length === 1 && first !== undefined) {
    const inner = widened(first, cursor, start);
    return parseAggregateBody(cursor, name, op, inner === null ? null : continueExpression(cursor, inner, 0));
  }
  if (op !== 'min' && op !== 'max') return expected(cursor);
  if (!fits(cursor, name, args.length, 2, Infinity)) return null;
  return cursor.built({ kind: 'functor', op, args, place: cursor.since(name.start) }, args);
}

function parseAggregateBody(cursor: Cursor, name: Token, op: AggregateOp, value: Expression | null): Expression | null {
  const failed = value === null && !cursor.at(':');
  if (failed || !cursor.expect(':', `an aggregate is written \`${op === 'count' ? op : `${op} x`} : { … }\``))
    return null;
  const body = cursor.nested(() => parseAggregated(cursor), AGGREGATE_LEVELS);
  if (body === null) return null;
  const place = cursor.since(name.start);
  if ((op === 'count') !== (value === null)) {
    const message =
      op === 'count' ? '`count` takes no value: it counts the matches' : `\`${op}\` needs a value before the \`:\``;
    cursor.report.error('DL-ARITY', place, message);
    return null;
  }
  return cursor.built({ kind: 'aggregate', op, value, body, place }, value === null ? [body] : [body, value]);
}

function parseAggregated(cursor: Cursor): Formula | null {
  if (!cursor.take('{')) return parseAtom(cursor);
  const body = parseBody(cursor);
  return body !== null && cursor.expect('}') ? body : null;
}

/** A name that may be qualified: `a`, `instance.a`. */
export function parseName(cursor: Cursor, what: string): Name | null {
  const { start } = cursor.token;
  const first = cursor.name(what);
  if (first === null) return null;
  let text = first.text;
  while (cursor.atQualifier()) {
    cursor.next();
    const part = cursor.name(what);
    if (part === null) return null;
    text += `.${part.text}`;
  }
  return { text, place: cursor.since(start) };
}

export function parseAtom(cursor: Cursor): Atom | null {
  const { start } = cursor.token;
  const name = parseName(cursor, 'a relation');
  if (name === null) return null;
  const args = parseArguments(cursor);
  if (args === null) return null;
  const atom: Atom = { kind: 'atom', name, args, place: cursor.since(start) };
  // Of the many facts with plain arguments no height is kept.
  return args.every(isPlain) ? atom : cursor.built(atom, args);
}

function isPlain({ kind }: Expression): boolean {
  return kind === 'symbol' || kind === 'number' || kind === 'variable' || kind === 'wildcard';
}
