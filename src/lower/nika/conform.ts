import type { Entry, Mapping, Node, Scalar } from '../../parse/tree.js';
import { fields } from './nodes.js';

const STRINGS = new Set(['string', 'bytes', 'uri', 'path', 'duration', 'timestamp']);
/** Types and values inside one another; what is deeper is taken to fit. */
const MAX_DEPTH = 60;

/**
 * Whether a value is of a type (chapter 09). A type that is not written as one fits everything: that it isn't is said
 * elsewhere. Strings stand for their subtypes, and patterns are not looked at.
 */
export function conforms(value: Node, type: Node, depth = 0): boolean {
  if (depth > MAX_DEPTH || type.kind === 'sequence') return true;
  if (type.kind === 'scalar') return isPrimitive(value, type);
  const entries = fields(type);
  for (const [name, { value: inner }] of entries) {
    const fits = CONSTRUCTORS.get(name);
    if (fits !== undefined) return fits(value, inner, depth + 1, entries);
  }
  return true;
}

/** Whether a text can be of a type; a type that is not written as one counts as one that can. */
export function canBeText(type: Node, depth = 0): boolean {
  if (depth > MAX_DEPTH || type.kind === 'sequence') return true;
  if (type.kind === 'scalar') return !DATA.has(type.text) && type.type !== 'null';
  const entries = fields(type);
  const union = entries.get('union')?.value;
  if (union?.kind === 'sequence') return union.items.some((member) => canBeText(member, depth + 1));
  return !['array', 'map', 'object', 'integer', 'number'].some((name) => entries.has(name));
}

const DATA = new Set(['null', 'bool', 'integer', 'number', 'bytes']);

function isPrimitive(value: Node, type: Scalar): boolean {
  const kind = value.kind === 'scalar' ? value.type : 'collection';
  if (type.type === 'null' || type.text === 'null') return kind === 'null';
  if (type.text === 'bool') return kind === 'boolean';
  if (type.text === 'integer') return isWhole(value);
  if (type.text === 'number') return kind === 'number';
  return STRINGS.has(type.text) ? kind === 'string' : true;
}

type Fits = (value: Node, inner: Node, depth: number, type: ReadonlyMap<string, Entry>) => boolean;

const CONSTRUCTORS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['array', (value, of, depth) => value.kind === 'sequence' && value.items.every((item) => conforms(item, of, depth))],
  [
    'map',
    (value, of, depth) => value.kind === 'mapping' && value.entries.every((entry) => conforms(entry.value, of, depth)),
  ],
  ['union', (value, of, depth) => of.kind !== 'sequence' || of.items.some((member) => conforms(value, member, depth))],
  ['enum', (value, of) => of.kind !== 'sequence' || of.items.some((word) => isWord(value, word))],
  ['integer', (value, bounds) => isWhole(value) && within(numberOf(value), bounds, 'min', 'max')],
  ['number', (value, bounds) => numberOf(value) !== null && within(numberOf(value), bounds, 'min', 'max')],
  ['string', (value, bounds) => isText(value) && within([...value.text].length, bounds, 'min_len', 'max_len')],
  ['object', (value, of, depth, type) => value.kind === 'mapping' && hasFields(value, of, depth, type)],
]);

function isWord(value: Node, word: Node): boolean {
  return isText(value) && word.kind === 'scalar' && word.text === value.text;
}

function isText(value: Node): value is Scalar {
  return value.kind === 'scalar' && value.type === 'string';
}

function numberOf(value: Node): number | null {
  return value.kind === 'scalar' && value.type === 'number' ? Number(value.text) : null;
}

function isWhole(value: Node): boolean {
  return Number.isInteger(numberOf(value));
}

function within(value: number | null, bounds: Node, least: string, most: string): boolean {
  if (value === null || bounds.kind !== 'mapping') return true;
  const entries = fields(bounds);
  const bound = (name: string) => numberOf(entries.get(name)?.value ?? bounds);
  return value >= (bound(least) ?? value) && value <= (bound(most) ?? value);
}

/** Every field is there or optional, and of its type; others only where the type says `additional: true`. */
function hasFields(value: Mapping, types: Node, depth: number, object: ReadonlyMap<string, Entry>): boolean {
  if (types.kind !== 'mapping') return true;
  const [wanted, given] = [fields(types), fields(value)];
  for (const [name, { value: field }] of wanted) {
    const optional = field.kind === 'mapping' ? fields(field).get('optional')?.value : undefined;
    const entry = given.get(name);
    if (entry === undefined ? optional === undefined : !conforms(entry.value, optional ?? field, depth)) return false;
  }
  const additional = object.get('additional')?.value;
  const isOpen = additional?.kind === 'scalar' && additional.text.toLowerCase() === 'true';
  return isOpen || [...given.keys()].every((name) => wanted.has(name));
}
