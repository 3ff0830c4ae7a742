import type { Block } from './block.js';

/** What stands in a block: itself, a section of it, or the entries of one category. */
export type Value = Block | true | readonly string[] | { readonly [key: string]: Value | undefined };

/** A block as YAML in flow style, on one line. With `quotedKeys` it is JSON. */
export function flowText(value: Value, quotedKeys = false): string {
  if (value === true) return 'true';
  if (isList(value)) return `[${value.map(quoted).join(', ')}]`;
  const fields = Object.entries(value).map(
    ([key, inner]: [string, Value]) => `${quotedKeys ? `"${key}"` : key}: ${flowText(inner, quotedKeys)}`,
  );
  if (fields.length === 0) return '{}';
  return quotedKeys ? `{${fields.join(', ')}}` : `{ ${fields.join(', ')} }`;
}

/** The lines of a block in block style, without their breaks; entries are lists on one line. */
export function blockLines(value: Value): string[] {
  if (value === true || isList(value)) return [flowText(value)];
  const entries: [string, Value][] = Object.entries(value);
  if (entries.length === 0) return ['{}'];
  return entries.flatMap(([key, inner]) =>
    inner === true || isList(inner)
      ? [`${key}: ${flowText(inner)}`]
      : [`${key}:`, ...blockLines(inner).map((line) => `  ${line}`)],
  );
}

/** The same with the key `permits:` above it. */
export function permitsLines(block: Block): string[] {
  return Object.keys(block).length === 0 ? ['permits: {}'] : blockLines({ permits: { ...block } });
}

function isList(value: Value): value is readonly string[] {
  return Array.isArray(value);
}

/** Characters that YAML does not allow in a document, or that an editor may not show or keep. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}/gu;

/**
 * A string in double quotes, so that it reads back as that string whatever it looks like. What is not in normal form is
 * escaped, as the language's profile wants documents in it.
 */
function quoted(text: string): string {
  const json = JSON.stringify(text).replace(UNPRINTABLE, escaped);
  return text.normalize('NFC') === text ? json : json.replace(/\P{ASCII}/gu, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
