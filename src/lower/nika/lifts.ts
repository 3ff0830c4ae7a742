import type { Entry, Node } from '../../parse/tree.js';
import { fieldsOf, stringOf } from './nodes.js';
import type { TaskScope } from './task-scope.js';

/** The laws that a task's author opens for it (rules/nika/lifts-schema.dl). */
export function lowerLifts(scope: TaskScope, task: ReadonlyMap<string, Entry>): void {
  const lift = task.get('lift')?.value;
  if (lift?.kind !== 'sequence') return;
  const strings = scope.workflow.run.options.wordReferences ? toldStrings(task) : [];
  for (const [i, entry] of lift.items.entries()) if (entry.kind === 'mapping') lowerLift(scope, i, entry, strings);
}

/** The strings in which the reference looks for what is lifted. */
function toldStrings(task: ReadonlyMap<string, Entry>): string[] {
  const args = fieldsOf(fieldsOf(task.get('invoke')?.value).get('args')?.value);
  const command = fieldsOf(task.get('exec')?.value).get('command')?.value;
  const elements = command?.kind === 'sequence' ? command.items : command === undefined ? [] : [command];
  return [...[...args.values()].map(({ value }) => value), ...elements].flatMap((node) => stringOf(node) ?? []);
}

function lowerLift(scope: TaskScope, i: number, entry: Node, strings: readonly string[]): void {
  const { run } = scope.workflow;
  const part = scope.part(`lift.${i}`, entry);
  const entries = fieldsOf(entry);
  const [law, from, because] = ['law', 'from', 'because'].map((name) => {
    const value = entries.get(name)?.value;
    return value === undefined ? null : stringOf(value);
  });
  run.table('lift', 3).add(part, scope.symbol, run.intern(law ?? ''));
  if (typeof from === 'string') {
    writeFrom(scope, part, from);
    if (strings.some((text) => text.includes(from))) run.table('lift_spelt', 1).add(part);
  }
  if (because) run.table('lift_because', 2).add(part, run.intern(because));
}

/** The binding that is lifted, and what its first two names say: whose it is, and which. */
function writeFrom(scope: TaskScope, part: number, from: string): void {
  const { run } = scope.workflow;
  const [root = '', name = ''] = from.split('.', 2);
  run.table('lift_from', 4).add(part, run.intern(from), run.intern(root), run.intern(name));
}
