const OTHER_START = /^[\p{L}_]/u;
const OTHER_PART = /^[\p{L}\p{N}\p{M}_]/u;
const OTHER_WORD = /^[\p{L}\p{N}_]/u;

/** A text without the characters at its end that are dropped; linear, where a pattern that ends in `+$` looks again from each of them. */
export function withoutEnd(text: string, isDropped: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isDropped(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Space, tab, line break or form feed. */
export function isBlank(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

export function skipBlanks(text: string, at: number): number {
  let stop = at;
  while (isBlank(text.charCodeAt(stop))) stop++;
  return stop;
}

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isAsciiLetter(unit: number): boolean {
  const lower = unit | 32;
  return (lower >= 97 && lower <= 122) || unit === 95;
}

function isPart(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 128) return isAsciiLetter(unit) || isDigit(unit);
  return at < text.length && OTHER_PART.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

/** End of the identifier that begins at an offset; the offset itself where none does. Letters are Unicode's. */
export function identifierEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const starts = unit < 128 ? isAsciiLetter(unit) : at < text.length && OTHER_START.test(text.slice(at, at + 2));
  return starts ? wordEnd(text, at) : at;
}

/** End of the run of letters, digits, marks and underscores at an offset. */
export function wordEnd(text: string, at: number): number {
  let stop = at;
  while (isPart(text, stop)) stop += isHigh(text.charCodeAt(stop)) ? 2 : 1;
  return stop;
}

/** Whether `\w` of Python matches the character that begins at an offset. */
export function isWordAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 128) return isAsciiLetter(unit) || isDigit(unit);
  return at < text.length && OTHER_WORD.test(text.slice(at, at + 2));
}

/** Whether `\w` of Python matches the character that ends at an offset. */
export function isWordBefore(text: string, at: number): boolean {
  const isPair = at >= 2 && isLow(text.charCodeAt(at - 1)) && isHigh(text.charCodeAt(at - 2));
  return at > 0 && isWordAt(text, at - (isPair ? 2 : 1));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
