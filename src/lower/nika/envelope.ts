import type { Entry, Mapping, Node, Range } from '../../parse/tree.js';
import { canBeText, conforms } from './conform.js';
import { durationOf } from './duration.js';
import { checkRecord, checkShape, type Site, write, written } from './grammar.js';
import { taskId, task as taskShape, typedConstant, workflow as workflowShape } from './language.js';
import { partName } from './names.js';
import { fields, fieldsOf, isBoolean, stringOf } from './nodes.js';
import type { WorkflowScope } from './scope.js';
import type { TaskScope } from './task-scope.js';

type Fields = ReadonlyMap<string, Entry>;

/** Where a file departs from the language outside of its tasks (rules/nika/grammar-schema.dl). */
export function checkEnvelope(scope: WorkflowScope, root: Mapping, entries: Fields): void {
  const site = workflowSite(scope);
  checkRecord(site, workflowShape, root, '', START);
  if (!entries.has('nika')) write(site, 'missing_key', 'nika', START, ['workflow', 'nika']);
  const header = entries.get('nika');
  if (header && stringOf(header.value) === 'v1') {
    scope.run.table('named_v1', 2).add(scope.part('nika', header.value), scope.symbol);
  }
  checkDefaults(site, fieldsOf(entries.get('inputs')?.value));
  checkConstants(site, fieldsOf(entries.get('const')?.value));
  const tasks = entries.get('tasks');
  if (tasks) checkTasks(site, tasks);
  lowerRun(scope, fieldsOf(entries.get('run')?.value));
}

const START: Range = { start: 0, end: 0 };

function workflowSite(scope: WorkflowScope): Site {
  const { run, symbol } = scope;
  return {
    run,
    workflow: symbol,
    task: run.word(''),
    part: (path, range) => scope.part(path, range),
    admits: () => scope.admitsDeparture(),
  };
}

/** A constant that has both a type and a value is a declaration; any other is a value. */
function checkConstants(site: Site, constants: Fields): void {
  for (const [name, { key, value }] of constants) {
    if (value.kind !== 'mapping') continue;
    const entries = fields(value);
    if (entries.has('type') && entries.has('value')) {
      checkDefault(site, `const.${partName(name)}`, entries.get('type'), entries.get('value'));
      checkShape(site, typedConstant, value, { shape: 'const', path: 'const', key: name, at: key, depth: 0 });
    }
  }
}

/** A value that the file gives for itself is of the type that it declares. */
function checkDefault(site: Site, path: string, type: Entry | undefined, value: Entry | undefined): void {
  if (type === undefined || value === undefined || conforms(value.value, type.value)) return;
  write(site, 'off_type', path, value.value.end > value.value.start ? value.value : value.key, [typed(value.value)]);
}

/** A value in words, with its type where it is a scalar. */
function typed(node: Node): string {
  return node.kind === 'scalar' && node.type !== 'null' ? `the ${node.type} ${written(node)}` : written(node);
}

function checkDefaults(site: Site, inputs: Fields): void {
  for (const [name, { value }] of inputs) {
    const entries = fieldsOf(value);
    if (entries.has('default')) {
      checkDefault(site, `inputs.${partName(name)}.default`, entries.get('type'), entries.get('default'));
    }
  }
}

/** `tasks:` is a mapping of ids to mappings. A key that is no string is the YAML profile's matter. */
function checkTasks(site: Site, { key: at, value }: Entry): void {
  if (value.kind !== 'mapping' || value.entries.length === 0) {
    const words = ['workflow', 'tasks', 'a mapping of ids to tasks', written(value)];
    write(site, 'shape_misfit', 'tasks', at, words);
    return;
  }
  for (const { key, value: body } of value.entries) {
    if (key.kind !== 'scalar') continue;
    const path = `tasks.${partName(key.text)}`;
    if (key.type === 'string' && !taskId.fits(key)) write(site, 'barred_name', path, key, ['tasks', key.text]);
    if (body.kind !== 'mapping')
      write(site, 'shape_misfit', path, key, ['tasks', key.text, 'a mapping', written(body)]);
  }
}

