import { skipBlanks, wordEnd } from './characters.js';
import {
  EVERY_BINDING,
  EVERY_GROUP,
  EVERY_INPUT,
  EVERY_SECRET,
  EVERY_TASK,
  ITEM,
  type Mention,
  type Names,
  type Target,
} from './mention.js';

const INDEX = /^\s*\[\s*(?:'([\w-]+)'|"([\w-]+)")\s*\]/;
/** An index is looked for this far: enough for any name, and linear whatever follows. */
const MAX_INDEX = 256;

/**
 * What a text that is no expression seems to read: `tasks`, `with`, `group` and `item` wherever they stand as words,
 * inside quotes as well, with the name behind a dot where there is one. It takes too much rather than too little.
 * Adds to `mentions`, with offsets of `text`. Linear in `end - start`.
 *
 * @param names  of these, hyphens may be part: `tasks.fetch-page` is the task `fetch-page` if there is one
 */
export function guess(
  text: string,
  start: number,
  end: number,
  names: Names,
  escaped: boolean,
  mentions: Mention[],
): void {
  const body = text.slice(start, end);
  for (let at = 0; at < body.length; ) {
    const stop = wordEnd(body, at);
    if (stop === at) {
      at++;
      continue;
    }
    let next = stop;
    if (!isMember(body, at)) {
      for (const { target, end: to } of targets(body, at, stop, names)) {
        mentions.push({ target, by: 'guess', start: start + at, end: start + to, escaped });
        next = to;
      }
    }
    at = next;
  }
}

/** `x.tasks`, with nothing between, is a field of something else. `See above. tasks.x` is not. */
function isMember(body: string, at: number): boolean {
  return at > 1 && body[at - 1] === '.' && /[\p{L}\p{N}_\])]$/u.test(body.slice(Math.max(0, at - 3), at - 1));
}

interface Found {
  readonly target: Target;
  readonly end: number;
}

/** What the word in [at, stop) reads. */
function targets(body: string, at: number, stop: number, names: Names): Found[] {
  switch (stop - at < 8 ? body.slice(at, stop) : '') {
    case 'tasks':
      return tasks(body, stop, names);
    case 'with':
      return named(body, stop, names.isBinding, EVERY_BINDING, (name) => ({ kind: 'binding', name }));
    case 'group':
      return named(
        body,
        stop,
        () => false,
        EVERY_GROUP,
        (name) => ({ kind: 'group', name }),
      );
    case 'inputs':
      return named(
        body,
        stop,
        () => false,
        EVERY_INPUT,
        (name) => ({ kind: 'input', name }),
      );
    case 'secrets':
      return named(body, stop, names.isSecret, EVERY_SECRET, (name) => ({ kind: 'secret', name }));
    case 'item':
      return [{ target: ITEM, end: stop }];
    default:
      return [];
  }
}

function tasks(body: string, stop: number, names: Names): Found[] {
  return named(body, stop, names.isTask, EVERY_TASK, (id, end) => ({
    kind: 'task',
    id,
    projection: projection(body, end),
  }));
}

/** A name with hyphens is taken as a whole if it is known, and up to its first hyphen as well: which is meant is open. */
function named(
  body: string,
  stop: number,
  isKnown: (name: string) => boolean,
  every: Target,
  target: (name: string, end: number) => Target,
): Found[] {
  const from = dotted(body, stop);
  const short = wordEnd(body, from);
  if (short === from) return [indexed(body, stop, target) ?? { target: every, end: stop }];
  const long = hyphenated(body, short);
  const found = [{ target: target(body.slice(from, short), short), end: short }];
  if (long > short && isKnown(body.slice(from, long))) {
    found.push({ target: target(body.slice(from, long), long), end: long });
  }
  return found;
}

/** A name in brackets and quotes, `['name']`, says the same as one behind a dot. */
function indexed(body: string, at: number, target: (name: string, end: number) => Target): Found | undefined {
  const index = quotedIndex(body, at);
  return index === undefined ? undefined : { target: target(index.name, index.end), end: index.end };
}

function quotedIndex(body: string, at: number): { readonly name: string; readonly end: number } | undefined {
  const found = INDEX.exec(body.slice(at, at + MAX_INDEX));
  const name = found?.[1] ?? found?.[2];
  return found === null || name === undefined ? undefined : { name, end: at + found[0].length };
}

/** The offset behind a dot and the blanks around it; an offset where no word begins where there is no dot. */
function dotted(body: string, at: number): number {
  const dot = skipBlanks(body, at);
  return body[dot] === '.' ? skipBlanks(body, dot + 1) : body.length;
}

function hyphenated(body: string, at: number): number {
  let stop = at;
  while (body[stop] === '-' && wordEnd(body, stop + 1) > stop + 1) stop = wordEnd(body, stop + 1);
  return stop;
}

function projection(body: string, at: number): string {
  const from = dotted(body, at);
  if (from < body.length) return body.slice(from, wordEnd(body, from));
  return quotedIndex(body, at)?.name ?? '';
}
