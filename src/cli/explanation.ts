import { formatPlace, type Source } from '../datalog/index.js';
import { type Absence, formatAbsence, formatProof, type Proof, type Result } from '../engine/index.js';
import type { ParsedTuple } from '../io/tuple.js';
import type { Place } from '../place.js';
import { visible } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { writeStream } from './output.js';
import { jsonText, quoted } from './places.js';

type Asked = Extract<ParsedTuple, { ok: true }>;

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
