import { sourceOffset } from '../../parse/offset.js';
import type { Entry, Node, Range, Scalar } from '../../parse/tree.js';
import { partName } from './names.js';
import { fields, fieldsOf, stringOf } from './nodes.js';
import { eachString, writeWorkflowTarget } from './references.js';
import { rawIslands, type Scanned, scanGraph, scanPasses } from './scan.js';
import type { WorkflowScope } from './scope.js';
import type { TaskScope } from './task-scope.js';

type Fields = ReadonlyMap<string, Entry>;

/** What a task says of the graph beside its references (rules/nika/graph-schema.dl). */
export function lowerGraph(scope: TaskScope, entries: Fields): void {
  lowerAfterEntries(scope, entries.get('after')?.value);
  lowerStatusTests(scope, entries);
  if (scope.workflow.run.options.wordReferences) scanTask(scope, entries);
}

function lowerAfterEntries(scope: TaskScope, after: Node | undefined): void {
  if (after?.kind !== 'mapping') return;
  const { run, tasks } = scope.workflow;
  const nobody = run.word('');
  for (const [id, { key, value }] of fields(after)) {
    const part = scope.part(`after.${partName(id)}`, key);
    const table = run.table('after_entry', 5);
    table.add(part, scope.symbol, tasks.get(id) ?? nobody, run.intern(id), run.word(predicate(value)));
  }
}

/** The word as written; "" where none is, "?" where a collection or an empty text stands in its place. */
export function predicate(value: Node): string {
  if (value.kind !== 'scalar') return '?';
  return value.type === 'null' ? '' : value.text || '?';
}

const STATUS_TEST =
  /\bwith\.([a-z][a-z0-9_]*)\s*[!=]=\s*(?:'([^']*)'|"([^"]*)")|(?:'([^']*)'|"([^"]*)")\s*[!=]=\s*with\.([a-z][a-z0-9_]*)/g;
const STATUS = /^\s*tasks\.[a-z][a-z0-9_]*\.status\s*$/;

/** Comparisons of `when:` with words, and the bindings that hold a status and nothing else. */
function lowerStatusTests(scope: TaskScope, entries: Fields): void {
  const when = entries.get('when')?.value;
  if (when?.kind !== 'scalar' || when.type !== 'string') return;
  let position = 0;
  for (const { body, start } of rawIslands(when.text)) {
    for (const match of body.matchAll(STATUS_TEST)) {
      const [text, left, single, double, first, second, right] = match;
      const at = start + match.index;
      const part = partIn(scope, `when.${position++}`, when, at, at + text.length);
      const word = single ?? double ?? first ?? second ?? '';
      const { run } = scope.workflow;
      run.table('compares_words', 4).add(part, scope.symbol, run.intern(left ?? right ?? ''), run.intern(word));
    }
  }
  if (position === 0) return;
  for (const [name, { value }] of fieldsOf(entries.get('with')?.value)) {
    const islands = rawIslands(stringOf(value) ?? '');
    if (islands.length === 1 && STATUS.test(islands[0]?.body ?? '')) scope.say('holds_status', name);
  }
}

function partIn(scope: TaskScope, path: string, scalar: Scalar, start: number, end: number): number {
  return scope.part(path, sourceRange(scope.workflow, scalar, start, end));
}

function sourceRange({ document }: WorkflowScope, scalar: Scalar, start: number, end: number): Range {
  return { start: sourceOffset(document.text, scalar, start), end: sourceOffset(document.text, scalar, end) };
}

function scanTask(scope: TaskScope, entries: Fields): void {
  for (const [field, { value }] of entries) {
    const recover = field === 'on_error' ? fieldsOf(value).get('recover')?.value : undefined;
    if (recover !== undefined) scanField(scope, 'on_error.recover', [recover]);
    scanField(scope, field, othersOf(value, recover));
  }
}

function scanField(scope: TaskScope, field: string, values: readonly Node[]): void {
  let position = 0;
  for (const value of values) {
    eachString(value, (scalar) => {
      for (const found of scanGraph(scalar.text)) writeScanned(scope, field, position++, scalar, found);
      if (field === 'with') writePasses(scope, scalar.text);
    });
  }
}

/** The values of a field but for one that is read by itself. */
function othersOf(value: Node, apart: Node | undefined): readonly Node[] {
  if (apart === undefined || value.kind !== 'mapping') return [value];
  return value.entries.map((entry) => entry.value).filter((node) => node !== apart);
}

function writeScanned(scope: TaskScope, field: string, position: number, scalar: Scalar, found: Scanned): void {
  const { run } = scope.workflow;
  const slot = scope.slot(`${partName(field)}@s${position}`);
  const range = sourceRange(scope.workflow, scalar, found.start, found.end);
  scope.place(slot, range);
  run.table('scanned', 4).add(slot.symbol, scope.symbol, run.intern(field), position);
  writeFound(scope.workflow, slot.symbol, found, range);
}

function writeFound(workflow: WorkflowScope, reference: number, { kind, name }: Scanned, range: Range): void {
  const { run } = workflow;
  if (kind === 'task') writeWorkflowTarget(workflow, reference, { kind, id: name, projection: '' }, range);
  if (kind === 'group') writeWorkflowTarget(workflow, reference, { kind, name }, range);
  if (kind === 'groups') writeWorkflowTarget(workflow, reference, { kind: 'every-group' }, range);
  if (kind === 'tasks') run.table('scanned_bare', 2).add(reference, run.word('tasks'));
  if (kind === 'bare-task') run.table('scanned_bare', 2).add(reference, run.intern(`tasks.${name}`));
}

function writePasses(scope: TaskScope, text: string): void {
  const { run, tasks } = scope.workflow;
  for (const { id, projection } of scanPasses(text)) {
    const producer = tasks.get(id);
    if (producer === undefined) continue;
    run.table('scanned_pass', 3).add(scope.symbol, producer, run.word(projection));
  }
}

/** What the reference checker sees of the graph in `outputs:`. */
export function scanOutputs(scope: WorkflowScope, outputs: Node): void {
  const { run } = scope;
  let position = 0;
  eachString(outputs, (scalar) => {
    for (const found of scanGraph(scalar.text)) {
      const reference = run.intern(`${scope.path}#*outputs@s${position}`);
      const range = sourceRange(scope, scalar, found.start, found.end);
      scope.place(reference, range);
      run.table('scanned_output', 3).add(reference, scope.symbol, position++);
      writeFound(scope, reference, found, range);
    }
  });
}
