import type { Node } from '../../parse/tree.js';
import type { LowerRun } from '../run.js';
import { lowerBounds } from './bounds.js';
import { templateOf } from './islands.js';
import { fields } from './nodes.js';
import { writePathPattern, writePattern } from './patterns.js';
import { writeHostBound, writePathBound, writeToolBound } from './required.js';
import type { WorkflowScope } from './scope.js';

/** The categories by the keys of `permits:` that lead to them. */
const SECTIONS: readonly (readonly [section: string, keys: readonly string[]])[] = [
  ['fs', ['read', 'write']],
  ['net', ['http']],
];
const CATEGORIES = ['exec', 'tools', 'env'];

/** The boundary a workflow declares. */
export function lowerPermits(scope: WorkflowScope, permits: Node): void {
  const { run } = scope;
  run.table('permits_form', 2).add(scope.symbol, run.word(permitsForm(permits)));
  run.table('grant', 3).add(scope.part('permits', permits), scope.symbol, run.word(''));
  lowerBounds(scope, 'permits', permits);
  if (permits.kind !== 'mapping') return;
  const entries = fields(permits);
  for (const [section, keys] of SECTIONS) {
    const node = entries.get(section)?.value;
    if (node?.kind === 'mapping') {
      const inner = fields(node);
      for (const key of keys) lowerCategory(scope, `${section}.${key}`, inner.get(key)?.value);
    } else if (node !== undefined) writeForm(scope, section, node);
  }
  for (const category of CATEGORIES) lowerCategory(scope, category, entries.get(category)?.value);
}

function permitsForm(node: Node): string {
  if (node.kind === 'mapping') return 'map';
  if (node.kind === 'sequence') return 'list';
  return node.type === 'null' || node.type === 'string' ? node.type : 'other';
}

/**
 * What a node is that should have been a list: "list", "map", "null", "number", "true", "false", "template" (a string with a
 * live island) or "string".
 */
export function listForm(node: Node): string {
  if (node.kind === 'mapping') return 'map';
  if (node.kind === 'sequence') return 'list';
  if (node.type === 'boolean') return node.text.toLowerCase();
  if (node.type === 'string') return templateOf(node.text) === 'live' ? 'template' : 'string';
  return node.type;
}

/** For `exec` alone it counts whether a value is empty: that grants nothing to a reader who asks for a true value. */
function categoryForm(category: string, node: Node): string {
  const isEmpty =
    node.kind === 'mapping' ? node.entries.length === 0 : node.kind === 'scalar' && Number(node.text) === 0;
  const form = listForm(node);
  return category === 'exec' && isEmpty && (form === 'map' || form === 'number') ? 'empty' : form;
}

function writeForm(scope: WorkflowScope, category: string, node: Node): void {
  const { run } = scope;
  run.table('permit_form', 3).add(scope.symbol, run.word(category), run.word(categoryForm(category, node)));
  run.table('grant', 3).add(scope.part(`permits.${category}`, node), scope.symbol, run.word(category));
}

function lowerCategory(scope: WorkflowScope, category: string, node: Node | undefined): void {
  if (node === undefined) return;
  const { run } = scope;
  writeForm(scope, category, node);
  const symbol = run.word(category);
  const items = node.kind === 'sequence' ? node.items : [];
  eachEntry(
    node,
    (text, position) => {
      const entry = category.startsWith('fs.') ? writePathPattern(run, text) : writePattern(run, text);
      writeComparable(run, category, entry, text);
      run.table('permit', 4).add(scope.symbol, symbol, entry, position);
      const part = scope.part(`permits.${category}.${position}`, items[position] ?? node);
      run.table('grant_entry', 5).add(part, scope.symbol, symbol, entry, position);
    },
    (position) => run.table('unreadable_entry', 3).add(scope.symbol, symbol, position),
  );
}

/** What laws of the boundary compare with what tasks need. Programs and names of variables are compared as they are. */
function writeComparable(run: LowerRun, category: string, entry: number, text: string): void {
  if (category.startsWith('fs.')) writePathBound(run, entry, text);
  else if (category === 'tools') writeToolBound(run, entry, text);
  else if (category === 'net.http') writeHostBound(run, entry, text);
}

/** The entries of a list, or the one string that stands for a list of one, and the positions of items that are no strings. */
export function eachEntry(
  node: Node,
  entry: (text: string, position: number) => void,
  unreadable: (position: number) => void,
): void {
  if (node.kind === 'mapping' || (node.kind === 'scalar' && node.type !== 'string')) return;
  const items = node.kind === 'sequence' ? node.items : [node];
  items.forEach((item, position) => {
    if (item.kind === 'scalar' && item.type === 'string') entry(item.text, position);
    else unreadable(position);
  });
}
