/**
 * Symbols are byte strings to Soufflé and texts here. The two stand for each other without loss: UTF-8 is decoded, and
 * a byte that is no part of valid UTF-8 becomes the lone surrogate U+DC00 + byte, which no decoded text contains
 * (as in Python's `surrogateescape`, PEP 383). Lengths, parts and order are those of the bytes.
 */

const ESCAPE = 0xdc00;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const escaped = /[\udc80-\udcff]/;

/** The text of bytes [start, end). */
export function decodeText(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return ascii(bytes, start, end) ?? decode(bytes.subarray(start, end));
}

/** Short texts of ASCII, which most symbols are, are made without the cost of a decoder's call. */
function ascii(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > 32) return undefined;
  let text = '';
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte > 127) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

function decode(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeWithEscapes(bytes);
  }
}

function decodeWithEscapes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) pieces.push(String.fromCharCode(ESCAPE + (bytes[at] ?? 0)));
    else pieces.push(strict.decode(bytes.subarray(at, at + length)));
    at += Math.max(length, 1);
  }
  return pieces.join('');
}

/** Bytes of the valid character at an offset, 0 where there is none (The Unicode Standard, table 3-7). */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  if (first === 0xf4 && second > 0x8f) return 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** The bytes of a text. */
export function encodeText(text: string): Uint8Array {
  return escaped.test(text) ? encodeWithEscapes(text) : encoder.encode(text);
}

function encodeWithEscapes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (character.length === 1 && isEscape(code)) bytes.push(code - ESCAPE);
    else bytes.push(...encoder.encode(character));
  }
  return Uint8Array.from(bytes);
}

/** How many bytes a text has. */
export function byteLength(text: string): number {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return encodeText(text).length;
  return text.length;
}

/** A text as one unit for each of its bytes; a text of ASCII is its own. */
export function byteUnits(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return Array.from(encodeText(text), (byte) => String.fromCharCode(byte)).join('');
  }
  return text;
}

/** Two texts one after the other: bytes that make a character together become that character. */
export function joinTexts(a: string, b: string): string {
  const joined = a + b;
  const meets = isEscape(a.charCodeAt(a.length - 1)) && isEscape(b.charCodeAt(0));
  return meets ? decodeText(encodeText(joined)) : joined;
}

function isEscape(unit: number): boolean {
  return unit >= 0xdc80 && unit <= 0xdcff;
}

/** The order of the texts' bytes: negative, zero or positive. */
export function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x === y) continue;
    return isSurrogate(x) || isSurrogate(y) ? compareBytes(encodeText(a), encodeText(b)) : x - y;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0);
  return a.length - b.length;
}
