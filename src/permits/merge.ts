import type { Entry, Mapping, Sequence } from '../parse/tree.js';
import { breakBefore, lineBreak, lineEnd, lineStart } from './lines.js';
import { entryOf, isFlow, lastEnd, nameOf } from './nodes.js';
import { CATEGORIES, grantsSame } from './said.js';
import { blockLines, flowText, type Value } from './yaml.js';

/** Characters that are replaced. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Wanted = ReadonlyMap<string, Value | undefined>;

/** The text with edits made that don't overlap; of those at one place the first comes first. */
export function edited(text: string, edits: readonly Edit[]): string {
  let [result, from] = ['', 0];
  for (const { start, end, text: written } of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(from, start) + written;
    from = end;
  }
  return result + text.slice(from);
}

/**
 * What to change in a mapping in block style so that its entries are what is wanted: lines of entries and items that are no
 * longer wanted go, new ones come behind the last, and all other lines stay, those of comments among them.
 */
export function mergeEdits(text: string, mapping: Mapping, wanted: Wanted): Edit[] {
  const edits: Edit[] = [];
  const missing: string[] = [];
  for (const [name, value] of wanted) {
    const entry = entryOf(mapping, name);
    if (entry === undefined && value !== undefined) missing.push(...blockLines({ [name]: value }));
    if (entry === undefined || grantsSame(entry.value, value, CATEGORIES.get(name) ?? [])) continue;
    if (value === undefined) edits.push(removal(text, entry.key.start, entryEnd(text, entry)));
    else edits.push(...valueEdits(text, entry, value));
  }
  return [...edits, ...linesBehind(text, mapping, missing)];
}

function valueEdits(text: string, entry: Entry, value: Value): Edit[] {
  const node = entry.value;
  if (node.kind === 'mapping' && !isFlow(text, node) && value !== true && !isList(value)) {
    const fields = new Map<string, Value | undefined>(Object.entries(value));
    const keys = CATEGORIES.get(nameOf(entry.key) ?? '') ?? [];
    return mergeEdits(text, node, new Map(keys.map((key) => [key, fields.get(key)])));
  }
  if (node.kind === 'sequence' && !isFlow(text, node) && isList(value)) return itemEdits(text, node, value);
  return [replacement(text, entry, flowText(value))];
}

/** Items of a list in block style. */
function itemEdits(text: string, list: Sequence, entries: readonly string[]): Edit[] {
  const missing = new Set(entries);
  const edits: Edit[] = [];
  for (const item of list.items) {
    const isWanted = item.kind === 'scalar' && item.type === 'string' && missing.delete(item.text);
    if (!isWanted) edits.push(removal(text, item.start, lastEnd(text, item)));
  }
  const lines = [...missing].map((entry) => `- ${flowText([entry]).slice(1, -1)}`);
  return [...edits, ...linesBehind(text, list, lines)];
}

/** In place of a value; behind the colon where that is empty, or begins on a line of its own. */
export function replacement(text: string, { key, value }: Entry, written: string): Edit {
  const end = Math.max(value.start, lastEnd(text, value));
  const colon = /\s*:/y;
  colon.lastIndex = key.end;
  const isBelow = value.kind !== 'scalar' && !isFlow(text, value);
  if ((value.end > value.start && !isBelow) || !colon.test(text)) return { start: value.start, end, text: written };
  return { start: colon.lastIndex, end: isBelow ? end : colon.lastIndex, text: ` ${written}` };
}

/** The lines from one place to another, without the break behind the last: a file may end there. */
function removal(text: string, from: number, to: number): Edit {
  return { start: breakBefore(text, lineStart(text, from)), end: lineEnd(text, to), text: '' };
}

/** New lines behind a collection, as deep as it stands. */
function linesBehind(text: string, node: Mapping | Sequence, lines: readonly string[]): Edit[] {
  if (lines.length === 0) return [];
  const before = lineBreak(text, node.start) + ' '.repeat(node.start - lineStart(text, node.start));
  const at = lineEnd(text, lastEnd(text, node));
  return [{ start: at, end: at, text: lines.map((line) => before + line).join('') }];
}

function entryEnd(text: string, { key, value }: Entry): number {
  return Math.max(key.end, value.end > value.start ? lastEnd(text, value) : 0);
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}
