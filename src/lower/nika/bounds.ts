import type { Node } from '../../parse/tree.js';
import { templateOf } from './islands.js';
import { partName, partPath } from './names.js';
import { fields } from './nodes.js';
import type { WorkflowScope } from './scope.js';

/** An island as the reference finds it: one backslash escapes it, and it has an end. */
const CLOSED_ISLAND = /(?<!\\)\$\{\{.*?\}\}/s;

/**
 * Every string within `permits:` that holds an island, wherever it stands (rules/nika/bounds-schema.dl). Recursion is
 * bounded by the tree's height.
 */
export function lowerBounds(scope: WorkflowScope, path: string, node: Node): void {
  if (node.kind === 'sequence') {
    for (const [i, item] of node.items.entries()) lowerBounds(scope, partPath(`${path}.${i}`), item);
  } else if (node.kind === 'mapping') {
    for (const [name, { value }] of fields(node)) lowerBounds(scope, partPath(`${path}.${partName(name)}`), value);
  } else if (node.type === 'string' && node.text.includes('${{')) {
    if (templateOf(node.text) === 'live') writeBound(scope, path, node, 'text');
    if (CLOSED_ISLAND.test(node.text)) writeBound(scope, path, node, 'reference');
  }
}

function writeBound(scope: WorkflowScope, path: string, node: Node & { text: string }, by: string): void {
  const { run } = scope;
  const part = scope.part(path, node);
  run.table('interpolated', 4).add(part, scope.symbol, run.intern(node.text), run.word(by));
}
