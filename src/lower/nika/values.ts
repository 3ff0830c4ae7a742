import type { Entry, Mapping, Node } from '../../parse/tree.js';
import { valueForm } from './forms.js';
import { partName } from './names.js';
import { fields, fieldsOf, isBoolean } from './nodes.js';
import type { WorkflowScope } from './scope.js';
import { writeType } from './types.js';

/** An entry of `inputs:` or `const:`, and what it stands for where nothing else is said; null where that is not in the file. */
export interface Declared {
  readonly part: number;
  readonly value: Node | null;
}

/** What a workflow declares by name, each under its own. */
export interface Values {
  readonly inputs: ReadonlyMap<string, Declared>;
  readonly consts: ReadonlyMap<string, Declared>;
}

/** Writes the declarations of inputs and constants (rules/nika/values-schema.dl). */
export function lowerValues(scope: WorkflowScope, entries: ReadonlyMap<string, Entry>): Values {
  return {
    inputs: lowerEach(scope, 'inputs', entries.get('inputs')?.value, lowerInput),
    consts: lowerEach(scope, 'const', entries.get('const')?.value, lowerConst),
  };
}

type LowerOne = (scope: WorkflowScope, part: number, value: Node) => Node | null;

function lowerEach(
  scope: WorkflowScope,
  block: 'inputs' | 'const',
  node: Node | undefined,
  lower: LowerOne,
): ReadonlyMap<string, Declared> {
  const { run } = scope;
  const declared = new Map<string, Declared>();
  const relation = block === 'inputs' ? 'declared_input' : 'declared_const';
  for (const [name, { key, value }] of fieldsOf(node)) {
    const part = scope.part(`${block}.${partName(name)}`, key);
    run.table(relation, 3).add(part, scope.symbol, run.intern(name));
    declared.set(name, { part, value: lower(scope, part, value) });
  }
  return declared;
}

function lowerInput(scope: WorkflowScope, part: number, declaration: Node): Node | null {
  const { run } = scope;
  const entries = fieldsOf(declaration);
  const required = entries.get('required');
  if (required && isBoolean(required.value, true)) run.table('input_required', 1).add(part);
  const type = entries.get('type')?.value;
  if (type !== undefined) writeType(scope, part, type);
  const given = entries.get('default')?.value ?? null;
  if (given !== null) writeValue(scope, 'input_default', part, given);
  return given;
}

function lowerConst(scope: WorkflowScope, part: number, node: Node): Node {
  const value = (node.kind === 'mapping' && typedValue(node)) || node;
  writeValue(scope, 'const_value', part, value);
  return value;
}

/** The value of a constant that has a type as well: that is what tells it from a mapping that is the value itself. */
function typedValue(node: Mapping): Node | undefined {
  const entries = fields(node);
  return entries.has('type') ? entries.get('value')?.value : undefined;
}

function writeValue(scope: WorkflowScope, relation: string, part: number, value: Node): void {
  const { run } = scope;
  const text = value.kind === 'scalar' ? value.text : '';
  run.table(relation, 3).add(part, run.word(valueForm(value)), run.intern(text));
}
