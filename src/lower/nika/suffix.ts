import type { LowerRun } from '../run.js';
import { withoutEnd } from './characters.js';

/** How a name ends: behind its last dot, or before the version that stands behind it. */
interface Suffix {
  readonly suffix: string;
  readonly how: 'last' | 'versioned';
}

/** A version behind the name of a library: `.1.2` of `lib.so.1.2`. */
const isVersion = (character: string) => /[0-9.]/.test(character);

/**
 * Writes how the name of the file ends that a URL leads to (rules/nika/suffix-schema.dl). The query and the fragment say
 * nothing of it.
 */
export function writeSuffixes(run: LowerRun, symbol: number, url: string): void {
  writeEach(run, symbol, textSuffixes(url), 'text');
  if (run.options.wordReferences) writeEach(run, symbol, suffixesOf(lastSegment(urlparsePath(url))), 'reference');
}

function writeEach(run: LowerRun, symbol: number, suffixes: readonly Suffix[], by: string): void {
  for (const { suffix, how } of suffixes)
    run.table('url_suffix', 4).add(symbol, run.intern(suffix), run.word(how), run.word(by));
}

/** As a server may read it: with or without what stands behind a `;`, and without blanks behind. */
function textSuffixes(url: string): Suffix[] {
  const path = URL.canParse(url) ? new URL(url).pathname : urlparsePath(url.replaceAll('\\', '/'));
  const segment = lastSegment(path);
  const names = [segment, segment.replace(/;.*$/s, '')].map((name) =>
    withoutEnd(name, (character) => /[\s\0]/.test(character)),
  );
  return [...new Set(names)].flatMap(suffixesOf);
}

/** The path of a URL as Python's `urlparse` reads it. */
function urlparsePath(url: string): string {
  const rest = url.replace(/^[a-z][a-z0-9+.-]*:/i, '').replace(/^\/\/[^/?#]*/, '');
  const path = rest.replace(/[?#].*$/s, '');
  const last = path.lastIndexOf('/') + 1;
  return path.slice(0, last) + path.slice(last).replace(/;.*$/s, '');
}

/** The name at the end of a path, decoded once. */
function lastSegment(path: string): string {
  const end = withoutEnd(path, (character) => character === '/');
  return decoded(end.slice(end.lastIndexOf('/') + 1));
}

/** Percent-encoding undone; what is none, or no text, stays. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** The suffix of a name in lower case; of one with a version, that of the name before it as well. */
function suffixesOf(segment: string): Suffix[] {
  const name = withoutEnd(segment, (character) => character === '.');
  const unversioned = withoutEnd(name, isVersion);
  const found: Suffix[] = [{ suffix: suffixOf(name), how: 'last' }];
  if (unversioned !== name) found.push({ suffix: suffixOf(unversioned), how: 'versioned' });
  return found.filter(({ suffix }) => suffix !== '');
}

/** What stands behind the last dot of a name, with the dot; a name that only begins with dots has none. */
function suffixOf(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  return dot > 0 && /[^.]/.test(file.slice(0, dot)) ? file.slice(dot).toLowerCase() : '';
}
