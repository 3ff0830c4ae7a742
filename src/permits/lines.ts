/** Where lines of a text begin and end. A byte order mark is before the first line. */

export function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isBreak(text[start - 1])) start--;
  return start === 0 && text.startsWith('\ufeff') ? 1 : start;
}

/** Where the break of the line begins, or the text ends. */
export function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isBreak(text[end])) end++;
  return end;
}

/** Where the break before the line that starts at `at` begins; `at` itself for the first line. */
export function breakBefore(text: string, at: number): number {
  if (!isBreak(text[at - 1])) return at;
  return at - (text[at - 1] === '\n' && text[at - 2] === '\r' ? 2 : 1);
}

/** Where the line before the one that starts at `at` starts; null where there is none. */
export function previousLine(text: string, at: number): number | null {
  const end = breakBefore(text, at);
  return end === at ? null : lineStart(text, end);
}

/** The break of the line before, else of the first line. */
export function lineBreak(text: string, at: number): string {
  const breaks = text.slice(0, at).match(/\r\n|\n|\r/g);
  return breaks?.at(-1) ?? /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

function isBreak(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}
