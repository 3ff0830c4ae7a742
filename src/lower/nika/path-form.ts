import { globRegex, literalGlob } from './glob.js';
import { normalPath } from './path.js';

/** A path taken apart, so that two spellings of one path are equal and a pattern can't climb out of where it starts. */
export interface PathForm {
  /** Where it starts: "" (the workspace), "/", "~" or "~name" (a home), each with a `../` for every step above that. */
  readonly anchor: string;
  readonly segments: readonly string[];
}

/** Takes a path apart; `.`, doubled `/` and what `..` takes back are gone, by the text alone. */
export function pathForm(path: string): PathForm {
  const root = path.startsWith('/') ? '/' : (/^~[^/]*/.exec(path)?.[0] ?? '');
  const parts = normalPath(path.slice(root.length).replace(/^\/+/, ''))
    .split('/')
    .filter((part) => part !== '.');
  let above = 0;
  while (parts[above] === '..') above++;
  // What lies above the root is the root.
  const anchor = root === '/' || above === 0 ? root : `${root && `${root}/`}${'../'.repeat(above)}`;
  return { anchor, segments: parts.slice(above) };
}

/** The segments as one text, each with a `/` behind it: what `pathRegex` is matched against. */
export function segmentsText(segments: readonly string[]): string {
  return segments.map((segment) => `${segment}/`).join('');
}

const SEGMENT = { any: '[^/]*', across: '[^/]*', one: '[^/]', barred: '/' };

/**
 * The regular expression of segments read as a pattern: `**` is any number of segments, of which `any` is one, other
 * wildcards stay within one.
 */
export function pathRegex(segments: readonly string[], any = '[^/]+'): string {
  return segments.map((segment) => (segment === '**' ? `(?:${any}/)*` : `${globRegex(segment, SEGMENT)}/`)).join('');
}

const NOTHING = '[^\\s\\S]';

/** The same for the folders in which the pattern allows some file. */
export function folderRegex(segments: readonly string[]): string {
  if (segments.length === 0) return NOTHING;
  return pathRegex(segments.at(-1) === '**' ? segments : segments.slice(0, -1));
}

/** The entry of a grant that lets a path through and no other. */
export function pathEntry({ anchor, segments }: PathForm): string {
  const inside = segments.map(literalGlob).join('/');
  if (anchor === '' && segments.length === 0) return '.';
  // A relative path that begins like a home or a negation is told from these by `./`.
  if (anchor === '') return /^[~!]/.test(inside) ? `./${inside}` : inside;
  return joined(anchor, inside);
}

/** The entry that lets through whatever lies directly in a folder. */
export function insideEntry({ anchor, segments }: PathForm): string {
  return joined(pathEntry({ anchor, segments }).replace(/^\.$/, ''), '*');
}

function joined(folder: string, inside: string): string {
  if (inside === '') return folder.length > 1 ? folder.replace(/\/$/, '') : folder;
  return folder === '' || folder.endsWith('/') ? folder + inside : `${folder}/${inside}`;
}

/** The folder in which a `nika:glob` begins to walk: what stands before the first segment with a wildcard. */
export function walkRoot(pattern: string): string {
  const segments = pattern.split('/');
  const wild = segments.findIndex((segment) => /[*?[{]/.test(segment));
  if (wild < 0) return pattern;
  if (wild === 0) return '.';
  return segments.slice(0, wild).join('/') || '/';
}
