import type { Random } from './random.js';

/** Inputs are at most so long: what takes long on them takes long on any. */
export const LONGEST = 100_000;

/** Words, blanks, line breaks, and every other character by itself. */
const TOKEN = /[\p{L}\p{N}_]+| +|\r?\n|[\s\S]/gu;

/** What YAML, terminals, and readers of text stumble over. */
const ODD = [
  '&a',
  '*a',
  '<<: ',
  '!!str ',
  '!t ',
  '|\n',
  '>-\n',
  '? ',
  '- ',
  '---\n',
  '...\n',
  '%YAML 1.2\n',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  '\0',
  '\ufeff',
  '\r',
  '\t',
  '\u0085',
  '\u2028',
  '\u001b[2J',
  '\u202e',
  '\u{e0041}',
  '\ud800',
  '😀',
  'e\u0301',
  '~',
  '.nan',
  '0x1F',
  '1e999',
  '#',
  ': ',
  ',',
  '${{',
  '}}',
  '$',
  '@',
  '`',
  '%',
  '.',
  '..',
  '//',
  '/*',
  '*/',
  '\n',
];

/** A text changed in one to a few ways, structure first; `other` lends parts, `words` are the vocabulary. */
export function mutated(random: Random, text: string, other: string, words: readonly string[]): string {
  let result = text;
  // What is not changed much gets further.
  const steps = random.chance(50) ? random.below(2) : random.below(6);
  for (let i = 0; i < steps; i++) result = mutateOnce(random, result, other, words).slice(0, LONGEST);
  return result;
}

function mutateOnce(random: Random, text: string, other: string, words: readonly string[]): string {
  const roll = random.below(12);
  if (roll < 6) return mutateTokens(random, text, other, words);
  if (roll < 9) return mutateLines(random, text);
  const [start, end] = span(random, text);
  if (roll === 9) return repeat(random, text, start, end);
  if (roll === 10) return nest(random, text, start, end);
  return text.slice(0, start) + other.slice(...span(random, other)) + text.slice(end);
}

function mutateTokens(random: Random, text: string, other: string, words: readonly string[]): string {
  const tokens = text.match(TOKEN) ?? [''];
  const at = random.below(tokens.length);
  const donor = other.match(TOKEN) ?? [''];
  switch (random.below(6)) {
    case 0:
      tokens.splice(at, random.size(10));
      break;
    case 1:
      tokens.splice(at, 0, random.pick(ODD));
      break;
    case 2:
      tokens.splice(at, 1, random.pick(words));
      break;
    case 3:
      tokens.splice(at, 1, random.pick(donor));
      break;
    case 4:
      tokens.splice(at, 1, random.pick(ODD), random.pick(words));
      break;
    default:
      swap(tokens, at, random.below(tokens.length));
  }
  return tokens.join('');
}

function mutateLines(random: Random, text: string): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  switch (random.below(5)) {
    case 0:
      lines.splice(at, random.size(10));
      break;
    case 1:
      lines.splice(at, 0, lines[random.below(lines.length)] ?? '');
      break;
    case 2:
      lines[at] = ' '.repeat(random.size(60)) + (lines[at] ?? '');
      break;
    case 3:
      lines[at] = (lines[at] ?? '').trimStart();
      break;
    default:
      swap(lines, at, random.below(lines.length));
  }
  return lines.join('\n');
}

function swap(items: string[], i: number, j: number): void {
  const [a, b] = [items[i] ?? '', items[j] ?? ''];
  items[i] = b;
  items[j] = a;
}

/** A part of the text, mostly short. */
function span(random: Random, text: string): [number, number] {
  const start = random.below(text.length);
  return [start, Math.min(text.length, start + random.size(Math.max(1, text.length >> 2)))];
}

/** One part again and again, now and then up to the longest input: what is not linear shows here. */
function repeat(random: Random, text: string, start: number, end: number): string {
  const part = text.slice(start, end);
  const most = Math.floor((LONGEST - text.length) / Math.max(1, part.length));
  const count = random.chance(15) ? most : Math.min(most, random.size(200));
  return text.slice(0, end) + part.repeat(Math.max(0, count)) + text.slice(end);
}

function nest(random: Random, text: string, start: number, end: number): string {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{a: ', '}'],
    ['(', ')'],
    ['- ', ''],
    ['!', ''],
    ['"', '"'],
    ['${{ ', ' }}'],
    ['x ? ', ' : y'],
    ['count : { ', ' }'],
  ] as const);
  const depth = random.chance(15) ? random.below(10_000) : random.size(70);
  return text.slice(0, start) + open.repeat(depth) + text.slice(start, end) + close.repeat(depth) + text.slice(end);
}

/** The text as bytes, now and then with bytes that are none of a text. */
export function mutatedBytes(random: Random, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  if (random.chance(85) || bytes.length === 0) return bytes;
  const at = random.below(bytes.length);
  switch (random.below(4)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(random.many(random.size(4), () => random.below(256))),
        bytes.subarray(at),
      ]);
    case 2:
      return Buffer.from(text, 'utf16le');
    default:
      for (let i = 0; i < random.size(5); i++) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
  }
}