function lowerRun(scope: WorkflowScope, run: Fields): void {
  const [entropy, clock] = [run.get('entropy'), run.get('clock')];
  const declared = entropy && entropyOf(entropy.value);
  if (declared) row(scope, 'run_entropy', scope.part('run.entropy', entropy.key), declared);
  const named = clock && stringOf(clock.value);
  if (named) row(scope, 'run_clock', scope.part('run.clock', clock.key), named);
}

function entropyOf(node: Node): string | null {
  if (node.kind === 'mapping') return fields(node).has('seeded') ? 'seeded' : null;
  return stringOf(node);
}

function row(scope: WorkflowScope, relation: string, part: number, word: string): void {
  scope.run.table(relation, 3).add(part, scope.symbol, scope.run.intern(word));
}

// ------------------------------------------------------------------------------------------------------------- tasks

/** Where a task departs from the language. */
export function checkTask(scope: TaskScope, task: Mapping, entries: Fields): void {
  const { workflow, symbol } = scope;
  const site: Site = {
    run: workflow.run,
    workflow: workflow.symbol,
    task: symbol,
    part: (path, range) => scope.part(path, range),
    admits: () => workflow.admitsDeparture(),
  };
  checkRecord(site, taskShape, task, '', task);
  checkTimeout(site, entries.get('timeout'));
  lowerJitter(scope, entries.get('retry'));
  lowerDecoding(scope, fieldsOf(entries.get('exec')?.value));
  lowerContracts(scope, entries);
}

const LONGEST_TIMEOUT = 24 * 3_600_000;

function checkTimeout(site: Site, timeout: Entry | undefined): void {
  const text = timeout && stringOf(timeout.value);
  if (!text || (durationOf(text) ?? 0) <= LONGEST_TIMEOUT) return;
  write(site, 'shape_misfit', 'timeout', timeout.value, [
    'task',
    'timeout',
    '24 hours at most',
    written(timeout.value),
  ]);
}

/** A retry waits a random time unless it says otherwise (chapter 05): its delay is 1000 ms, and it jitters. */
function lowerJitter(scope: TaskScope, retry: Entry | undefined): void {
  if (retry === undefined) return;
  const entries = fieldsOf(retry.value);
  const attempts = numberOf(entries.get('max_attempts')?.value, 1);
  const delay = numberOf(entries.get('backoff_ms')?.value, 1000);
  const jitter = entries.get('jitter')?.value;
  if (attempts <= 1 || delay <= 0 || (jitter !== undefined && isBoolean(jitter, false))) return;
  scope.workflow.run.table('jitters', 2).add(scope.part('retry', retry.key), scope.symbol);
}

function numberOf(node: Node | undefined, absent: number): number {
  if (node === undefined) return absent;
  return node.kind === 'scalar' && node.type === 'number' ? Number(node.text) : 0;
}

function lowerDecoding(scope: TaskScope, exec: Fields): void {
  const [capture, decode] = [exec.get('capture'), exec.get('decode')];
  if (capture === undefined || decode === undefined) return;
  const { run } = scope.workflow;
  const words = [stringOf(capture.value) ?? '', stringOf(decode.value) ?? ''].map((word) => run.intern(word));
  run.table('decodes', 4).add(scope.part('exec.decode', decode.key), scope.symbol, ...words);
}

function lowerContracts(scope: TaskScope, entries: Fields): void {
  const returns = entries.get('returns');
  if (returns === undefined) return;
  const isTwice = ['infer', 'agent'].some((verb) => fieldsOf(entries.get(verb)?.value).has('schema'));
  const exec = fieldsOf(entries.get('exec')?.value);
  if (entries.has('exec') && !canBeText(returns.value)) {
    const words = [stringOr(exec.get('capture'), 'stdout'), stringOr(exec.get('decode'), 'text')];
    const { run } = scope.workflow;
    run
      .table('returns_data', 4)
      .add(scope.part('returns', returns.key), scope.symbol, ...words.map((it) => run.word(it)));
  }
  if (isTwice) scope.workflow.run.table('typed_twice', 2).add(scope.part('returns', returns.key), scope.symbol);
}

function stringOr(entry: Entry | undefined, absent: string): string {
  return (entry && stringOf(entry.value)) ?? absent;
}
