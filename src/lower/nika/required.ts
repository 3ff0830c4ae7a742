import type { LowerRun } from '../run.js';
import { withoutEnd } from './characters.js';
import { type Alphabet, globPieces, globRegex, hasWildcard, literalGlob, spelledText } from './glob.js';
import { writeEntryHosts, writeUrlHosts } from './hosts.js';
import { normalPath } from './path.js';
import {
  folderRegex,
  insideEntry,
  type PathForm,
  pathEntry,
  pathForm,
  pathRegex,
  segmentsText,
  walkRoot,
} from './path-form.js';
import { writeNormalPath } from './patterns.js';
import { writeSuffixes } from './suffix.js';
import { hostName, urlHost, urlparseHost, urlStart } from './url.js';

/*
 * The facts of rules/nika/required-schema.dl: what a boundary grants and what tasks need, each in the form in which rules
 * compare them. All are said of a text, once in a run.
 */

/** Characters that stand for wildcards where an entry is matched against another: a `*`, a `**`, and one character. */
const [STAR, STARS, CHARACTER] = ['\x01', '\x02', '\x03'];

/** What a `!` with more stars than are tried takes away. */
const ANYTHING = '[\\s\\S]*';

const TOOL: Alphabet = {
  any: `[^/:${STARS}]*`,
  across: '[^:]*',
  one: `[^/:${STAR}${STARS}]`,
  barred: `/:${STAR}${STARS}${CHARACTER}`,
};

