import type { Position } from './place.js';
import { cells, visible } from './visible.js';

/** One source line as it is printed, and where on it the carets go, in terminal columns from 0. */
export interface Snippet {
  readonly text: string;
  readonly caret: number;
  readonly carets: number;
}

const tabStop = 4;
/** UTF-16 units of a line that are shown; longer lines are clipped around what is marked. */
const shown = 110;
const before = 40;

/** The line a range starts on, clipped to what is shown, with what the range covers of it. */
export function snippet(line: string, range: { readonly start: Position; readonly end: Position }): Snippet {
  const from = Math.min(range.start.column - 1, line.length);
  const to = range.end.line === range.start.line ? Math.max(from, range.end.column - 1) : line.length;
  const start = line.length <= shown ? 0 : boundary(line, Math.max(0, Math.min(from - before, line.length - shown)));
  const end = boundary(line, Math.min(line.length, start + shown));
  const head = expand(`${start > 0 ? '…' : ''}${line.slice(start, from)}`, 0);
  const marked = expand(line.slice(from, Math.min(to, end)), head.width);
  const tail = expand(
    `${line.slice(Math.min(to, end), end)}${end < line.length ? '…' : ''}`,
    head.width + marked.width,
  );
  return { text: head.text + marked.text + tail.text, caret: head.width, carets: Math.max(1, marked.width) };
}

/** Moves a cut out of the middle of a surrogate pair. */
function boundary(line: string, at: number): number {
  const unit = line.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}

/** Text as the terminal will show it from a column on: tabs as spaces, hidden characters written out. */
function expand(text: string, column: number): { text: string; width: number } {
  let expanded = '';
  let width = 0;
  for (const character of text) {
    const piece = character === '\t' ? ' '.repeat(tabStop - ((column + width) % tabStop)) : visible(character);
    expanded += piece;
    width += piece === character ? cells(character) : piece.length;
  }
  return { text: expanded, width };
}
