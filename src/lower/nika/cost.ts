import type { Entry, Node } from '../../parse/tree.js';
import { valueForm } from './forms.js';
import { fieldsOf } from './nodes.js';
import type { WorkflowScope } from './scope.js';
import type { TaskScope } from './task-scope.js';

type Fields = ReadonlyMap<string, Entry>;

/** Plain digits without a leading zero. */
const WHOLE = /^[1-9]\d{0,9}$/;
const GREATEST = 2 ** 31 - 1;

/** The model of a workflow whose tasks name none (rules/nika/cost-schema.dl). */
export function lowerDefaultModel(scope: WorkflowScope, entry: Entry | undefined): void {
  if (entry !== undefined) writeModel(scope, 'default_model', scope.symbol, entry.value);
}

/** What bounds the spending of a task: its model, its tokens, how often it is tried and for how many items it runs. */
export function lowerCost(scope: TaskScope, entries: Fields): void {
  const infer = entries.get('infer')?.value;
  const body = fieldsOf(infer ?? entries.get('agent')?.value);
  const model = body.get('model');
  if (model) writeModel(scope.workflow, 'task_model', scope.symbol, model.value);
  const tokens = body.get(infer === undefined ? 'max_tokens_total' : 'max_tokens');
  if (tokens) writeLimit(scope, 'token_limit', tokens.value);
  const retry = entries.get('retry');
  if (retry) writeLimit(scope, 'attempt_limit', fieldsOf(retry.value).get('max_attempts')?.value ?? retry.value);
  const loop = entries.get('for_each');
  if (loop) lowerItems(scope, fieldsOf(loop.value).get('items')?.value);
}

function writeModel({ run }: WorkflowScope, relation: string, owner: number, node: Node): void {
  const name = node.kind === 'scalar' ? node.text : '';
  run.table(relation, 3).add(owner, run.word(valueForm(node)), run.intern(name));
}

function writeLimit(scope: TaskScope, relation: string, node: Node): void {
  const { run } = scope.workflow;
  const isWhole = node.kind === 'scalar' && node.type === 'number' && WHOLE.test(node.text);
  const limit = isWhole ? Number(node.text) : 0;
  if (limit > 0 && limit <= GREATEST) run.table(relation, 3).add(scope.symbol, run.word('whole'), limit);
  else run.table(relation, 3).add(scope.symbol, run.word(valueForm(node)), 0);
}

/** A loop without items has none that could be counted. */
function lowerItems(scope: TaskScope, items: Node | undefined): void {
  const { run } = scope.workflow;
  const count = items?.kind === 'sequence' ? items.items.length : 0;
  run.table('loop_items', 3).add(scope.symbol, run.word(items === undefined ? 'null' : valueForm(items)), count);
}
