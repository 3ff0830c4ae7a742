import type { Entry, Mapping, Node } from '../../parse/tree.js';
import { lowerCall } from './composition.js';
import { lowerCost } from './cost.js';
import { checkTask } from './envelope.js';
import { lowerGraph, predicate } from './graph.js';
import { templateOf } from './islands.js';
import { lowerLifts } from './lifts.js';
import { lowerNamed } from './named.js';
import { fields, fieldsOf, isBoolean, isNull, stringOf } from './nodes.js';
import { lowerOperands } from './operands.js';
import { writePattern } from './patterns.js';
import { eachEntry, listForm } from './permits.js';
import { lowerReferences } from './references.js';
import { writeToolBound, writeToolName } from './required.js';
import type { TaskScope } from './task-scope.js';

type Fields = ReadonlyMap<string, Entry>;

/** The verbs, in the order in which the first one a task has is its main one. */
const VERBS = ['infer', 'exec', 'invoke', 'agent'];

/** Everything a task says: what it does, what it waits for, and what it reads. */
export function lowerTask(scope: TaskScope, task: Mapping): void {
  const entries = fields(task);
  lowerBindings(scope, entries.get('with'));
  lowerVerbs(scope, entries);
  lowerLoop(scope, entries.get('for_each'));
  lowerCondition(scope, entries.get('when'));
  lowerFailure(scope, entries.get('on_error'));
  lowerAfter(scope, entries.get('after')?.value);
  lowerGroup(scope, entries.get('group')?.value);
  lowerCall(scope, entries);
  lowerLifts(scope, entries);
  lowerCost(scope, entries);
  lowerGraph(scope, entries);
  checkTask(scope, task, entries);
}

function lowerBindings(scope: TaskScope, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const { value } = entry;
  if (scope.workflow.run.options.wordReferences) lowerNamed(scope, value);
  const named = value.kind === 'mapping' ? [...fields(value)] : [];
  const bound = named.map(([name, { key, value }]) => ({ name, key, value, slot: scope.bindingSlot(name) }));
  bound.forEach(({ name, key, value, slot }, position) => {
    scope.bind(name, slot, position);
    scope.bound.set(name, value);
    scope.place(slot, key);
    lowerReferences(scope, 'with', slot, value);
  });
  const nameless = namelessValues(value);
  if (nameless.length === 0) return;
  const slot = scope.slot('with');
  scope.bind('', slot, bound.length);
  scope.place(slot, entry.key);
  for (const node of nameless) lowerReferences(scope, 'with', slot, node);
}

/** What stands in `with:` under no name: all of it where it is no mapping, and values whose key is a collection. */
function namelessValues(node: Node): readonly Node[] {
  if (isNull(node)) return [];
  if (node.kind !== 'mapping') return [node];
  return node.entries.filter(({ key }) => key.kind !== 'scalar').map(({ value }) => value);
}

function lowerVerbs(scope: TaskScope, entries: Fields): void {
  const { input } = scope;
  let main = '';
  for (const verb of VERBS) {
    const entry = entries.get(verb);
    if (entry === undefined) continue;
    scope.say('verb', verb);
    if (main === '') {
      main = verb;
      scope.say('main_verb', verb);
      scope.place(input, entry.key);
    }
    if (verb === 'invoke') lowerInvoke(scope, entry.value);
    if (verb === 'agent') lowerAgent(scope, entry.value);
    lowerOperands(scope, verb, entry.value);
    lowerBody(scope, main === verb ? 'body' : 'other-body', entry.value);
  }
}

/** What a verb is told. Of a call, each argument is told to the input of its name. */
function lowerBody(scope: TaskScope, field: 'body' | 'other-body', body: Node): void {
  const entries = fieldsOf(body);
  if (!entries.has('workflow')) {
    lowerReferences(scope, field, scope.input, body);
    return;
  }
  for (const [name, { value }] of entries) {
    if (name === 'args') lowerArguments(scope, field, value);
    else lowerReferences(scope, field, scope.input, value);
  }
}

function lowerArguments(scope: TaskScope, field: 'body' | 'other-body', args: Node): void {
  const { run } = scope.workflow;
  const named: [string, Node][] =
    args.kind === 'mapping' ? [...fields(args)].map(([name, { value }]) => [name, value]) : [['', args]];
  for (const [name, value] of named) {
    const argument = run.intern(name);
    lowerReferences(scope, field, scope.input, value, (reference) => {
      run.table('in_argument', 2).add(reference, argument);
    });
  }
}

function lowerInvoke(scope: TaskScope, body: Node): void {
  const entries = fieldsOf(body);
  const tool = entries.get('tool')?.value;
  const workflow = entries.get('workflow')?.value;
  const name = tool && stringOf(tool);
  const target = workflow && stringOf(workflow);
  if (tool && typeof name === 'string') lowerTool(scope, tool, name);
  if (typeof target === 'string') scope.say('calls', target);
  // What is invoked is there, and can't be read.
  if (name === null || target === null || (name === undefined && target === undefined)) scope.say('tool_form', 'type');
  lowerArgs(scope, entries.get('args')?.value);
}

