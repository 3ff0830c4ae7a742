/** What wildcards stand for, as pieces of a regular expression. */
export interface Alphabet {
  /** A `*`, a run of two or more of them, and a `?`. */
  readonly any: string;
  readonly across: string;
  readonly one: string;
  /** Characters that no `[…]` matches. */
  readonly barred: string;
}

/** Python's fnmatchcase: every character is like any other. */
const FNMATCH: Alphabet = { any: '[\\s\\S]*', across: '[\\s\\S]*', one: '[\\s\\S]', barred: '' };

/**
 * The regular expression of a glob, for a match of the whole text, as ECMAScript and `std::regex` both read it.
 * The glob is read as Python's fnmatchcase does: `*` any text, `?` one character, `[abc]`, `[a-c]`, `[!abc]`; a `[` that is
 * not closed is itself. For a matcher that doesn't backtrack, as `match` has: globs may hold thousands of stars.
 */
export function globRegex(glob: string, alphabet: Alphabet = FNMATCH): string {
  if (!hasWildcard(glob)) return escaped(glob);
  let regex = '';
  for (const { kind, text } of globPieces(glob)) {
    if (kind === 'wild') regex += wildcards(text, alphabet);
    else regex += kind === 'class' ? characterClass(text.slice(1, -1), alphabet) : escaped(text);
  }
  return regex;
}

/** A part of a glob: stars and question marks that stand together, a `[…]`, or one character that is itself. */
export interface GlobPiece {
  readonly kind: 'wild' | 'class' | 'literal';
  readonly text: string;
}

export function* globPieces(glob: string): Iterable<GlobPiece> {
  const lastClose = glob.lastIndexOf(']');
  for (let at = 0; at < glob.length; ) {
    let stop = at;
    while (glob[stop] === '*' || glob[stop] === '?') stop++;
    if (stop > at) yield { kind: 'wild', text: glob.slice(at, stop) };
    else {
      const end = glob[at] === '[' && at < lastClose ? classEnd(glob, at) : -1;
      stop = end < 0 ? at + 1 : end;
      yield { kind: end < 0 ? 'literal' : 'class', text: glob.slice(at, stop) };
    }
    at = stop;
  }
}

/** Whether some character of it may be a wildcard. */
export function hasWildcard(glob: string): boolean {
  return /[*?[]/.test(glob);
}

/** The one text that a glob matches, where all of its wildcards are `[…]` of one character; null of others. */
export function spelledText(glob: string): string | null {
  let spelled = '';
  for (const { kind, text } of globPieces(glob)) {
    if (kind === 'wild' || (kind === 'class' && text.length !== 3)) return null;
    spelled += kind === 'class' ? text.slice(1, -1) : text;
  }
  return spelled;
}

/** The glob that matches a text and nothing else. */
export function literalGlob(text: string): string {
  return text.replace(/[*?[]/g, '[$&]');
}

const NONE = '[^\\s\\S]';

/** Stars and question marks that stand together: so many characters, and any text if there is a star. */
function wildcards(wild: string, { any, across, one }: Alphabet): string {
  const stars = wild.includes('**') ? across : any;
  return one.repeat(wild.replaceAll('*', '').length) + (wild.includes('*') ? stars : '');
}

/** The offset behind the `]` of the class that begins at a `[`; -1 where it isn't closed. A `]` that comes first is a member. */
function classEnd(glob: string, open: number): number {
  const first = open + (glob[open + 1] === '!' ? 2 : 1);
  return glob.indexOf(']', first + (glob[first] === ']' ? 1 : 0)) + 1 || -1;
}

function characterClass(text: string, { one, barred }: Alphabet): string {
  const isNegated = text.startsWith('!');
  const members = isNegated ? text.slice(1) : text;
  let set = '';
  for (let at = 0; at < members.length; ) {
    const from = members[at] ?? '';
    const isRange = members[at + 1] === '-' && at + 2 < members.length;
    const to = isRange ? (members[at + 2] ?? '') : from;
    set += isNegated ? range(from, to) : rangeWithout(from, to, barred);
    at += isRange ? 3 : 1;
  }
  if (set === '') return isNegated ? one : NONE;
  return isNegated ? `[^${set}${[...barred].map(member).join('')}]` : `[${set}]`;
}

/** A range that runs backwards holds nothing. */
function range(from: string, to: string): string {
  if (from === to) return member(from);
  return from < to ? `${member(from)}-${member(to)}` : '';
}

function rangeWithout(from: string, to: string, barred: string): string {
  const inside = [...barred].filter((c) => from <= c && c <= to).sort();
  let start = from;
  let set = '';
  for (const c of inside) {
    if (start < c) set += range(start, neighbour(c, -1));
    start = neighbour(c, 1);
  }
  return set + (start <= to ? range(start, to) : '');
}

function neighbour(c: string, step: number): string {
  return String.fromCharCode(c.charCodeAt(0) + step);
}

function member(c: string): string {
  return /[\\\]^[-]/.test(c) ? `\\${c}` : c;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
