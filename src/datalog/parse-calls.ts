import type { AggregateOp, Expression, Formula } from './ast.js';
import type { Cursor } from './cursor.js';
import type { Functor } from './ir.js';
import { parseArguments, parseAtom, parseName } from './parse-atoms.js';
import { parseBody } from './parse-formulas.js';
import { continueExpression, parseExpression, widened } from './parse-terms.js';
import type { Token } from './tokens.js';

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

/** A functor, `range`, cast or aggregate; undefined where the current word is none of these. */
export function parseCallWord(cursor: Cursor): Expression | null | undefined {
  const { text } = cursor.token;
  const aggregate = AGGREGATES.get(text);
  if (aggregate !== undefined) return parseAggregate(cursor, aggregate);
  const call = CALLS.get(text);
  if (call !== undefined) return parseCall(cursor, call);
  if (text === 'range') return parseRange(cursor);
  return text === 'as' ? parseCast(cursor) : undefined;
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
  if (op !== 'min' && op !== 'max') {
    cursor.fail('`:` and what is aggregated');
    return null;
  }
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