function lowerTool(scope: TaskScope, node: Node, name: string): void {
  const { run } = scope.workflow;
  const tool = writePattern(run, name);
  writeToolName(run, tool, name);
  run.table('invokes', 2).add(scope.symbol, tool);
  run.table('invoked', 3).add(scope.part('tool', node), scope.symbol, tool);
  const template = templateOf(name);
  if (template !== 'none') scope.say('tool_form', template === 'live' ? 'template' : 'escaped');
}

function lowerArgs(scope: TaskScope, args: Node | undefined): void {
  scope.say('args_form', argsForm(args));
  if (args?.kind === 'mapping') for (const name of fields(args).keys()) scope.say('argument', name);
}

function argsForm(args: Node | undefined): string {
  if (args === undefined) return 'absent';
  if (args.kind === 'mapping') return 'map';
  const text = stringOf(args);
  return text !== null && templateOf(text) === 'live' ? 'template' : 'other';
}

function lowerAgent(scope: TaskScope, body: Node): void {
  const { run } = scope.workflow;
  const tools = fieldsOf(body).get('tools')?.value;
  if (tools === undefined) {
    if (body.kind !== 'mapping' && !isNull(body)) scope.say('whitelist_form', 'other');
    return;
  }
  scope.say('whitelist_form', whitelistForm(tools));
  eachEntry(
    tools,
    (text, position) => {
      const entry = writePattern(run, text);
      writeToolName(run, entry, text);
      writeToolBound(run, entry, text);
      run.table('whitelist', 3).add(scope.symbol, entry, position);
      const node = tools.kind === 'sequence' ? (tools.items[position] ?? tools) : tools;
      run.table('whitelisted', 3).add(scope.part(`tools.${position}`, node), scope.symbol, entry);
    },
    (position) => run.table('unreadable_whitelist_entry', 2).add(scope.symbol, position),
  );
}

function whitelistForm(tools: Node): string {
  const form = listForm(tools);
  return ['list', 'string', 'template', 'null'].includes(form) ? form : 'other';
}

function lowerLoop(scope: TaskScope, entry: Entry | undefined): void {
  if (entry === undefined) return;
  scope.mark('loops');
  scope.place(scope.item, entry.key);
  lowerReferences(scope, 'for_each', scope.item, entry.value);
}

function lowerCondition(scope: TaskScope, entry: Entry | undefined): void {
  if (entry === undefined) return;
  const { value } = entry;
  scope.say('condition', conditionOf(value));
  const slot = scope.slot('when');
  scope.place(slot, entry.key);
  lowerReferences(scope, 'when', slot, value);
}

function conditionOf(value: Node): 'true' | 'false' | 'null' | 'other' {
  if (isBoolean(value, true)) return 'true';
  if (isBoolean(value, false)) return 'false';
  return isNull(value) ? 'null' : 'other';
}

function lowerFailure(scope: TaskScope, entry: Entry | undefined): void {
  if (entry === undefined) return;
  if (entry.value.kind !== 'mapping') {
    scope.mark('on_error_unreadable');
    lowerReferences(scope, 'recover', scope.output, entry.value);
    return;
  }
  const entries = fields(entry.value);
  const recover = entries.get('recover');
  const skip = entries.get('skip');
  if (skip && !isBoolean(skip.value, false)) scope.mark('skips_failure');
  if (recover === undefined) return;
  scope.mark('recovers');
  lowerReferences(scope, 'recover', scope.output, recover.value);
}

/** `after:` as a mapping of producers to predicates, as a list of producers, or as one. */
function lowerAfter(scope: TaskScope, after: Node | undefined): void {
  if (after === undefined || isNull(after)) return;
  if (after.kind === 'mapping') for (const [id, { value }] of fields(after)) waitFor(scope, id, predicate(value));
  else {
    if (scope.workflow.run.options.wordReferences) scope.mark('bare_after');
    for (const item of after.kind === 'sequence' ? after.items : [after]) {
      if (item.kind === 'scalar' && !isNull(item)) waitFor(scope, item.text, '');
    }
  }
}

function waitFor(scope: TaskScope, id: string, word: string): void {
  const { run, tasks } = scope.workflow;
  const producer = tasks.get(id);
  if (producer === undefined) scope.say('after_ghost', id);
  else run.table('after', 3).add(scope.symbol, producer, run.word(word));
}

/** A group by its name; several, where a list of them stands in its place. */
function lowerGroup(scope: TaskScope, group: Node | undefined): void {
  for (const item of group?.kind === 'sequence' ? group.items : [group]) {
    if (item?.kind !== 'scalar' || isNull(item)) continue;
    scope.say('group_member', item.text);
    scope.workflow.fold(item.text);
  }
}
