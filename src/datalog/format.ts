import { LineIndex, type Place } from '../place.js';
import type { Source } from './parse.js';
import type { DatalogDiagnostic } from './report.js';

const indexes = new WeakMap<Source, LineIndex>();
/** Longer lines are cut around what is marked. */
const SHOWN = 140;

/**
 * A diagnostic as lines of text: `file:line:column: error[CODE]: message`, the line with carets, the other places the
 * message speaks of, and the repair.
 *
 * @param sources  those of the compilation; a place in another file is shown without its line
 */
export function formatDiagnostic(diagnostic: DatalogDiagnostic, sources: readonly Source[]): string {
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
  const from = found.index.position(place.start);
  const to = found.index.position(place.end);
  const text = found.index.line(from.line).replaceAll('\t', ' ');
  const end = to.line === from.line ? to.column - 1 : text.length;
  const cut = Math.max(0, Math.min(from.column - 41, text.length - SHOWN));
  const head = cut > 0 ? '…' : '';
  const shown = head + text.slice(cut, cut + SHOWN) + (cut + SHOWN < text.length ? '…' : '');
  const carets = Math.max(1, Math.min(end, cut + SHOWN) - (from.column - 1));
  const indent = ' '.repeat(head.length + from.column - 1 - cut);
  const margin = ' '.repeat(`${from.line}`.length);
  return [`  ${from.line} | ${shown}`, `  ${margin} | ${indent}${'^'.repeat(carets)}`];
}

/** Text of rule files goes to terminals: what would act there is written out. */
function visible(line: string): string {
  return line.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
