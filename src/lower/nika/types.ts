import type { Mapping, Node } from '../../parse/tree.js';
import { partName, partPath } from './names.js';
import { fields, isBoolean, stringOf } from './nodes.js';
import type { WorkflowScope } from './scope.js';

const PRIMITIVES = new Set([
  'null',
  'bool',
  'integer',
  'number',
  'string',
  'bytes',
  'uri',
  'path',
  'duration',
  'timestamp',
]);
/** A longer union is a type of which nothing is known. */
const LONGEST_UNION = 64;
const BOUNDED = new Set(['integer', 'number', 'string']);

/**
 * Writes a type expression as facts (rules/nika/types-schema.dl). Recursion is bounded by the tree's height.
 *
 * @param type the symbol that the type is named by
 */
export function writeType(scope: WorkflowScope, type: number, node: Node): void {
  if (node.kind === 'mapping') writeConstructor(scope, type, node);
  else writeForm(scope, type, primitive(node));
}

function primitive(node: Node): string {
  if (node.kind === 'scalar' && node.type === 'null') return 'null';
  const name = stringOf(node);
  return name !== null && PRIMITIVES.has(name) ? name : 'unknown';
}

function writeForm(scope: WorkflowScope, type: number, form: string): void {
  const { run } = scope;
  run.table('type_form', 2).add(type, run.word(form));
}

/** A type that is built of others: a mapping of one constructor to them. */
function writeConstructor(scope: WorkflowScope, type: number, node: Mapping): void {
  const entries = fields(node);
  const open = entries.get('additional');
  entries.delete('additional');
  const [form = '', entry] = [...entries][0] ?? [];
  const known = entries.size === 1 && entry !== undefined && writeParts(scope, type, form, entry.value);
  writeForm(scope, type, known ? form : 'unknown');
  if (known && open && isBoolean(open.value, true)) scope.run.table('type_open', 1).add(type);
}

/** What the type is built of; false where that is not as the constructor has it. */
function writeParts(scope: WorkflowScope, type: number, form: string, value: Node): boolean {
  const { run } = scope;
  if (BOUNDED.has(form)) return value.kind === 'mapping';
  if (form === 'array' || form === 'map') {
    run.table('type_inner', 2).add(type, writeInner(scope, type, form, value));
    return true;
  }
  if (form === 'object' && value.kind === 'mapping') {
    for (const [name, { value: field }] of fields(value)) writeField(scope, type, name, field);
    return true;
  }
  if (value.kind !== 'sequence') return false;
  if (form === 'enum') for (const word of value.items) writeWord(scope, type, word);
  // Unions are compared member by member.
  if (form === 'union' && value.items.length > LONGEST_UNION) return false;
  if (form === 'union')
    for (const [i, member] of value.items.entries())
      run.table('type_member', 3).add(type, writeInner(scope, type, `union.${i}`, member), i);
  return form === 'enum' || form === 'union';
}

function writeInner(scope: WorkflowScope, type: number, path: string, node: Node): number {
  const { run } = scope;
  const inner = run.intern(partPath(`${run.facts.symbols.text(type)}.${path}`));
  scope.place(inner, node);
  writeType(scope, inner, node);
  return inner;
}

function writeField(scope: WorkflowScope, type: number, name: string, node: Node): void {
  const { run } = scope;
  const optional = node.kind === 'mapping' && node.entries.length === 1 ? fields(node).get('optional') : undefined;
  const field = writeInner(scope, type, `object.${partName(name)}`, optional?.value ?? node);
  const presence = run.word(optional === undefined ? 'required' : 'optional');
  run.table('type_field', 4).add(type, run.intern(name), field, presence);
}

function writeWord(scope: WorkflowScope, type: number, word: Node): void {
  const { run } = scope;
  const text = stringOf(word);
  if (text !== null) run.table('type_word', 2).add(type, run.intern(text));
}
