import { readExpression } from './expression.js';
import { guess } from './guess.js';
import type { Mention, Names, Reading } from './mention.js';
import { findWords } from './words.js';

const OPENER = '${{';
const CLOSER = '}}';

/** Whether any string worth reading is there at all. */
export function hasIsland(text: string): boolean {
  return text.includes(OPENER);
}

/**
 * What the islands (`${{ … }}`) of a string read, in textual order. An island ends at the first `}}` outside a string
 * literal. Where it can't be parsed, where it has no end, and where a reader that doesn't know of literals would see
 * another end, what the text seems to read is a guess. Time is linear in the text.
 */
export function findMentions(text: string, names: Names, mentions: Mention[]): void {
  let escapedUntil = 0;
  let at = text.indexOf(OPENER);
  while (at >= 0) {
    if (!isEscaped(text, at)) at = readIsland(text, at, names, false, mentions);
    else {
      // The escaped island is text, in which a live one may begin.
      if (at >= escapedUntil) escapedUntil = readIsland(text, at, names, true, mentions);
      at += OPENER.length;
    }
    at = text.indexOf(OPENER, at);
  }
}

/** A live island: its expression within [start, end), and whether it can be parsed or has no end. */
export interface Island {
  readonly kind: 'parsed' | 'unparsed' | 'open';
  readonly start: number;
  readonly end: number;
}

/** The live islands of a string. Time is linear in the text. */
export function liveIslands(text: string): Island[] {
  const islands: Island[] = [];
  for (let at = text.indexOf(OPENER); at >= 0; ) {
    const start = at + OPENER.length;
    let next = start;
    if (!isEscaped(text, at)) {
      const parsed = readExpression(text, start, false, []);
      next = parsed >= 0 ? parsed : islandEnd(text, start);
      const kind = parsed >= 0 ? 'parsed' : text.startsWith(CLOSER, next - CLOSER.length) ? 'unparsed' : 'open';
      islands.push({ kind, start, end: kind === 'open' ? next : next - CLOSER.length });
    }
    at = text.indexOf(OPENER, next);
  }
  return islands;
}

/** An odd run of backslashes before an opener makes it literal. */
function isEscaped(text: string, opener: number): boolean {
  let first = opener;
  while (text.charCodeAt(first - 1) === 92) first--;
  return (opener - first) % 2 === 1;
}

/** Reads the island that begins at `opener`; returns the offset behind it. */
function readIsland(text: string, opener: number, names: Names, escaped: boolean, mentions: Mention[]): number {
  const start = opener + OPENER.length;
  const parsed = readExpression(text, start, escaped, mentions);
  if (parsed >= 0) {
    if (text.indexOf(CLOSER, start) + CLOSER.length < parsed)
      guessInside(text, start, parsed, names, escaped, mentions);
    return parsed;
  }
  const end = islandEnd(text, start);
  guess(text, start, end, names, escaped, mentions);
  return end;
}

/** What a reader that ends islands at the first `}}` sees within [start, end). */
function guessInside(
  text: string,
  start: number,
  end: number,
  names: Names,
  escaped: boolean,
  mentions: Mention[],
): void {
  let from = start;
  while (from >= start && from < end) {
    const closer = text.indexOf(CLOSER, from);
    guess(text, from, closer, names, escaped, mentions);
    const opener = text.indexOf(OPENER, closer);
    from = opener < 0 ? end : opener + OPENER.length;
  }
}

/** The offset behind the first `}}` outside a string literal; the end of the text where there is none. */
function islandEnd(text: string, start: number): number {
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const c = text[at];
    if (quote === '') {
      if (c === "'" || c === '"') quote = c;
      else if (c === '}' && text[at + 1] === '}') return at + CLOSER.length;
    } else if (c === '\\') at++;
    else if (c === quote) quote = '';
  }
  return text.length;
}

/**
 * What the islands of a string read by word boundaries alone, in the reference checker's order: an island ends at the
 * first `}}`, and nothing is escaped or quoted. What is, is marked.
 */
export function findWordMentions(text: string, mentions: Mention[]): void {
  let at = text.indexOf(OPENER);
  while (at >= 0) {
    const start = at + OPENER.length;
    const end = text.indexOf(CLOSER, start);
    if (end < 0) return;
    findWords(text, start, end, wordReading(text, start, end), isEscaped(text, at), mentions);
    at = text.indexOf(OPENER, end + CLOSER.length);
  }
}

const LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs;
const WORD = (): Reading => 'word';

/** How a word at an offset counts: whether it stands in a string literal that is closed within the island. */
function wordReading(text: string, start: number, end: number): (at: number) => Reading {
  const body = text.slice(start, end);
  if (!body.includes("'") && !body.includes('"')) return WORD;
  const isQuoted = new Uint8Array(body.length);
  for (const literal of body.matchAll(LITERAL)) {
    isQuoted.fill(1, literal.index, literal.index + literal[0].length);
  }
  return (at) => (isQuoted[at - start] === 1 ? 'quoted-word' : 'word');
}

/** Whether a string is a template: it has a live island, only escaped ones, or none. */
export function templateOf(text: string): 'live' | 'escaped' | 'none' {
  if (liveIsland(text) >= 0) return 'live';
  return hasIsland(text) ? 'escaped' : 'none';
}

/** The offset behind the opener of the first live island; -1 where there is none. */
export function liveIsland(text: string): number {
  for (let at = text.indexOf(OPENER); at >= 0; at = text.indexOf(OPENER, at + OPENER.length)) {
    if (!isEscaped(text, at)) return at + OPENER.length;
  }
  return -1;
}
