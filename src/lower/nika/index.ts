import type { Entry, Mapping, Node } from '../../parse/tree.js';
import type { Document } from '../document.js';
import type { LowerRun } from '../run.js';
import { invokesPrompt, lowerAnswers } from './answers.js';
import { lowerDeclaredOutputs } from './composition.js';
import { lowerDefaultModel } from './cost.js';
import { checkEnvelope } from './envelope.js';
import { scanOutputs } from './graph.js';
import { fields, hasDuplicateKeys } from './nodes.js';
import { lowerOutputs } from './outputs.js';
import { lowerPermits } from './permits.js';
import { type Declared, declaredBy, type Resolver, taskResolver, workflowResolver } from './resolver.js';
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
export function lower(document: Document, root: Mapping, run: LowerRun): void {
  const scope = new WorkflowScope(run, document);
  const workflows = run.table('workflow', 1);
  run.table('workflow_index', 2).add(scope.symbol, workflows.size);
  workflows.add(scope.symbol);
  const entries = fields(root);
  const header = entries.get('nika');
  scope.place(scope.symbol, header ? { start: header.key.start, end: header.value.end } : { start: 0, end: 0 });
  if (hasDuplicateKeys(root)) malformed(scope, 'duplicate-key');
  checkEnvelope(scope, root, entries);
  const permits = entries.get('permits');
  if (permits) lowerPermits(scope, permits.value);
  scope.values = lowerValues(scope, entries);
  lowerDefaultModel(scope, entries.get('model'));
  lowerSecrets(scope, entries.get('secrets'));
  const declared = declaredBy(entries);
  const tasks = entries.get('tasks');
  if (tasks) lowerTasks(scope, tasks, declared);
  const outputs = entries.get('outputs');
  if (outputs) {
    lowerOutputs(scope, outputs.value);
    lowerDeclaredOutputs(scope, outputs.value);
    if (run.options.wordReferences) scanOutputs(scope, outputs.value);
  }
  resolveOutside(scope, entries, declared);
}

/** The names that the workflow itself reads, outside of its tasks. */
function resolveOutside(scope: WorkflowScope, entries: ReadonlyMap<string, Entry>, declared: Declared): void {
  const resolver = workflowResolver(scope, declared);
  for (const name of ['model', 'outputs']) {
    const entry = entries.get(name);
    if (entry) resolver.check(entry.value);
  }
}

/** The text is no mapping, though the file is named as a workflow. */
export function lowerUnreadable(document: Document, run: LowerRun): void {
  malformed(new WorkflowScope(run, document), 'document');
}

function malformed(scope: WorkflowScope, what: string): void {
  scope.run.table('malformed', 2).add(scope.symbol, scope.run.word(what));
}

function lowerTasks(scope: WorkflowScope, { value }: Entry, declared: Declared): void {
  if (value.kind !== 'mapping' || value.entries.length === 0) {
    malformed(scope, 'tasks');
    return;
  }
  noteUnreadable(scope, value);
  const tasks = declare(scope, value);
  const areAnswersRead = tasks.some(([, body]) => invokesPrompt(body));
  for (const [task, body] of tasks) {
    lowerTask(task, body);
    if (areAnswersRead) lowerAnswers(task, body);
    checkExpressions(taskResolver(task, body, declared), body);
  }
}

/** The strings of a task but for those of `extract:`, which hold another language. */
function checkExpressions(resolver: Resolver, task: Mapping): void {
  for (const { key, value } of task.entries) {
    const name = key.kind === 'scalar' ? key.text : '';
    if (name === 'when') resolver.checkCondition(value);
    if (name === 'extract') resolver.checkExtract(value);
    else resolver.check(value);
  }
}

function noteUnreadable(scope: WorkflowScope, tasks: Mapping): void {
  const { entries } = tasks;
  if (entries.some(({ key }) => key.kind !== 'scalar' || key.type !== 'string')) malformed(scope, 'task-key');
  if ([...fields(tasks).values()].some(({ value }) => value.kind !== 'mapping')) malformed(scope, 'task-value');
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
