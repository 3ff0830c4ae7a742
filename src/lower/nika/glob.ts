/**
 * The regular expression of a glob, for a match of the whole text, as ECMAScript and `std::regex` both read it.
 * The glob is read as Python's fnmatchcase does: `*` any text, `?` one character, `[abc]`, `[a-c]`, `[!abc]`; a `[` that is
 * not closed is itself. For a matcher that doesn't backtrack, as `match` has: globs may hold thousands of stars.
 */
export function globRegex(glob: string): string {
  const lastClose = glob.lastIndexOf(']');
  let regex = '';
  for (let at = 0; at < glob.length; ) {
    let stop = at;
    while (glob[stop] === '*' || glob[stop] === '?') stop++;
    if (stop > at) regex += wildcards(glob.slice(at, stop));
    else {
      const end = glob[at] === '[' && at < lastClose ? classEnd(glob, at) : -1;
      stop = end < 0 ? at + 1 : end;
      regex += end < 0 ? escaped(glob.slice(at, stop)) : characterClass(glob.slice(at + 1, stop - 1));
    }
    at = stop;
  }
  return regex;
}

const ANY = '[\\s\\S]*';
const ONE = '[\\s\\S]';
const NONE = '[^\\s\\S]';

/** Stars and question marks that stand together: so many characters, and any text if there is a star. */
function wildcards(wild: string): string {
  return ONE.repeat(wild.replaceAll('*', '').length) + (wild.includes('*') ? ANY : '');
}

/** The offset behind the `]` of the class that begins at a `[`; -1 where it isn't closed. A `]` that comes first is a member. */
function classEnd(glob: string, open: number): number {
  const first = open + (glob[open + 1] === '!' ? 2 : 1);
  return glob.indexOf(']', first + (glob[first] === ']' ? 1 : 0)) + 1 || -1;
}

function characterClass(text: string): string {
  const isNegated = text.startsWith('!');
  const members = isNegated ? text.slice(1) : text;
  let set = '';
  for (let at = 0; at < members.length; ) {
    const from = members[at] ?? '';
    const to = members[at + 1] === '-' ? members[at + 2] : undefined;
    // A range that runs backwards holds nothing.
    if (to === undefined) set += member(from);
    else if (from <= to) set += `${member(from)}-${member(to)}`;
    at += to === undefined ? 1 : 3;
  }
  if (set === '') return isNegated ? ONE : NONE;
  return `[${isNegated ? '^' : ''}${set}]`;
}

function member(c: string): string {
  return /[\\\]^[-]/.test(c) ? `\\${c}` : c;
}

function escaped(c: string): string {
  return /[\\^$.*+?()[\]{}|]/.test(c) ? `\\${c}` : c;
}
