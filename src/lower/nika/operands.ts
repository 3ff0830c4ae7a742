import type { Entry, Mapping, Node } from '../../parse/tree.js';
import { valueForm } from './forms.js';
import { fields } from './nodes.js';
import type { TaskScope } from './task-scope.js';

/** Arguments that some law looks at; which tool takes which of them, and what for, is said in rules. */
const LOOKED_AT = new Set(['path', 'url', 'target', 'out', 'output_dir', 'pattern', 'source', 'mode']);

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
  for (const [name, entry] of fields(args)) if (LOOKED_AT.has(name)) writeOperands(scope, 'args', name, entry);
}

/** One operand for a value, or one for each item of a list. */
function writeOperands(scope: TaskScope, field: string, name: string, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const path = name === '' ? field : `${field}.${name}`;
  const { value } = entry;
  if (value.kind !== 'sequence') {
    writeOperand(scope, path, field, name, 0, value);
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
  if (value.kind === 'scalar' && form !== 'template') run.table('literal', 2).add(part, run.intern(value.text));
}
