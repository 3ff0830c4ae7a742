/** How numbers are read from text, as Soufflé does by C++'s `std::stoi` and `std::stoul`. */

export interface ParsedInteger {
  readonly value: number;
  /** The units read; what comes after is no part of the number. */
  readonly length: number;
}

/** What a prefix says of the base; `decimal` is for places where a prefix has no meaning. */
export type Notation = 'decimal' | 'prefixed';

const DIGITS: ReadonlyMap<number, RegExp> = new Map([
  [2, /^[ \t\n\v\f\r]*([+-]?)([01]+)/],
  [10, /^[ \t\n\v\f\r]*([+-]?)([0-9]+)/],
  [16, /^[ \t\n\v\f\r]*([+-]?)(?:0[xX](?=[0-9a-fA-F]))?([0-9a-fA-F]+)/],
]);

/** The signed 32-bit number that a text starts with; undefined where it starts with none, or one out of range. */
export function parseSigned(text: string, notation: Notation): ParsedInteger | undefined {
  const prefixed = notation === 'prefixed' ? /^-?0([xb])/.exec(text) : null;
  if (prefixed?.[1] === 'b') {
    const digits = parse(text.replace('0b', ''), 2);
    return within(digits && { ...digits, length: digits.length + 2 }, -(2 ** 31), 2 ** 31 - 1);
  }
  return within(parse(text, prefixed === null ? 10 : 16), -(2 ** 31), 2 ** 31 - 1);
}

/** The unsigned 32-bit number that a text starts with, in decimal or after `0x` or `0b`. */
export function parseUnsigned(text: string): ParsedInteger | undefined {
  if (text.startsWith('0b')) {
    const digits = parse(text.slice(2), 2);
    return within(digits && { ...digits, length: digits.length + 2 }, 0, 2 ** 32 - 1);
  }
  return within(parse(text, text.startsWith('0x') ? 16 : 10), 0, 2 ** 32 - 1);
}

function parse(text: string, base: number): ParsedInteger | undefined {
  const [all, sign, digits] = DIGITS.get(base)?.exec(text) ?? [];
  if (all === undefined || digits === undefined) return undefined;
  const size = Number.parseInt(digits, base);
  return { value: sign === '-' ? -size : size, length: all.length };
}

function within(parsed: ParsedInteger | undefined, least: number, greatest: number): ParsedInteger | undefined {
  return parsed !== undefined && parsed.value >= least && parsed.value <= greatest ? parsed : undefined;
}
