import { isWordAt, isWordBefore } from './characters.js';
import { ITEM, type Mention, type Reading, type Target } from './mention.js';

/**
 * What a text reads by word boundaries alone, in the reference checker's order: every `\btasks\.([a-z][a-z0-9_]*)`, then
 * every `\bwith\.([a-z][a-z0-9_]*)`, then one `item` if `\bitem\b` is there. Linear in `end - start`.
 *
 * @param by        how a mention at an offset of `text` counts
 * @param mentions  what is read is added here
 */
export function findWords(
  text: string,
  start: number,
  end: number,
  by: (at: number) => Reading,
  escaped: boolean,
  mentions: Mention[],
): void {
  const body = text.slice(start, end);
  const add = (target: Target, at: number, stop: number) => {
    mentions.push({ target, by: by(start + at), start: start + at, end: start + stop, escaped });
  };
  for (const { at, stop } of names(body, 'tasks.')) {
    add({ kind: 'task', id: body.slice(at + 6, stop), projection: projectionAt(body, stop) }, at, stop);
  }
  for (const { at, stop } of names(body, 'with.')) add({ kind: 'binding', name: body.slice(at + 5, stop) }, at, stop);
  const at = findItem(body, (index) => by(start + index) !== 'quoted-word');
  if (at >= 0) add(ITEM, at, at + 4);
}

interface Name {
  readonly at: number;
  readonly stop: number;
}

/** Where `prefix` begins at a word boundary and a lower-case name follows, and where the name ends. No two overlap. */
function names(body: string, prefix: string): Name[] {
  const found: Name[] = [];
  for (let at = body.indexOf(prefix); at >= 0; ) {
    const from = at + prefix.length;
    const stop = nameEnd(body, from);
    const isFound = stop > from && !isWordBefore(body, at);
    if (isFound) found.push({ at, stop });
    at = body.indexOf(prefix, isFound ? stop : at + 1);
  }
  return found;
}

/** Where `\bitem\b` begins: the first one that is preferred, else the first; -1 where there is none. */
function findItem(body: string, isPreferred: (at: number) => boolean): number {
  let first = -1;
  for (let at = body.indexOf('item'); at >= 0; at = body.indexOf('item', at + 4)) {
    if (isWordBefore(body, at) || isWordAt(body, at + 4)) continue;
    if (isPreferred(at)) return at;
    if (first < 0) first = at;
  }
  return first;
}

/** End of `[a-z][a-z0-9_]*`. */
function nameEnd(body: string, from: number): number {
  let stop = from;
  for (; stop < body.length; stop++) {
    const unit = body.charCodeAt(stop);
    const isLower = unit >= 97 && unit <= 122;
    if (!isLower && (stop === from || !((unit >= 48 && unit <= 57) || unit === 95))) break;
  }
  return stop;
}

/** The name behind a dot that follows at once. The reference checker doesn't ask for it; rules may. */
function projectionAt(body: string, at: number): string {
  return body.charCodeAt(at) === 46 ? body.slice(at + 1, nameEnd(body, at + 1)) : '';
}
