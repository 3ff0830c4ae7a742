const ANY = '[\\s\\S]*';
const SPECIAL = /[\\^$.*+?()[\]{}|]/;

/**
 * A pattern that is literal text with any text (`[\s\S]*`) between, as globs mostly are: what stands between, in order;
 * undefined for any other pattern. Such a pattern needs no automaton, and files bring them by the thousand.
 */
export function literalParts(source: string): readonly string[] | undefined {
  const parts = source.split(ANY).map(unescaped);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function unescaped(part: string): string | undefined {
  if (!SPECIAL.test(part)) return part;
  const literal = part.replace(/\\([\\^$.*+?()[\]{}|])/g, '');
  return SPECIAL.test(literal) ? undefined : part.replace(/\\(.)/g, '$1');
}

/** Whether a text is the parts in order, with any text between: each is taken at the first place where it fits. */
export function matchesParts(parts: readonly string[], text: string): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}
