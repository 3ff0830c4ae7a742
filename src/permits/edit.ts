import { parseString } from '../parse/parse.js';
import type { Entry, Mapping } from '../parse/tree.js';
import type { Block } from './block.js';
import { lineBreak, lineStart, previousLine } from './lines.js';
import { edited, mergeEdits, replacement } from './merge.js';
import { entryOf, isFlow, nameOf, plain } from './nodes.js';
import { CATEGORIES, categoriesOf, grantsBlock, grantsSame, isInferred } from './said.js';
import { flowText, permitsLines } from './yaml.js';

/**
 * The text of a workflow whose `permits:` grants what a block does, every character outside of it as it was. Inside, what the
 * inference says nothing of stays (`env`), and in block style each line that need not change, comments among them. Null where
 * there is no place for the block that would surely read back: the text is no mapping with `tasks:`, or is refused anyway.
 */
export function withPermits(text: string, block: Block): string | null {
  const { root } = parseString('', text);
  if (root?.kind !== 'mapping') return null;
  const existing = entryOf(root, 'permits');
  const written = existing === undefined ? inserted(text, root, block) : changed(text, root, existing, block);
  return written !== null && readsBack(root, written, block) ? written : null;
}

function changed(text: string, root: Mapping, existing: Entry, block: Block): string {
  const { value } = existing;
  const permits = value.kind === 'mapping' ? value : null;
  if (permits !== null && permits.entries.length > 0 && grantsBlock(permits, block)) return text;
  if (permits !== null && !isFlow(text, permits) && staysOpen(permits, block))
    return edited(text, mergeEdits(text, permits, categoriesOf(block)));
  const flow = flowText(block, isFlow(text, root));
  return edited(text, [replacement(text, existing, permits === null ? flow : withOthers(text, permits, flow))]);
}

/** Some line of a mapping in block style is left, so that it still is one. */
function staysOpen(permits: Mapping, block: Block): boolean {
  const grantsNone = ({ key, value }: Entry) => grantsSame(value, undefined, CATEGORIES.get(nameOf(key) ?? '') ?? []);
  return Object.keys(block).length > 0 || permits.entries.some((entry) => !isInferred(entry.key) || grantsNone(entry));
}

/** A block in flow style, and what else stood in the one before, as it was written. */
function withOthers(text: string, permits: Mapping, flow: string): string {
  const others = permits.entries
    .filter(({ key }) => !isInferred(key))
    .map(({ key, value }) => text.slice(key.start, Math.max(key.end, value.end)));
  if (others.length === 0) return flow;
  const [, open = '{', inside = ''] = /^(\{ ?)(.*?) ?\}$/s.exec(flow) ?? [];
  const close = open === '{ ' || inside === '' ? ' }' : '}';
  const all = inside === '' ? others : [inside, ...others];
  return `${inside === '' ? '{ ' : open}${all.join(', ')}${close}`;
}

function inserted(text: string, root: Mapping, block: Block): string | null {
  if (!isFlow(text, root)) return insertedLines(text, root, block);
  const at = root.start + 1;
  return root.entries.length === 0
    ? null
    : `${text.slice(0, at)}"permits": ${flowText(block, true)}, ${text.slice(at)}`;
}

/** A new entry above `tasks:`, and above the comments that stand directly over that. */
function insertedLines(text: string, root: Mapping, block: Block): string | null {
  const tasks = entryOf(root, 'tasks');
  if (tasks === undefined) return null;
  let at = lineStart(text, tasks.key.start);
  const indent = text.slice(at, tasks.key.start);
  if (indent.trim() !== '') return null;
  for (let above = previousLine(text, at); above !== null; above = previousLine(text, at)) {
    if (!text.slice(above, at).startsWith(`${indent}#`)) break;
    at = above;
  }
  const written = permitsLines(block)
    .map((line) => indent + line + lineBreak(text, at))
    .join('');
  return text.slice(0, at) + written + text.slice(at);
}

/** That the block is granted, and all else as it was: nobody should have to look whether a file still says the same. */
function readsBack(before: Mapping, written: string, block: Block): boolean {
  const { root } = parseString('', written);
  const [was, is] = [entryOf(before, 'permits')?.value, root?.kind === 'mapping' && entryOf(root, 'permits')?.value];
  if (root?.kind !== 'mapping' || !is || is.kind !== 'mapping' || !grantsBlock(is, block)) return false;
  const kept = was?.kind === 'mapping' ? othersOf(was, isInferred) : '[]';
  return kept === othersOf(is, isInferred) && othersOf(root, isPermits) === othersOf(before, isPermits);
}

function isPermits(key: Entry['key']): boolean {
  return nameOf(key) === 'permits';
}

function othersOf(mapping: Mapping, isLeftOut: (key: Entry['key']) => boolean): string {
  return JSON.stringify(
    mapping.entries.filter(({ key }) => !isLeftOut(key)).map(({ key, value }) => [plain(key), plain(value)]),
  );
}
