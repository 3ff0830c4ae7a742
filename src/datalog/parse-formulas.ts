import type { Expression, Formula } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseAtom } from './parse-atoms.js';
import { comparison, continueExpression, parseExpression, widened } from './parse-terms.js';

/** A parenthesis may hold conditions or be part of a value; which one shows only when it has been read. */
type Part = Formula | Expression;

function isFormula(part: Part): part is Formula {
  switch (part.kind) {
    case 'atom':
    case 'comparison':
    case 'test':
    case 'truth':
    case 'not':
    case 'and':
    case 'or':
      return true;
    default:
      return false;
  }
}

/** Conditions joined by `,` and `;`, of which `,` binds more tightly. */
export function parseBody(cursor: Cursor): Formula | null {
  return condition(cursor, parseDisjunction(cursor));
}

/** A value where a condition is needed has an operator missing. */
function condition(cursor: Cursor, part: Part | null): Formula | null {
  if (part === null || isFormula(part)) return part;
  cursor.fail('a comparison such as `=` or `<`', 'a value alone is no condition');
  return null;
}

function parseDisjunction(cursor: Cursor): Part | null {
  return parseJoined(cursor, ';', 'or', () => parseJoined(cursor, ',', 'and', () => parseLiteral(cursor)));
}

function parseJoined(cursor: Cursor, mark: string, kind: 'and' | 'or', parse: () => Part | null): Part | null {
  const { start } = cursor.token;
  const first = parse();
  if (first === null || !cursor.at(mark)) return first;
  const parts = [condition(cursor, first)];
  while (parts.at(-1) !== null && cursor.take(mark)) parts.push(condition(cursor, parse()));
  const read = parts.filter((part) => part !== null);
  if (read.length < parts.length) return null;
  return cursor.built({ kind, parts: read, place: cursor.since(start) }, read);
}

function parseLiteral(cursor: Cursor): Part | null {
  if (cursor.at('!')) return parseNegation(cursor);
  if (cursor.at('(')) return parseParenthesis(cursor);
  if (cursor.token.kind === 'name') {
    const word = parseWordLiteral(cursor);
    if (word !== 'value') return word;
  }
  const left = parseExpression(cursor);
  return left === null ? null : parseComparison(cursor, left);
}

function parseNegation(cursor: Cursor): Formula | null {
  const { start } = cursor.next();
  const inner = cursor.nested(() => condition(cursor, parseLiteral(cursor)));
  return inner === null ? null : cursor.built({ kind: 'not', inner, place: cursor.since(start) }, [inner]);
}

function parseParenthesis(cursor: Cursor): Part | null {
  const { start } = cursor.next();
  const inner = cursor.nested(() => parseDisjunction(cursor));
  if (inner === null || !cursor.expect(')')) return null;
  if (isFormula(inner)) return cursor.built({ ...inner, place: cursor.since(start) }, [inner]);
  const operand = widened(inner, cursor, start);
  const left = operand === null ? null : continueExpression(cursor, operand, 0);
  return left === null ? null : parseComparison(cursor, left);
}

/** A comparison where an operator follows, else the value itself. */
function parseComparison(cursor: Cursor, left: Expression): Part | null {
  const op = comparison(cursor);
  if (op === null) return left;
  const right = parseExpression(cursor);
  if (right === null) return null;
  const place = { file: cursor.file, start: left.place.start, end: right.place.end };
  return cursor.built({ kind: 'comparison', op, left, right, place }, [left, right]);
}

function parseWordLiteral(cursor: Cursor): Formula | null | 'value' {
  const { text, start } = cursor.token;
  if (text === 'true' || text === 'false') {
    cursor.next();
    return { kind: 'truth', value: text === 'true', place: cursor.since(start) };
  }
  if (text === 'match' || text === 'contains') return parseTest(cursor, text);
  const { kind, text: after } = cursor.ahead;
  const isAtom = kind === 'mark' && (after === '(' || after === '.');
  return isAtom && !isOperator(text) ? parseAtom(cursor) : 'value';
}

const CALLED = new Set(
  'as autoinc bnot cat count lnot max mean min nil ord range recursive_iteration_cnt strlen substr sum to_float to_number to_string to_unsigned'.split(
    ' ',
  ),
);

function isOperator(word: string): boolean {
  return word === '_' || CALLED.has(word);
}

function parseTest(cursor: Cursor, op: 'match' | 'contains'): Formula | null {
  const { start } = cursor.next();
  const left = cursor.expect('(') ? parseExpression(cursor) : null;
  if (left === null || !cursor.expect(',')) return null;
  const right = parseExpression(cursor);
  if (right === null || !cursor.expect(')')) return null;
  return cursor.built({ kind: 'test', op, left, right, place: cursor.since(start) }, [left, right]);
}
