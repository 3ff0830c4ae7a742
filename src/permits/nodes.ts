import type { Entry, Mapping, Node } from '../parse/tree.js';

/** The last entry of that name: of equal keys the last one counts. */
export function entryOf(mapping: Mapping, name: string): Entry | undefined {
  return mapping.entries.filter(({ key }) => nameOf(key) === name).at(-1);
}

/** A key as a name; null of a key that is none. */
export function nameOf(key: Node): string | null {
  return key.kind === 'scalar' ? key.text : null;
}

/** It is written in `[…]` or `{…}`. */
export function isFlow(text: string, node: Node): boolean {
  return /[[{]/.test(text[node.start] ?? '');
}

/** Where what a node says ends: a mapping in block style may be said to end behind the comments that follow it. */
export function lastEnd(text: string, node: Node): number {
  let last = node;
  while (last.kind !== 'scalar' && !isFlow(text, last)) {
    const inner: Node | undefined = last.kind === 'sequence' ? last.items.at(-1) : last.entries.at(-1)?.value;
    if (inner === undefined) break;
    if (inner.end === inner.start && last.kind === 'mapping')
      return Math.max(inner.end, last.entries.at(-1)?.key.end ?? 0);
    last = inner;
  }
  return last.start + text.slice(last.start, last.end).trimEnd().length;
}

/** What a node says, as JSON would hold it; scalars that are no truth values as their text. */
export function plain(node: Node): unknown {
  if (node.kind === 'sequence') return node.items.map(plain);
  if (node.kind === 'mapping')
    return Object.fromEntries(node.entries.map(({ key, value }) => [nameOf(key) ?? '', plain(value)]));
  return node.type === 'boolean' ? node.text === 'true' : node.text;
}
