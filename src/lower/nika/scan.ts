/**
 * What the reference checker sees of the graph in a string: it looks for words in the islands, where a string literal
 * counts as blanks and one backslash before an opener escapes. Offsets are those of the text. All of it is linear.
 */
export interface Scanned {
  /** What stands there: `tasks.id`, the same without a projection, `tasks` without an id, `group.name`, or `group` without a name. */
  readonly kind: 'task' | 'bare-task' | 'tasks' | 'group' | 'groups';
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A task and the projection of it that an island names, string literals included. */
export interface ScannedPass {
  readonly id: string;
  readonly projection: string;
}

/** An island as the reference checker cuts it out: up to the first `}}`. */
export interface RawIsland {
  readonly body: string;
  readonly start: number;
}

const OPENER = '${{';
const CLOSER = '}}';
const WORD = '[\\p{L}\\p{N}_]';
const NAME = '[a-z][a-z0-9_]*';
const LITERAL = /'[^']*'|"[^"]*"/g;
const TASK = new RegExp(`(?<!${WORD})tasks\\.(${NAME})(?!${WORD})`, 'gu');
// Not a part of the above: of `tasks.tasks.output` it sees the last two words.
const BARE_TASK = new RegExp(`(?<!${WORD})tasks\\.(${NAME})(?![a-z0-9_])(?!\\s*[.[])`, 'gu');
const TASKS = new RegExp(`(?<![.\\p{L}\\p{N}_])tasks(?!${WORD})(?!\\s*[.[])`, 'gu');
const GROUP = new RegExp(`(?<![.\\p{L}\\p{N}_])group\\.(${NAME})(?!${WORD})`, 'gu');
const GROUPS = new RegExp(`(?<![.\\p{L}\\p{N}_])group(?!${WORD})(?!\\s*[.[])`, 'gu');
const PASS = new RegExp(`(?<!${WORD})tasks\\.(${NAME})\\.(${NAME})(?!${WORD})`, 'gu');

/** The islands of a string. */
export function rawIslands(text: string): RawIsland[] {
  const islands: RawIsland[] = [];
  let at = text.indexOf(OPENER);
  while (at >= 0) {
    if (text[at - 1] === '\\') {
      at = text.indexOf(OPENER, at + 1);
      continue;
    }
    const start = at + OPENER.length;
    const end = text.indexOf(CLOSER, start);
    if (end < 0) break;
    islands.push({ body: text.slice(start, end), start });
    at = text.indexOf(OPENER, end + CLOSER.length);
  }
  return islands;
}

/** The body of an island with blanks in place of its string literals. */
export function withoutLiterals({ body }: RawIsland): string {
  return body.replace(LITERAL, (literal) => ' '.repeat(literal.length));
}

/** What the islands of a string read of tasks and groups. */
export function scanGraph(text: string): Scanned[] {
  const found: Scanned[] = [];
  for (const island of rawIslands(text)) {
    const body = withoutLiterals(island);
    const add = (kind: Scanned['kind'], pattern: RegExp) => {
      for (const { 0: text, 1: name = '', index } of body.matchAll(pattern)) {
        const start = island.start + index;
        found.push({ kind, name, start, end: start + text.length });
      }
    };
    if (body.includes('tasks')) {
      add('task', TASK);
      add('bare-task', BARE_TASK);
      add('tasks', TASKS);
    }
    if (body.includes('group')) {
      add('group', GROUP);
      add('groups', GROUPS);
    }
  }
  return found;
}

/** The projections that the islands of a string name, in string literals as well. */
export function scanPasses(text: string): ScannedPass[] {
  return rawIslands(text).flatMap(({ body }) =>
    [...body.matchAll(PASS)].map(([, id = '', projection = '']) => ({ id, projection })),
  );
}
