import type { Diagnostic } from '../../diagnostic.js';
import type { Entry, Mapping, Node, Range } from '../../parse/tree.js';
import type { Document, LowerCode } from '../document.js';
import type { LowerRun } from '../run.js';
import { invokesPrompt, lowerAnswers } from './answers.js';
import { lowerDeclaredOutputs } from './composition.js';
import { lowerDefaultModel } from './cost.js';
import { fields, hasDuplicateKeys } from './nodes.js';
import { lowerOutputs } from './outputs.js';
import { lowerPermits } from './permits.js';
import { WorkflowScope } from './scope.js';
import { lowerSecrets } from './secrets.js';
import { lowerTask } from './task.js';
import { TaskScope } from './task-scope.js';
import { lowerValues } from './values.js';

/** The root of a workflow: a mapping with a `tasks:` key, whatever its file is called . */
export function workflowOf(root: Node | null): Mapping | null {
  return root?.kind === 'mapping' && hasKey(root, 'tasks') ? root : null;
}

/** A project's settings: the workflow language's mapping without tasks. */
export function isProject(file: string, root: Node | null): boolean {
  return root?.kind === 'mapping' && (hasKey(root, 'nika') || /(?:^|\/)nika\.ya?ml$/.test(file));
}

function hasKey(mapping: Mapping, name: string): boolean {
  return mapping.entries.some(({ key }) => key.kind === 'scalar' && key.text === name);
}

/** Writes the facts of one workflow (rules/schema.dl; all but `law` and `difference`, which are the run's). */
export function lower(document: Document, root: Mapping, run: LowerRun): Diagnostic<LowerCode>[] {
  const scope = new WorkflowScope(run, document);
  const workflows = run.table('workflow', 1);
  run.table('workflow_index', 2).add(scope.symbol, workflows.size);
  workflows.add(scope.symbol);
  const entries = fields(root);
  const header = entries.get('nika');
  scope.place(scope.symbol, header ? { start: header.key.start, end: header.value.end } : { start: 0, end: 0 });
  if (hasDuplicateKeys(root)) malformed(scope, 'duplicate-key');
  const permits = entries.get('permits');
  if (permits) lowerPermits(scope, permits.value);
  scope.values = lowerValues(scope, entries);
  lowerDefaultModel(scope, entries.get('model'));
  lowerSecrets(scope, entries.get('secrets'));
  const tasks = entries.get('tasks');
  const faults = tasks ? lowerTasks(scope, tasks) : [];
  const outputs = entries.get('outputs');
  if (outputs) {
    lowerOutputs(scope, outputs.value);
    lowerDeclaredOutputs(scope, outputs.value);
  }
  return faults;
}

/** The text is no mapping, though the file is named as a workflow. */
export function lowerUnreadable(document: Document, run: LowerRun): void {
  malformed(new WorkflowScope(run, document), 'document');
}

function malformed(scope: WorkflowScope, what: string): void {
  scope.run.table('malformed', 2).add(scope.symbol, scope.run.word(what));
}

function lowerTasks(scope: WorkflowScope, tasks: Entry): Diagnostic<LowerCode>[] {
  const { value } = tasks;
  if (value.kind !== 'mapping' || value.entries.length === 0) {
    malformed(scope, 'tasks');
    return [
      warning(scope, 'NIKA-UNREADABLE-TASKS', tasks.key, '`tasks:` is no mapping of ids to tasks: none is judged'),
    ];
  }
  const faults = [...keyFaults(scope, value), ...valueFaults(scope, value)];
  const tasksWithBodies = declare(scope, value);
  const areAnswersRead = tasksWithBodies.some(([, body]) => invokesPrompt(body));
  for (const [task, body] of tasksWithBodies) {
    lowerTask(task, body);
    if (areAnswersRead) lowerAnswers(task, body);
  }
  return faults;
}

/** The readable tasks with their bodies, all declared before any is lowered. */
function declare(scope: WorkflowScope, tasks: Mapping): [TaskScope, Mapping][] {
  const declared: [TaskScope, Mapping][] = [];
  for (const [id, { key, value }] of fields(tasks)) {
    if (value.kind !== 'mapping') continue;
    const name = scope.taskName(id);
    const symbol = scope.run.intern(name);
    scope.tasks.set(id, symbol);
    scope.place(symbol, key);
    const task = new TaskScope(scope, symbol, name, declared.length);
    task.say('task_id', id);
    declared.push([task, value]);
  }
  return declared;
}

function keyFaults(scope: WorkflowScope, tasks: Mapping): Diagnostic<LowerCode>[] {
  const keys = tasks.entries.map(({ key }) => key).filter((key) => key.kind !== 'scalar' || key.type !== 'string');
  if (keys.length === 0) return [];
  malformed(scope, 'task-key');
  const [first, message] = [keys[0] ?? tasks, "a task's id is no plain string"];
  return [warning(scope, 'NIKA-UNREADABLE-TASK', first, counted(message, keys.length))];
}

function valueFaults(scope: WorkflowScope, tasks: Mapping): Diagnostic<LowerCode>[] {
  const unreadable = [...fields(tasks).values()].filter(({ value }) => value.kind !== 'mapping');
  if (unreadable.length === 0) return [];
  malformed(scope, 'task-value');
  const [first, message] = [unreadable[0]?.key ?? tasks, 'a task is no mapping, and is not judged'];
  return [warning(scope, 'NIKA-UNREADABLE-TASK', first, counted(message, unreadable.length))];
}

function counted(message: string, count: number): string {
  return count === 1 ? message : `${message} (and ${count - 1} more like it)`;
}

function warning(scope: WorkflowScope, code: LowerCode, range: Range, message: string): Diagnostic<LowerCode> {
  const { start, end } = range;
  const repair = ['write `tasks:` as a mapping whose keys are ids in plain letters and whose values are mappings'];
  return { code, severity: 'warning', message, place: { file: scope.document.file, start, end }, repair };
}
