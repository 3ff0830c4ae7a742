import { Automaton } from './automaton.js';
import { Backtracker } from './backtrack.js';
import { literalParts, matchesParts } from './literals.js';
import { PatternError, readPattern } from './pattern.js';

/** A compiled pattern of `match`, with the results it gave. */
export interface Matcher {
  /** It keeps more than the parts of the pattern's text. */
  readonly isAutomaton: boolean;
  /** Whether the pattern matches the whole of a text; results are kept by the text's id. Throws `StepsExceeded`. */
  matches(id: number, text: () => string): boolean;
}

/** Steps of one match of a pattern that needs backtracking: some tens of milliseconds. */
export const MATCH_STEPS = 1_000_000;

/**
 * Compiles a pattern of bytes (`byteUnits`): ECMAScript syntax, matched against the whole text, as C++'s `std::regex_match` does for Soufflé.
 * One that is no regular expression matches nothing; `invalid` is told why.
 */
export function matcher(source: string, invalid: (why: string) => void, steps = MATCH_STEPS): Matcher {
  const parts = literalParts(source);
  if (parts !== undefined) return { isAutomaton: false, matches: (_, text) => matchesParts(parts, text()) };
  const results = new Map<number, boolean>();
  const compiled = compile(source, invalid, steps);
  return {
    isAutomaton: true,
    matches(id, text) {
      const known = results.get(id);
      if (known !== undefined) return known;
      const result = compiled.matches(text());
      results.set(id, result);
      return result;
    },
  };
}

function compile(
  source: string,
  invalid: (why: string) => void,
  steps: number,
): { readonly matches: (text: string) => boolean } {
  try {
    const read = readPattern(source);
    return read.backtracks ? new Backtracker(read, steps) : new Automaton(read.pattern);
  } catch (error) {
    if (!(error instanceof PatternError || error instanceof RangeError)) throw error;
    invalid(error.message);
    return { matches: () => false };
  }
}
