import type { Entry, Mapping, Node } from '../../parse/tree.js';

/** The entries of a mapping by the text of their keys. Of duplicate keys the last counts, at its place; keys that are no scalars have no name. */
export function fields(mapping: Mapping): Map<string, Entry> {
  const byName = new Map<string, Entry>();
  for (const entry of mapping.entries) {
    if (entry.key.kind !== 'scalar') continue;
    byName.delete(entry.key.text);
    byName.set(entry.key.text, entry);
  }
  return byName;
}

/** The fields of a node; none where it is no mapping. */
export function fieldsOf(node: Node | undefined): ReadonlyMap<string, Entry> {
  return node?.kind === 'mapping' ? fields(node) : NO_FIELDS;
}

const NO_FIELDS: ReadonlyMap<string, Entry> = new Map();

/** A scalar that is a string; null of anything else. */
export function stringOf(node: Node): string | null {
  return node.kind === 'scalar' && node.type === 'string' ? node.text : null;
}

export function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.type === 'null';
}

export function isBoolean(node: Node, value: boolean): boolean {
  return node.kind === 'scalar' && node.type === 'boolean' && (node.text.toLowerCase() === 'true') === value;
}

/** Whether some mapping of a tree has two keys of one text. */
export function hasDuplicateKeys(root: Node): boolean {
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'sequence') for (const item of node.items) pending.push(item);
    if (node.kind !== 'mapping') continue;
    if (repeatsKey(node)) return true;
    for (const { value } of node.entries) pending.push(value);
  }
  return false;
}

/** Most mappings are so small that comparing all pairs is faster than a set. */
const SMALL = 8;

function repeatsKey({ entries }: Mapping): boolean {
  if (entries.length > SMALL) return repeatsAmongMany(entries);
  for (let i = 1; i < entries.length; i++) {
    const key = entries[i]?.key;
    if (key?.kind !== 'scalar') continue;
    for (let j = 0; j < i; j++) {
      const earlier = entries[j]?.key;
      if (earlier?.kind === 'scalar' && earlier.text === key.text) return true;
    }
  }
  return false;
}

function repeatsAmongMany(entries: readonly Entry[]): boolean {
  const seen = new Set<string>();
  for (const { key } of entries) {
    if (key.kind !== 'scalar') continue;
    if (seen.has(key.text)) return true;
    seen.add(key.text);
  }
  return false;
}
