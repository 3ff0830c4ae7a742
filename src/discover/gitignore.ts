import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { Diagnostic } from '../diagnostic.js';
import { errorCode, type InputCode, inputDiagnostic } from './input.js';
import { joinBytes } from './names.js';

const MAX_BYTES = 262_144;
/** Matching takes time to this power of a path's depth. */
const MAX_GLOBSTARS = 3;

/**
 * The rules that hold in one folder: those of its `.gitignore` after those of the folders above, up to the repository's
 * root (gitignore(5): the last matching rule decides). All patterns are rebased to one root, so that one matcher knows
 * the whole order, negations included.
 */
export class IgnoreRules {
  private constructor(
    private readonly matcher: Ignore,
    /** Path of the folder from the root, with a `/` behind it; empty for the root. */
    private readonly prefix: string,
  ) {}

  static none(): IgnoreRules {
    return new IgnoreRules(ignore({ ignorecase: false }), '');
  }

  /**
   * Rules that hold in a folder a walk starts from, its own file not yet read. A folder that is itself ignored was given on
   * purpose: what is said above it then doesn't count inside.
   *
   * @param folder  real path
   * @param show    a real path as it is printed
   */
  static above(folder: string, show: (path: string) => string, diagnostics: Diagnostic<InputCode>[]): IgnoreRules {
    const names = namesBelowRoot(folder);
    if (names.length === 0) return IgnoreRules.none();
    let path = names.reduce((above) => dirname(above), folder);
    let rules = IgnoreRules.none();
    for (const name of names) {
      rules = rules.with(Buffer.from(path), show(path), diagnostics);
      if (rules.ignores(name, true)) return IgnoreRules.none();
      rules = rules.below(name);
      path = join(path, name);
    }
    return rules;
  }

  /** Whether an entry of the folder is ignored. */
  ignores(name: string, isFolder: boolean): boolean {
    return this.matcher.ignores(`${this.prefix}${name}${isFolder ? '/' : ''}`);
  }

  below(name: string): IgnoreRules {
    return new IgnoreRules(this.matcher, `${this.prefix}${name}/`);
  }

  /** The rules with those of the folder's own `.gitignore`, if it has one. */
  with(folder: Buffer, shown: string, diagnostics: Diagnostic<InputCode>[]): IgnoreRules {
    const file = shown === '.' ? '.gitignore' : `${shown}/.gitignore`;
    const text = readRules(joinBytes(folder, Buffer.from('.gitignore')), file, diagnostics);
    if (text === null) return this;
    const patterns: string[] = [];
    for (const line of text.split(/\r?\n/)) {
      if (line.split('**').length - 1 < MAX_GLOBSTARS) patterns.push(rebase(line, this.prefix));
      else
        diagnostics.push(notApplied(file, `the pattern ${JSON.stringify(line)} has too many **, and is not applied`));
    }
    return new IgnoreRules(ignore({ ignorecase: false }).add(this.matcher).add(patterns), this.prefix);
  }
}

/** Names of the folders from the repository's root, the nearest folder that holds `.git`, down to a folder. */
function namesBelowRoot(folder: string): string[] {
  for (let root = folder; ; root = dirname(root)) {
    if (existsSync(join(root, '.git'))) {
      return relative(root, folder)
        .split(/[\\/]/)
        .filter((name) => name !== '');
    }
    if (dirname(root) === root) return [];
  }
}

/** A pattern of a folder as a pattern of the root. */
function rebase(line: string, prefix: string): string {
  if (prefix === '' || line.startsWith('#') || line.trim() === '') return line;
  const negation = line.startsWith('!') ? '!' : '';
  const pattern = line.slice(negation.length);
  const anchored = pattern.trimEnd().slice(0, -1).includes('/');
  const folder = prefix.replace(/[\\*?[\]]/g, '\\$&');
  return `${negation}/${folder}${anchored ? '' : '**/'}${pattern.replace(/^\//, '')}`;
}

function readRules(path: Buffer, file: string, diagnostics: Diagnostic<InputCode>[]): string | null {
  try {
    const stat = lstatSync(path);
    // Git follows no link here either.
    if (!stat.isFile()) return null;
    if (stat.size <= MAX_BYTES) return readFileSync(path, 'utf8');
    diagnostics.push(notApplied(file, `larger than ${MAX_BYTES} bytes, and is not applied`));
  } catch (fault) {
    const code = errorCode(fault);
    if (code !== 'ENOENT') diagnostics.push(notApplied(file, `can't be read (${code}), and is not applied`));
  }
  return null;
}

function notApplied(file: string, message: string): Diagnostic<InputCode> {
  const repair = 'more files than meant may be analysed: simplify the file';
  return inputDiagnostic('INPUT-IGNORE-FILE', file, message, repair, 'warning');
}
