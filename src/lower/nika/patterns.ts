import type { LowerRun } from '../run.js';
import { globRegex } from './glob.js';
import { templateOf } from './islands.js';
import { normalPath } from './path.js';

/** The facts of an entry of a grant or whitelist, or of a tool, written once in a run; returns its symbol. */
export function writePattern(run: LowerRun, text: string): number {
  const entry = run.intern(text);
  if (run.patterns.has(entry)) return entry;
  run.patterns.add(entry);
  if (text.startsWith('!')) run.table('negated', 1).add(entry);
  else run.table('glob', 2).add(entry, run.intern(globRegex(text)));
  const template = templateOf(text);
  if (template === 'live') run.table('template', 1).add(entry);
  if (template === 'escaped') run.table('escaped_template', 1).add(entry);
  return entry;
}

/** The same for an entry of fs.read or fs.write. */
export function writePathPattern(run: LowerRun, text: string): number {
  const entry = writePattern(run, text);
  writeNormalPath(run, entry, text);
  return entry;
}

export function writeNormalPath(run: LowerRun, symbol: number, text: string): void {
  if (run.paths.has(symbol)) return;
  run.paths.add(symbol);
  run.table('normal_path', 2).add(symbol, run.intern(normalPath(text)));
}
