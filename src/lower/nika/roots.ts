import { rawIslands, withoutLiterals } from './scan.js';

/** A name at the root of a path in an expression, with the name behind it ("" where none is). Offsets are those of the text. */
export interface Root {
  readonly root: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const LITERAL = `'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"`;

/** String literals, and roots with the name behind them. */
function pattern(first: string, part: string, flags: string): RegExp {
  const name = `[${first}][${part}]*`;
  const step = `\\s*\\.\\s*(?<member>${name})(?!\\s*\\()|\\s*\\[\\s*(?<index>'[^'\\\\]*'|"[^"\\\\]*")\\s*\\]`;
  // What is behind is looked at where a name begins and nowhere else, or a run of blanks would be gone through for each of them.
  return new RegExp(
    `${LITERAL}|(?=[${first}])(?<![${part}]|\\.\\s*)(?<root>${name})(?:${step})?(?<call>\\s*\\()?`,
    flags,
  );
}

const ROOT = pattern('\\p{L}_', '\\p{L}\\p{N}\\p{M}_', 'gu');
/** The same for the many texts that are ASCII, where it is faster. */
const ASCII_ROOT = pattern('A-Za-z_', 'A-Za-z0-9_', 'g');
const OTHER = /[^\0-\x7f]/;

/** What the roots of an expression are, by its text within [start, end); string literals and what is called are none. */
export function rootsOf(text: string, start: number, end: number): Root[] {
  const roots: Root[] = [];
  const expression = text.slice(start, end);
  for (const match of expression.matchAll(OTHER.test(expression) ? ROOT : ASCII_ROOT)) {
    const { root, member, index, call } = match.groups ?? {};
    if (root === undefined || call !== undefined) continue;
    const at = start + match.index;
    roots.push({ root, name: member ?? index?.slice(1, -1) ?? '', start: at, end: at + match[0].length });
  }
  return roots;
}

const SCANNED = /(?<![.\p{L}\p{N}_])([A-Za-z_][A-Za-z0-9_]*)(?:\.([A-Za-z_][A-Za-z0-9_]*))?/gu;

/** What the reference checker takes for the roots of the expressions in a string. */
export function scanRoots(text: string): Root[] {
  return rawIslands(text).flatMap((island) =>
    [...withoutLiterals(island).matchAll(SCANNED)].map(({ 0: all, 1: root = '', 2: name = '', index }) => {
      const at = island.start + index;
      return { root, name, start: at, end: at + all.length };
    }),
  );
}
