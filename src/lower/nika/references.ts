import { sourceOffset } from '../../parse/offset.js';
import type { Node, Range, Scalar } from '../../parse/tree.js';
import { findMentions, findWordMentions, hasIsland } from './islands.js';
import type { Mention, Target } from './mention.js';
import type { WorkflowScope } from './scope.js';
import type { Slot, TaskScope } from './task-scope.js';

/** The column `field` of the relation `reference`. */
export type Field = 'with' | 'body' | 'other-body' | 'for_each' | 'recover' | 'when';

/** Says of a reference that was written what else is to be said of it. */
export type Note = (reference: number) => void;

/** Writes every reference in the strings of a value, in order of the document. Keys of mappings are not read. */
export function lowerReferences(scope: TaskScope, field: Field, slot: Slot, value: Node, note?: Note): void {
  eachString(value, (scalar) => lowerString(scope, field, slot, scalar, note));
}

/** The strings of a value that hold an island, in order of the document; keys of mappings are none. */
export function eachString(value: Node, found: (scalar: Scalar) => void): void {
  const pending: Node[] = [value];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'scalar') {
      if (node.type === 'string' && hasIsland(node.text)) found(node);
    } else pushChildren(pending, node);
  }
}

/** What is pushed last is read first. */
function pushChildren(pending: Node[], node: Exclude<Node, Scalar>): void {
  const children = node.kind === 'sequence' ? node.items : node.entries;
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i];
    if (child !== undefined) pending.push('value' in child ? child.value : child);
  }
}

function lowerString(scope: TaskScope, field: Field, slot: Slot, scalar: Scalar, note?: Note): void {
  const mentions: Mention[] = [];
  findMentions(scalar.text, scope.names, mentions);
  if (scope.workflow.run.options.wordReferences) findWordMentions(scalar.text, mentions);
  for (const mention of mentions) writeMention(scope, field, slot, scalar, mention, note);
}

function writeMention(scope: TaskScope, field: Field, slot: Slot, scalar: Scalar, mention: Mention, note?: Note): void {
  const { target, by } = mention;
  // A binding that isn't there reads nothing.
  if (target.kind === 'binding' && !scope.bindings.has(target.name)) return;
  const { run, document } = scope.workflow;
  const isWord = by === 'word' || by === 'quoted-word';
  const position = isWord ? slot.wordPosition++ : slot.position++;
  const reference = run.intern(`${slot.name}@${isWord ? 'w' : ''}${position}`);
  run.table('reference', 5).add(reference, scope.symbol, run.word(field), slot.symbol, position);
  run.table('found', 2).add(reference, run.word(by));
  if (mention.escaped) run.table('escaped', 1).add(reference);
  const start = sourceOffset(document.text, scalar, mention.start);
  const range = { start, end: sourceOffset(document.text, scalar, mention.end) };
  scope.workflow.place(reference, range);
  writeTarget(scope, reference, target, range);
  note?.(reference);
}

function writeTarget(scope: TaskScope, reference: number, target: Target, range: Range): void {
  const { run } = scope.workflow;
  switch (target.kind) {
    case 'binding':
      run.table('reads_binding', 2).add(reference, scope.bindings.get(target.name) ?? 0);
      return;
    case 'every-binding':
      scope.needBindingPool();
      run.table('reads_every_binding', 1).add(reference);
      return;
    case 'item':
      run.table('reads_item', 1).add(reference);
      return;
    default:
      writeWorkflowTarget(scope.workflow, reference, target, range);
  }
}

/** What is read of the workflow, whoever reads it. What only a task has (bindings, a loop's item) is nothing here. */
export function writeWorkflowTarget(workflow: WorkflowScope, reference: number, target: Target, range: Range): void {
  const { run } = workflow;
  switch (target.kind) {
    case 'task': {
      const task = workflow.tasks.get(target.id);
      if (task === undefined) run.table('reads_ghost', 2).add(reference, run.intern(target.id));
      else run.table('reads_task', 3).add(reference, task, run.word(target.projection));
      return;
    }
    case 'every-task':
      workflow.needPool();
      run.table('reads_every_task', 1).add(reference);
      return;
    case 'group':
      run.table('reads_group', 2).add(reference, workflow.fold(target.name));
      return;
    case 'every-group':
      run.table('reads_group', 2).add(reference, workflow.everyFold());
      return;
    case 'input':
      run.table('reads_input', 2).add(reference, workflow.inputSlot(target.name));
      return;
    case 'secret':
      run.table('reads_secret', 2).add(reference, workflow.secret(target.name, range));
      return;
    case 'every-secret':
      run.table('reads_every_secret', 2).add(reference, workflow.symbol);
      return;
    case 'every-input':
      run.table('reads_input', 2).add(reference, workflow.everyInput());
  }
}
