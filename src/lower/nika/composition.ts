import type { Entry, Node } from '../../parse/tree.js';
import { valueForm } from './forms.js';
import { partName } from './names.js';
import { fields, fieldsOf } from './nodes.js';
import type { WorkflowScope } from './scope.js';
import type { TaskScope } from './task-scope.js';
import { writeType } from './types.js';

/** What a task gives to the workflow that it calls, and expects of it (rules/nika/composition-schema.dl). */
export function lowerCall(scope: TaskScope, task: ReadonlyMap<string, Entry>): void {
  const { run } = scope.workflow;
  const entries = fieldsOf(task.get('invoke')?.value);
  const target = entries.get('workflow')?.value;
  if (target === undefined) return;
  run.table('call_target', 2).add(scope.part('workflow', target), scope.symbol);
  for (const [name, { value }] of fieldsOf(entries.get('args')?.value)) writePassed(scope, name, value);
  const returns = task.get('returns')?.value;
  if (returns === undefined) return;
  const type = scope.part('returns', returns);
  run.table('returned', 2).add(type, scope.symbol);
  writeType(scope.workflow, type, returns);
}

function writePassed(scope: TaskScope, name: string, value: Node): void {
  const { run } = scope.workflow;
  const part = scope.part(`args.${partName(name)}`, value);
  run.table('passed', 3).add(part, scope.symbol, run.intern(name));
  const form = valueForm(value);
  run.table('operand_form', 2).add(part, run.word(form));
  if (value.kind === 'scalar' && form !== 'template') run.table('literal', 2).add(part, run.intern(value.text));
}

/** What a workflow declares that it gives back. */
export function lowerDeclaredOutputs(scope: WorkflowScope, outputs: Node): void {
  const { run } = scope;
  if (outputs.kind !== 'mapping') return;
  for (const [name, { key, value }] of fields(outputs)) {
    const part = scope.part(`outputs.${partName(name)}`, key);
    run.table('declared_output', 3).add(part, scope.symbol, run.intern(name));
    const type = fieldsOf(value).get('type')?.value;
    if (type !== undefined) writeType(scope, part, type);
  }
}
