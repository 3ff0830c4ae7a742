import type { Mapping, Node } from '../parse/tree.js';
import type { Block } from './block.js';
import { entryOf, nameOf, plain } from './nodes.js';
import type { Value } from './yaml.js';

/** What the inference speaks of, by the keys of `permits:`, with the keys below them. It says nothing of any other, as `env`. */
export const CATEGORIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['fs', ['read', 'write']],
  ['net', ['http']],
  ['exec', []],
  ['tools', []],
]);

export function isInferred(key: Node): boolean {
  return CATEGORIES.has(nameOf(key) ?? '');
}

/** The categories of a block, by name; undefined where it grants nothing. */
export function categoriesOf(block: Block): ReadonlyMap<string, Value | undefined> {
  return new Map<string, Value | undefined>([
    ['fs', block.fs],
    ['net', block.net],
    ['exec', block.exec],
    ['tools', block.tools],
  ]);
}

/** That a node grants what a value does, in whatever order and style; without a node or a value nothing is granted. */
export function grantsSame(node: Node | undefined, value: Value | undefined, keys: readonly string[]): boolean {
  if (keys.length === 0) return granted(node) === JSON.stringify(isList(value) ? [...value].sort() : (value ?? []));
  const wanted = new Map<string, Value | undefined>(Object.entries(value ?? {}));
  if (node !== undefined && node.kind !== 'mapping') return value === undefined && granted(node) === '[]';
  return keys.every((key) => grantsSame(node && entryOf(node, key)?.value, wanted.get(key), []));
}

/** What a node grants, as a text to compare; null of what is no list of different strings and no truth value. */
function granted(node: Node | undefined): string | null {
  if (node === undefined || (node.kind === 'scalar' && node.type === 'null')) return '[]';
  if (node.kind === 'scalar') return node.type !== 'boolean' ? null : plain(node) === true ? 'true' : '[]';
  if (node.kind === 'mapping') return node.entries.length === 0 ? '[]' : null;
  const entries = node.items.map((item) => (item.kind === 'scalar' && item.type === 'string' ? item.text : null));
  if (entries.includes(null) || new Set(entries).size < entries.length) return null;
  return JSON.stringify(entries.sort());
}

/** That a mapping grants what a block does. */
export function grantsBlock(permits: Mapping, block: Block): boolean {
  const wanted = categoriesOf(block);
  return [...CATEGORIES].every(([name, keys]) => grantsSame(entryOf(permits, name)?.value, wanted.get(name), keys));
}

function isList(value: Value | undefined): value is readonly string[] {
  return Array.isArray(value);
}
