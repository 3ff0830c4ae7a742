import type { Atom, Expression, Name } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseExpression } from './parse-terms.js';

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
