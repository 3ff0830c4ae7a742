import type { Diagnostic } from '../diagnostic.js';
import { LineIndex, type Place } from '../place.js';
import { snippet } from '../snippet.js';
import { visible } from '../visible.js';
import type { Source } from './parse.js';

const indexes = new WeakMap<Source, LineIndex>();

/**
 * A diagnostic as lines of text: `file:line:column: error[CODE]: message`, the line with carets, the other places the
 * message speaks of, and the repair.
 *
 * @param sources  those of the compilation; a place in another file is shown without its line
 */
export function formatDiagnostic(diagnostic: Diagnostic, sources: readonly Source[]): string {
  const { code, severity, message, place, repair, related } = diagnostic;
  const lines = [`${position(place, sources)}: ${severity}[${code}]: ${message}`, ...marked(place, sources)];
  for (const other of related ?? []) {
    lines.push(`  ${position(other.place, sources)}: ${other.message}`, ...marked(other.place, sources));
  }
  for (const hint of repair ?? []) lines.push(`  repair: ${hint}`);
  return lines.map(visible).join('\n');
}

function find(place: Place, sources: readonly Source[]): { source: Source; index: LineIndex } | null {
  const source = sources.find((source) => source.file === place.file);
  if (source === undefined) return null;
  const index = indexes.get(source) ?? new LineIndex(source.text);
  indexes.set(source, index);
  return { source, index };
}

function position(place: Place, sources: readonly Source[]): string {
  const found = find(place, sources);
  if (found === null) return place.file;
  const { line, column } = found.index.position(place.start);
  return `${place.file}:${line}:${column}`;
}

function marked(place: Place, sources: readonly Source[]): string[] {
  const found = find(place, sources);
  if (found === null) return [];
  const start = found.index.position(place.start);
  const { text, caret, carets } = snippet(found.index.line(start.line), {
    start,
    end: found.index.position(place.end),
  });
  const margin = ' '.repeat(`${start.line}`.length);
  return [`  ${start.line} | ${text}`, `  ${margin} | ${' '.repeat(caret)}${'^'.repeat(carets)}`];
}
