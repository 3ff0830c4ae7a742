import { formatPlace, positionOf, type Source } from '../datalog/index.js';
import { formatProof, type Proof, type ProofStep } from '../engine/index.js';
import type { Place } from '../place.js';
import { visible } from '../visible.js';

/**
 * A proof as lines for a person: numbered steps, each from earlier ones; the last is what is proved.
 *
 * @param rules  the texts of the program
 */
export function prettyProof(proof: Proof, rules: readonly Source[]): string {
  const text = formatProof(proof, (place) => formatPlace(place, rules));
  return text.split('\n').map(visible).join('\n');
}

/** The same as data. Steps are numbered from 1 by their order, and premises are these numbers. */
export function jsonProof({ steps }: Proof, rules: readonly Source[]): { readonly steps: readonly object[] } {
  return { steps: steps.map((step) => jsonStep(step, rules)) };
}

function jsonStep(step: ProofStep, rules: readonly Source[]): object {
  return {
    ...step,
    ...('place' in step && { place: jsonPlace(step.place, rules) }),
    ...('premises' in step && { premises: step.premises.map((premise) => premise + 1) }),
  };
}

function jsonPlace(place: Place, rules: readonly Source[]): object {
  return { file: place.file, ...positionOf(place, rules) };
}
