import { positionOf, type Source } from '../datalog/index.js';
import type { Place } from '../place.js';
import { visibleJson } from '../visible.js';

/** What of a rule's text is shown, in UTF-16 units. */
const MOST_SHOWN = 160;

/** The text at a place, in one line. */
export function quoted(place: Place, sources: readonly Source[]): string | undefined {
  const source = sources.find(({ file }) => file === place.file);
  const line = source?.text.slice(place.start, place.end).replace(/\s+/g, ' ');
  return line !== undefined && line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}

/** A value as JSON, in which every place has line and column in the stead of offsets. */
export function jsonText(value: object, sources: readonly Source[]): string {
  const replace = (_: string, part: unknown): unknown =>
    isPlace(part) ? { file: part.file, ...positionOf(part, sources) } : part;
  return `${visibleJson(JSON.stringify(value, replace, 2))}\n`;
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'file' in value && 'start' in value && 'end' in value;
}
