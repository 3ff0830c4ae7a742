/** One document of a stream: its text, and where it begins. */
export interface StreamPart {
  readonly text: string;
  readonly start: number;
}

/**
 * The documents of a YAML stream. A line that begins with `---` starts one, wherever it stands: even in a block scalar it
 * is no content (YAML 1.2 §9.1.2, c-forbidden). What only comments stand in is left out.
 */
export function splitStream(text: string): StreamPart[] {
  const starts = [0];
  for (const { index } of text.matchAll(/^---(?=[ \t\r\n]|$)/gm)) if (index > 0) starts.push(index);
  return starts
    .map((start, i) => ({ start, text: text.slice(start, starts[i + 1]) }))
    .filter((part) => /^(?!---[ \t]*\r?$)[ \t]*[^\s#]/m.test(part.text));
}
