import type { Diagnostic } from '../diagnostic.js';
import { LineIndex, type Place, type Position } from '../place.js';
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
  const lines = [`${formatPlace(place, sources)}: ${severity}[${code}]: ${message}`, ...marked(place, sources)];
  for (const other of related ?? []) {
    lines.push(`  ${formatPlace(other.place, sources)}: ${other.message}`, ...marked(other.place, sources));
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

/** A place as `file:line:column`; the file alone where it is not among the sources. */
export function formatPlace(place: Place, sources: readonly Source[]): string {
  const position = positionOf(place, sources);
  return position === null ? place.file : `${place.file}:${position.line}:${position.column}`;
}

/** Line and column of a place's start; null where its file is not among the sources. */
export function positionOf(place: Place, sources: readonly Source[]): Position | null {
  return find(place, sources)?.index.position(place.start) ?? null;
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
