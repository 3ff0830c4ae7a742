/** A compiled pattern of `match`, with the results it gave. */
export interface Matcher {
  /** Whether the pattern matches the whole of a text; results are kept by the text's id. */
  matches(id: number, text: () => string): boolean;
}

/**
 * Compiles a pattern: ECMAScript syntax, matched against the whole text, as C++'s `std::regex_match` does for Soufflé.
 * One that is no regular expression matches nothing; `invalid` is told why.
 */
export function matcher(source: string, invalid: (why: string) => void): Matcher {
  let expression: RegExp;
  try {
    // The bare pattern first: "a)(b" is only balanced inside the group.
    new RegExp(source);
    expression = new RegExp(`^(?:${source})$`);
  } catch (error) {
    invalid(error instanceof Error ? error.message : String(error));
    return { matches: () => false };
  }
  const results = new Map<number, boolean>();
  return {
    matches(id, text) {
      const known = results.get(id);
      if (known !== undefined) return known;
      const result = expression.test(text());
      results.set(id, result);
      return result;
    },
  };
}
