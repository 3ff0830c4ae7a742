import type { Entry, Mapping, Node } from '../../parse/tree.js';
import type { LowerRun } from '../run.js';
import { valueForm } from './forms.js';
import { fields, fieldsOf } from './nodes.js';
import { writePath, writeUrl, writeUrlStart, writeWalkRoot } from './required.js';
import { type Resolved, resolveAsReference } from './resolve.js';
import { lowerWholeSecret } from './secrets.js';
import type { TaskScope } from './task-scope.js';

/** Arguments that some law looks at; which tool takes which of them, and what for, is said in rules. */
const LOOKED_AT = new Set([
  'path',
  'url',
  'target',
  'out',
  'output_dir',
  'pattern',
  'source',
  'mode',
  'input',
  'image',
  'images',
  'mask',
  'bundle',
  'op',
  'key',
]);
const PATHS = new Set([
  'skills',
  'path',
  'out',
  'output_dir',
  'input',
  'image',
  'images',
  'mask',
  'bundle',
  'data.path',
  'multipart.path',
]);
const URLS = new Set(['url', 'target']);
/** Arguments of which a field is looked at, in each item where they are a list. */
const NESTED: ReadonlyMap<string, string> = new Map([
  ['data', 'path'],
  ['multipart', 'path'],
]);

/** The operands of a verb that laws look at (rules/nika/operands-schema.dl): what it runs, what it is told by name, its skills. */
export function lowerOperands(scope: TaskScope, verb: string, body: Node): void {
  if (body.kind !== 'mapping') return;
  const entries = fields(body);
  if (verb === 'exec')
    for (const field of ['command', 'shell', 'cwd']) writeOperands(scope, field, '', entries.get(field));
  if (verb === 'agent') writeOperands(scope, 'skills', '', entries.get('skills'));
  const args = entries.get('args')?.value;
  if (verb === 'invoke' && args?.kind === 'mapping') lowerArguments(scope, args);
}

function lowerArguments(scope: TaskScope, args: Mapping): void {
  for (const [name, entry] of fields(args)) {
    const field = NESTED.get(name);
    if (field !== undefined) writeFields(scope, `${name}.${field}`, entry.value, field);
    if (LOOKED_AT.has(name)) writeOperands(scope, 'args', name, entry);
  }
}

/** One operand for the field of a mapping, or one for each item of a list of mappings. */
function writeFields(scope: TaskScope, name: string, value: Node, field: string): void {
  const holders = value.kind === 'sequence' ? value.items : [value];
  for (const [i, holder] of holders.entries()) {
    const held = fieldsOf(holder).get(field)?.value;
    if (held !== undefined) writeOperand(scope, `args.${name}.${i}`, 'args', name, i, held);
  }
}

/** One operand for a value, or one for each item of a list. */
function writeOperands(scope: TaskScope, field: string, name: string, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const path = name === '' ? field : `${field}.${name}`;
  const { value } = entry;
  if (value.kind !== 'sequence') {
    writeOperand(scope, path, field, name, 0, value);
    if (field === 'command') scope.workflow.run.table('unlisted', 1).add(scope.part(path, value));
    return;
  }
  for (const [i, item] of value.items.entries()) writeOperand(scope, `${path}.${i}`, field, name, i, item);
}

function writeOperand(scope: TaskScope, path: string, field: string, name: string, i: number, value: Node): void {
  const { run } = scope.workflow;
  const part = scope.part(path, value);
  run.table('operand', 5).add(part, scope.symbol, run.word(field), run.word(name), i);
  const form = valueForm(value);
  run.table('operand_form', 2).add(part, run.word(form));
  if (value.kind !== 'scalar') return;
  if (form === 'template') {
    writeResolved(scope, part, field === 'args' ? name : field, value.text);
    if (URLS.has(name)) writeUrlStart(run, part, value.text);
    if (URLS.has(name) || name === 'key') lowerWholeSecret(scope.workflow, part, value.text);
    return;
  }
  const text = run.intern(value.text);
  run.table('literal', 2).add(part, text);
  if (form === 'string') writeComparable(run, field === 'skills' ? field : name, text, value.text);
}

/** A template of which the file gives all values, as far as some law looks at what it comes to. */
function writeResolved(scope: TaskScope, part: number, name: string, template: string): void {
  const { run, values } = scope.workflow;
  if (name !== 'command' && name !== 'pattern' && !PATHS.has(name) && !URLS.has(name)) return;
  writeReading(run, part, name, scope.resolver.resolve(template), 'text');
  if (run.options.wordReferences) writeReading(run, part, name, resolveAsReference(template, values), 'reference');
}

function writeReading(run: LowerRun, part: number, name: string, resolved: Resolved | null, by: string): void {
  if (resolved === null) return;
  const text = run.intern(resolved.text);
  run.table('resolved', 3).add(part, text, run.word(by));
  for (const source of resolved.sources) run.table('resolved_from', 3).add(part, source, run.word(by));
  writeComparable(run, name, text, resolved.text);
}

/** What laws of the boundary compare with its grants. */
function writeComparable(run: LowerRun, name: string, symbol: number, text: string): void {
  if (PATHS.has(name)) writePath(run, symbol, text);
  else if (URLS.has(name)) writeUrl(run, symbol, text);
  else if (name === 'pattern') writeWalkRoot(run, symbol, text);
}
