import { Automaton } from './automaton.js';
import { literalParts, matchesParts } from './literals.js';
import { PatternError, readPattern } from './pattern.js';

/** A compiled pattern of `match`, with the results it gave. */
export interface Matcher {
  /** It keeps more than the parts of the pattern's text. */
  readonly isAutomaton: boolean;
  /** Whether the pattern matches the whole of a text; results are kept by the text's id. */
  matches(id: number, text: () => string): boolean;
}

/**
 * Compiles a pattern of bytes (`byteUnits`): ECMAScript syntax, matched against the whole text, as C++'s `std::regex_match` does for Soufflé.
 * One that is no regular expression matches nothing; `invalid` is told why.
 */
export function matcher(source: string, invalid: (why: string) => void): Matcher {
  const parts = literalParts(source);
  if (parts !== undefined) return { isAutomaton: false, matches: (_, text) => matchesParts(parts, text()) };
  const results = new Map<number, boolean>();
  const test = compile(source, invalid);
  return {
    isAutomaton: true,
    matches(id, text) {
      const known = results.get(id);
      if (known !== undefined) return known;
      const result = test(text());
      results.set(id, result);
      return result;
    },
  };
}

function compile(source: string, invalid: (why: string) => void): (text: string) => boolean {
  try {
    const automaton = new Automaton(readPattern(source));
    return (text) => automaton.matches(text);
  } catch (error) {
    if (error instanceof PatternError && error.unsupported) return backtracking(source, invalid);
    if (!(error instanceof PatternError || error instanceof RangeError)) throw error;
    invalid(error.message);
    return () => false;
  }
}

/** Back-references, look-ahead and word boundaries take V8's own matcher, which backtracks. */
function backtracking(source: string, invalid: (why: string) => void): (text: string) => boolean {
  try {
    const expression = new RegExp(`^(?:${source})$`);
    return (text) => expression.test(text);
  } catch (error) {
    invalid(error instanceof Error ? error.message : String(error));
    return () => false;
  }
}
