import type { Place } from '../place.js';
import type { Documentation } from './ir.js';

interface Line {
  readonly text: string;
  /** Offset of the text in the file. */
  readonly start: number;
}

interface Tag {
  readonly name: string;
  value: string;
  readonly start: number;
  end: number;
}

const TAG = /^@([A-Za-z][\w-]*)[ \t]*(.*)$/;

/**
 * Reads a doc comment as it stands in the file, with its asterisks. A line that starts with `@name` is a tag; the lines
 * after it that are indented continue its value, joined with one space. All other lines are the text.
 *
 * @param place  from `/**` to after the closing asterisk and slash
 */
export function readDocumentation(text: string, place: Place): Documentation {
  const tags: Tag[] = [];
  const prose: string[] = [];
  let open: Tag | null = null;
  for (const line of contentLines(text.slice(place.start + 3, place.end - 2), place.start + 3)) {
    open = readLine(line, open, tags, prose);
  }
  return {
    text: prose.join('\n').trim(),
    tags: tags.map(({ name, value, start, end }) => ({ name, value, place: { file: place.file, start, end } })),
    place,
  };
}

/** The tag that the next line may continue. */
function readLine(line: Line, open: Tag | null, tags: Tag[], prose: string[]): Tag | null {
  const trimmed = line.text.trim();
  const start = line.start + line.text.length - line.text.trimStart().length;
  const match = TAG.exec(trimmed);
  if (match !== null) {
    const [, name = '', value = ''] = match;
    const tag = { name, value, start, end: start + trimmed.length };
    tags.push(tag);
    return tag;
  }
  if (open !== null && trimmed !== '' && /^\s/.test(line.text)) {
    open.value = open.value === '' ? trimmed : `${open.value} ${trimmed}`;
    open.end = start + trimmed.length;
    return open;
  }
  prose.push(line.text.trimEnd());
  return null;
}

/** Lines without the asterisk they start with and the space after it. */
function contentLines(text: string, offset: number): Line[] {
  const lines: Line[] = [];
  let start = offset;
  for (const written of text.split('\n')) {
    const margin = /^\s*\*? ?/.exec(written)?.[0].length ?? 0;
    const margined = lines.length === 0 ? 0 : /^\s*\*/.test(written) ? margin : 0;
    lines.push({ text: written.slice(margined).replace(/\r$/, ''), start: start + margined });
    start += written.length + 1;
  }
  return lines;
}
