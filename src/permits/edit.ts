import { parseString } from '../parse/parse.js';
import type { Entry, Mapping, Node } from '../parse/tree.js';
import type { Block } from './block.js';
import { blockLines, flowText, permitsLines } from './yaml.js';

/**
 * The text of a workflow with its `permits:` set to a block, every other character as it was. Null where there is no place
 * for it that would surely read back: the text is no mapping with `tasks:`, or is refused anyway.
 */
export function withPermits(text: string, block: Block): string | null {
  const { root } = parseString('', text);
  if (root?.kind !== 'mapping') return null;
  const edited = isFlow(text, root) ? inFlow(text, root, block) : inBlock(text, root, block);
  return edited !== null && readsBack(root, edited, block) ? edited : null;
}

function isFlow(text: string, node: Node): boolean {
  return text[node.start] === '{';
}

/** The last entry of that name: of equal keys the last one counts. */
function entryOf(mapping: Mapping, name: string): Entry | undefined {
  return mapping.entries.filter(({ key }) => key.kind === 'scalar' && key.text === name).at(-1);
}

function inFlow(text: string, root: Mapping, block: Block): string | null {
  const existing = entryOf(root, 'permits');
  if (existing !== undefined) return replaced(text, existing, flowText(block, true));
  const at = root.start + 1;
  return root.entries.length === 0
    ? null
    : `${text.slice(0, at)}"permits": ${flowText(block, true)}, ${text.slice(at)}`;
}

function inBlock(text: string, root: Mapping, block: Block): string | null {
  const existing = entryOf(root, 'permits');
  if (existing === undefined) return inserted(text, root, block);
  const { value } = existing;
  if (value.kind === 'scalar' || /[[{]/.test(text[value.start] ?? '')) return replaced(text, existing, flowText(block));
  const indent = ' '.repeat(value.start - lineStart(text, value.start));
  return replaced(text, existing, blockLines(block).join(lineBreak(text, value.start) + indent));
}

/** In place of a value, or behind the colon where there is none. */
function replaced(text: string, { key, value }: Entry, written: string): string | null {
  if (value.end > value.start) {
    const end = value.start + text.slice(value.start, lastEnd(text, value)).trimEnd().length;
    return text.slice(0, value.start) + written + text.slice(end);
  }
  const colon = /\s*:/y;
  colon.lastIndex = key.end;
  if (!colon.test(text)) return null;
  return `${text.slice(0, colon.lastIndex)} ${written}${text.slice(colon.lastIndex)}`;
}

/** Where what a node says ends: a mapping in block style may be said to end behind the comments that follow it. */
function lastEnd(text: string, node: Node): number {
  let last = node;
  while (last.kind !== 'scalar' && !/[[{]/.test(text[last.start] ?? '')) {
    const inner: Node | undefined = last.kind === 'sequence' ? last.items.at(-1) : last.entries.at(-1)?.value;
    if (inner === undefined) break;
    if (inner.end === inner.start && last.kind === 'mapping')
      return Math.max(inner.end, last.entries.at(-1)?.key.end ?? 0);
    last = inner;
  }
  return last.end;
}

/** A new entry above `tasks:`, and above the comments that stand directly over that. */
function inserted(text: string, root: Mapping, block: Block): string | null {
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

function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isBreak(text[start - 1])) start--;
  return start === 0 && text.startsWith('\ufeff') ? 1 : start;
}

/** Where the line before the one that starts at `at` starts; null where there is none. */
function previousLine(text: string, at: number): number | null {
  if (at === 0) return null;
  const crlf = text[at - 1] === '\n' && text[at - 2] === '\r';
  return isBreak(text[at - 1]) ? lineStart(text, at - (crlf ? 2 : 1)) : null;
}

function isBreak(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

/** The break of the line before, else of the first line. */
function lineBreak(text: string, at: number): string {
  const breaks = text.slice(0, at).match(/\r\n|\n|\r/g);
  return breaks?.at(-1) ?? /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** That the block is there, and all else as it was: nobody should have to look whether a file still says the same. */
function readsBack(before: Mapping, edited: string, block: Block): boolean {
  const { root } = parseString('', edited);
  if (root?.kind !== 'mapping') return false;
  const permits = entryOf(root, 'permits');
  if (permits === undefined || JSON.stringify(plain(permits.value)) !== JSON.stringify(block)) return false;
  return othersOf(root) === othersOf(before);
}

function othersOf(root: Mapping): string {
  const others = root.entries.filter(({ key }) => key.kind !== 'scalar' || key.text !== 'permits');
  return JSON.stringify(others.map(({ key, value }) => [plain(key), plain(value)]));
}

function plain(node: Node): unknown {
  if (node.kind === 'sequence') return node.items.map(plain);
  if (node.kind === 'mapping')
    return Object.fromEntries(
      node.entries.map(({ key, value }) => [key.kind === 'scalar' ? key.text : '', plain(value)]),
    );
  return node.type === 'boolean' ? node.text === 'true' : node.text;
}
