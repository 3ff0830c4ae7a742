/**
 * JSON with comments as JSON, unit by unit: comments and tabs outside strings become spaces, so that offsets stay. Commas
 * behind the last entry may stay, as YAML's flow style has them. Takes time linear in the text.
 */
export function withoutComments(text: string): string {
  const pieces: string[] = [];
  let kept = 0;
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '"' ? stringEnd(text, at) : at;
    if (end > at) {
      at = end;
      continue;
    }
    const blank = blankEnd(text, at);
    if (blank > at) {
      pieces.push(text.slice(kept, at), text.slice(at, blank).replace(/[^\r\n]/g, ' '));
      kept = blank;
      at = blank;
    } else at++;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(kept);
}

/** Where a string ends that begins at an offset. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** Where a comment or tab ends that begins at an offset; the offset itself where none does. */
function blankEnd(text: string, at: number): number {
  if (text[at] === '\t') return at + 1;
  if (text.startsWith('//', at)) return lineEnd(text, at);
  if (!text.startsWith('/*', at)) return at;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}

function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}
