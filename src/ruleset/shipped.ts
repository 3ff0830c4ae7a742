import type { Source } from '../datalog/index.js';
import { shippedRules } from '../rules.js';

/** Shipped files go by names that no relative path has. */
const PREFIX = 'shipped:';

/** Whether a rule or relation stands in a file that ships. */
export function isShipped(file: string): boolean {
  return file.startsWith(PREFIX);
}

/** A shipped file by its path below `rules/`. */
export function shippedEntry(path: string): Source {
  const entry = shippedFile(path, PREFIX);
  if (entry === undefined) throw new Error(`no rule file ${path} is shipped`);
  return entry;
}

/** What a shipped file includes: paths are relative to it. */
export function shippedFile(path: string, from: string): Source | undefined {
  const base = from.slice(PREFIX.length).split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') base.pop();
    else if (part !== '.') base.push(part);
  }
  const text = shippedRules.get(base.join('/'));
  return text === undefined ? undefined : { file: PREFIX + base.join('/'), text };
}

let byText: ReadonlyMap<string, string> | undefined;

/**
 * A file as the one that ships, where it has the same text: a copy of a shipped file, or the file itself in the sources of
 * this program, says nothing new, and must not look like a second declaration of everything in it.
 */
export function asShipped(source: Source): Source {
  byText ??= new Map([...shippedRules].map(([path, text]) => [text, path]));
  const path = byText.get(source.text);
  if (path !== undefined) return { file: PREFIX + path, text: source.text };
  return isShipped(source.file) ? { ...source, file: `./${source.file}` } : source;
}