/** An entry of `tools`. */
export function writeToolBound(run: LowerRun, entry: number, text: string): void {
  if (!isPattern(text) || !run.once('tool-bound', entry)) return;
  writePattern(run, entry);
  const own = text.replace(/^!/, '');
  const regex = isTried(own) ? globRegex(own, TOOL) : text === own ? null : ANYTHING;
  if (regex !== null) run.table('tool_glob', 2).add(entry, run.intern(regex));
  writeStart(run, entry, own);
  if (hasWildcard(own)) {
    const [first = ''] = /^[^*?[]*/.exec(own) ?? [];
    const last = own.slice(withoutEnd(own, (character) => !'*?]'.includes(character)).length);
    run.table('tool_ends', 3).add(entry, run.intern(first), run.intern(last));
  }
  if (text !== own) run.table('negated_glob', 2).add(entry, run.intern(globRegex(own)));
}

/** A tool or an entry of a whitelist, which may have wildcards that no grant may admit less than. */
export function writeToolName(run: LowerRun, entry: number, text: string): void {
  if (!hasWildcard(text) || !run.once('tool-name', entry)) return;
  run.table('probe', 2).add(entry, run.intern(probeOf(text)));
  run.table('tool_entry', 2).add(entry, run.intern(literalGlob(text)));
}

function probeOf(text: string): string {
  let probe = '';
  for (const { kind, text: piece } of globPieces(text)) {
    if (kind === 'literal') probe += piece;
    else if (kind === 'class') probe += CHARACTER;
    else probe += piece.replace(/\*\*+/g, STARS).replaceAll('*', STAR).replaceAll('?', CHARACTER);
  }
  return probe;
}

/** An entry of `fs.read` or `fs.write`. */
export function writePathBound(run: LowerRun, entry: number, text: string): void {
  if (!run.once('path-bound', entry)) return;
  const own = text.replace(/^!/, '');
  const spelled = own === text ? spelledText(text) : null;
  if (spelled === null && isTried(own)) writePathGlob(run, entry, pathForm(own));
  else if (spelled === null) writeUntriedPath(run, entry, pathForm(own), own !== text);
  else writeExactPath(run, entry, pathForm(spelled));
  // The reference checker knows no negated paths.
  if (run.options.wordReferences) {
    const regex = pathRegex(normalPath(text).split('/'), '[^/]*');
    run.table('reference_path_glob', 2).add(entry, run.intern(regex));
  }
}

function writePathGlob(run: LowerRun, entry: number, { anchor, segments }: PathForm): void {
  writePattern(run, entry);
  const [regex, folder] = [pathRegex(segments), folderRegex(segments)];
  run.table('path_glob', 4).add(entry, run.intern(anchor), run.intern(regex), run.intern(folder));
  writeStart(run, entry, segmentsText(segments));
}

/** A pattern that is not tried lets nothing through, and takes away everything that starts where it does. */
function writeUntriedPath(run: LowerRun, entry: number, { anchor }: PathForm, negated: boolean): void {
  writePattern(run, entry);
  if (!negated) return;
  const anything = run.intern(ANYTHING);
  run.table('path_glob', 4).add(entry, run.intern(anchor), anything, anything);
  writeStart(run, entry, '');
}

/** Stars of a pattern that is tried: a match takes time for each of them at every character of a path. */
const MOST_STARS = 64;

function isTried(glob: string): boolean {
  return glob.split('*', MOST_STARS + 2).length <= MOST_STARS + 1;
}

/** What a glob begins with, as far as it is ASCII, so that it is cut between characters whatever a reader's units are. */
function writeStart(run: LowerRun, entry: number, glob: string): void {
  const start = /^[^*?[\x80-\uffff]{0,16}/.exec(glob)?.[0] ?? '';
  run.table('glob_start', 2).add(entry, run.intern(start));
}

function writeExactPath(run: LowerRun, entry: number, { anchor, segments }: PathForm): void {
  const folder = segments.length === 0 ? '/' : segmentsText(segments.slice(0, -1));
  run.table('exact_path', 4).add(entry, run.intern(anchor), run.intern(segmentsText(segments)), run.intern(folder));
}

/** A literal path that a verb is told. */
export function writePath(run: LowerRun, symbol: number, text: string): void {
  if (!run.once('path', symbol)) return;
  const form = pathForm(text);
  const columns = [form.anchor, segmentsText(form.segments), pathEntry(form), insideEntry(form)];
  const [anchor = 0, path = 0, entry = 0, inside = 0] = columns.map((column) => run.intern(column));
  run.table('path_form', 5).add(symbol, anchor, path, entry, inside);
  const folder = form.segments.slice(0, -1);
  if (form.segments.length > 0) run.table('path_folder', 2).add(symbol, run.intern(segmentsText(folder)));
  if (run.options.wordReferences) writeNormalPath(run, symbol, text);
}

/** A literal pattern that a verb is told. */
export function writeWalkRoot(run: LowerRun, symbol: number, text: string): void {
  if (!run.once('walk-root', symbol)) return;
  const root = walkRoot(text);
  const rootSymbol = run.intern(root);
  run.table('walk_root', 2).add(symbol, rootSymbol);
  writePath(run, rootSymbol, root);
}

/** A literal URL that a verb is told. */
export function writeUrl(run: LowerRun, symbol: number, text: string): void {
  if (!run.once('url', symbol)) return;
  writeHosts(run, symbol, text, urlHost(text));
  writeSuffixes(run, symbol, text);
  if (run.options.wordReferences) run.table('urlparse_host', 2).add(symbol, run.intern(urlparseHost(text)));
}

/** A template for a URL, where its host stands before all that is put in. */
export function writeUrlStart(run: LowerRun, part: number, template: string): void {
  const start = urlStart(template);
  const host = start === null ? null : urlHost(start);
  if (start === null || host === null) return;
  const symbol = run.intern(start);
  run.table('url_start', 2).add(part, symbol);
  writeHosts(run, symbol, start, host);
}

function writeHosts(run: LowerRun, symbol: number, text: string, host: string | null): void {
  if (!run.once('url-hosts', symbol)) return;
  if (host !== null) run.table('url_host', 2).add(symbol, run.intern(host));
  writeUrlHosts(run, symbol, text, host);
}

/** An entry of `net.http`. */
export function writeHostBound(run: LowerRun, entry: number, text: string): void {
  if (!run.once('host-bound', entry)) return;
  const host = hostName(text);
  run.table('host_name', 2).add(entry, run.intern(host));
  if (hasWildcard(text)) writePattern(run, entry);
  writeEntryHosts(run, entry, text, host);
}

function writePattern(run: LowerRun, entry: number): void {
  if (run.once('pattern', entry)) run.table('pattern', 1).add(entry);
}

function isPattern(entry: string): boolean {
  return entry.startsWith('!') || hasWildcard(entry);
}
