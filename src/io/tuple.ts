import { nearest } from '../datalog/index.js';
import type { Attribute, Program, Relation } from '../datalog/ir.js';
import { ESCAPES } from '../datalog/lexer.js';
import { parseSigned, parseUnsigned } from '../facts/integers.js';

/** A tuple that was written down, or why it is none of the program. */
export type ParsedTuple =
  | { readonly ok: true; readonly relation: Relation; readonly values: readonly (string | number)[] }
  | { readonly ok: false; readonly message: string };

/** A value as it was written. */
interface Field {
  readonly text: string;
  readonly quoted: boolean;
}

/** What is wrong with the text; a value for the caller of `parseTuple`. */
class TupleError extends Error {}

/**
 * Reads a tuple of a relation of the program, such as `path(a, "b, c", 3)`. Symbols stand in quotes, with the escapes of
 * programs, or bare where they have no comma, parenthesis or quote; numbers as in programs. A relation without attributes
 * may go without parentheses.
 */
export function parseTuple(text: string, program: Program): ParsedTuple {
  try {
    const [, name = '', list] = /^\s*([\w?.]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
    if (name === '') throw new TupleError(`\`${text}\` is no tuple: write \`relation(value, …)\``);
    const relation = relationOf(name, program);
    const fields = fieldsOf(list ?? '', text);
    if (fields.length !== relation.attributes.length) throw new TupleError(wrongArity(relation, fields.length));
    const values = relation.attributes.map((attribute, i) => readValue(fields[i] ?? NOTHING, attribute, relation));
    return { ok: true, relation, values };
  } catch (error) {
    if (error instanceof TupleError) return { ok: false, message: error.message };
    throw error;
  }
}

const NOTHING: Field = { text: '', quoted: false };

function relationOf(name: string, { relations }: Program): Relation {
  const relation = relations.find((candidate) => candidate.name === name);
  if (relation !== undefined) return relation;
  const meant = nearest(
    name,
    relations.map((candidate) => candidate.name),
  );
  const hint = meant === null ? '' : `; \`${meant}\` is the nearest name`;
  throw new TupleError(`the program has no relation \`${name}\`${hint}`);
}

function wrongArity({ name, attributes }: Relation, given: number): string {
  const declared = attributes.map((attribute) => `${attribute.name}: ${attribute.type}`).join(', ');
  const values = attributes.length === 1 ? '1 value' : `${attributes.length} values`;
  return `\`${name}(${declared})\` takes ${values}, not ${given}`;
}

/** The values between the parentheses. */
function fieldsOf(list: string, text: string): Field[] {
  const fields: Field[] = [];
  if (list.trim() === '') return fields;
  const field = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^,"()]*))\s*(,|$)/y;
  for (let more = true; more; ) {
    const found = field.exec(list);
    if (found === null)
      throw new TupleError(`\`${text}\` cannot be read: put a value with a comma, a quote or a parenthesis in "…"`);
    const [, quoted, bare = '', end] = found;
    if (quoted === undefined) fields.push({ text: bare.trim(), quoted: false });
    else fields.push({ text: unescaped(quoted), quoted: true });
    more = end === ',';
  }
  return fields;
}

function unescaped(quoted: string): string {
  return quoted.replace(/\\([\s\S])/g, (written, character: string) => {
    const meant = ESCAPES.get(character);
    if (meant === undefined) throw new TupleError(`\`${written}\` is no escape: write \`\\\\\` for a backslash`);
    return meant;
  });
}

function readValue({ text, quoted }: Field, attribute: Attribute, { name }: Relation): string | number {
  const { primitive } = attribute;
  if (primitive === 'symbol' && (quoted || text !== '')) return text;
  if (primitive !== 'symbol' && !quoted) {
    const value = primitive === 'unsigned' ? unsignedOf(text) : signedOf(text);
    if (value !== undefined) return value;
  }
  const wanted = { symbol: 'a text', number: 'a signed number of 32 bits', unsigned: 'an unsigned number of 32 bits' };
  const given = quoted ? `the text ${JSON.stringify(text)}` : text === '' ? 'nothing' : `\`${text}\``;
  throw new TupleError(`\`${attribute.name}\` of \`${name}\` takes ${wanted[primitive]}, not ${given}`);
}

function signedOf(text: string): number | undefined {
  const parsed = parseSigned(text, 'prefixed');
  return parsed?.length === text.length ? parsed.value : undefined;
}

function unsignedOf(text: string): number | undefined {
  const digits = text.replace(/(?<=[\da-fA-F])u$/, '');
  const parsed = parseUnsigned(digits);
  return parsed?.length === digits.length ? parsed.value : undefined;
}
