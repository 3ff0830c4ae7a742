/**
 * The regular expression of a glob, for a match of the whole text, as ECMAScript and `std::regex` both read it.
 * The glob is read as Python's fnmatchcase does: `*` any text, `?` one character, `[abc]`, `[a-c]`, `[!abc]`; a `[` that is
 * not closed is itself. Matching takes no exponential time: all stars but the last two are tried once, at the first place
 * where what follows them fits, which is enough for a glob.
 */
export function globRegex(glob: string): string {
  const parts = split(glob);
  const last = parts.pop() ?? '';
  if (parts.length <= 2) return [...parts, last].join(ANY);
  const [first = '', ...between] = parts;
  const greedy = between.pop() ?? '';
  const once = between.map((part, i) => `(?=(${ANY}?${part}))\\${i + 1}`);
  return `${first}${once.join('')}${ANY}${greedy}${ANY}${last}`;
}

const ANY = '[\\s\\S]*';
const ONE = '[\\s\\S]';
const NONE = '[^\\s\\S]';

/** The regular expressions between the stars. Question marks beside a star stand before it. */
function split(glob: string): string[] {
  const parts = [''];
  for (let at = 0; at < glob.length; ) {
    let stop = at;
    while (glob[stop] === '*' || glob[stop] === '?') stop++;
    if (stop > at) {
      const wild = glob.slice(at, stop);
      parts[parts.length - 1] += ONE.repeat(wild.length - wild.replaceAll('?', '').length);
      if (wild.includes('*')) parts.push('');
      at = stop;
      continue;
    }
    const end = glob[at] === '[' ? classEnd(glob, at) : -1;
    stop = end < 0 ? at + 1 : end;
    parts[parts.length - 1] += end < 0 ? escaped(glob.slice(at, stop)) : characterClass(glob.slice(at + 1, stop - 1));
    at = stop;
  }
  return parts;
}

/** The offset behind the `]` of the class that begins at a `[`; -1 where it isn't closed. A `]` that comes first is a member. */
function classEnd(glob: string, open: number): number {
  if (open > glob.lastIndexOf(']')) return -1;
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
