import { formatPlace, positionOf, type Source } from '../datalog/index.js';
import { type Absence, formatAbsence, formatProof, type Proof, type Result } from '../engine/index.js';
import type { ParsedTuple } from '../io/tuple.js';
import type { Place } from '../place.js';
import { visible, visibleJson } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { writeStream } from './output.js';

type Asked = Extract<ParsedTuple, { ok: true }>;

/** What of a rule's text is shown, in UTF-16 units. */
const MOST_SHOWN = 160;

/** Prints why a tuple holds, or does not; 3 where it does not. */
export async function printExplanation(
  result: Result,
  { relation, values }: Asked,
  sources: readonly Source[],
  format: 'text' | 'json',
  io: Surroundings,
): Promise<0 | 3> {
  const proof = result.explain(relation.name, values);
  const absence = proof === undefined ? result.explainAbsence(relation.name, values) : undefined;
  const pieces =
    format === 'json'
      ? [jsonText({ relation: relation.name, values, holds: proof !== undefined, ...proof, ...absence }, sources)]
      : text(proof, absence, sources);
  await writeStream(io.stdout, pieces);
  return proof === undefined ? 3 : 0;
}

function text(proof: Proof | undefined, absence: Absence | undefined, sources: readonly Source[]): string[] {
  const locate = (place: Place) => formatPlace(place, sources);
  const whole =
    proof === undefined
      ? absence && formatAbsence(absence, { locate, quote: (place) => quoted(place, sources) })
      : formatProof(proof, locate);
  return (whole ?? '').split(/(?<=\n)/).map((line) => `${visible(line.trimEnd())}\n`);
}

/** The text at a place, in one line. */
function quoted(place: Place, sources: readonly Source[]): string | undefined {
  const source = sources.find(({ file }) => file === place.file);
  const line = source?.text.slice(place.start, place.end).replace(/\s+/g, ' ');
  return line !== undefined && line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}

/** As JSON, with lines and columns for offsets. */
function jsonText(explanation: object, sources: readonly Source[]): string {
  const replace = (key: string, value: unknown): unknown => (key === 'place' ? shownPlace(value, sources) : value);
  return `${visibleJson(JSON.stringify(explanation, replace, 2))}\n`;
}

function shownPlace(value: unknown, sources: readonly Source[]): unknown {
  if (!isPlace(value)) return value;
  return { file: value.file, ...positionOf(value, sources) };
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'file' in value && 'start' in value && 'end' in value;
}
