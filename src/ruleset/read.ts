import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Include, Source } from '../datalog/index.js';
import type { Diagnostic } from '../diagnostic.js';

/** Closed list of what can be wrong with a rule file before it is compiled. */
export type RuleFileCode =
  | 'RULES-MISSING' // no such path, or it cannot be read
  | 'RULES-EMPTY' // a folder without rule files
  | 'RULES-LINK' // a symbolic link in a folder of rules
  | 'RULES-TEXT'; // not UTF-8, or too large

export interface RuleFiles {
  /** In order of the paths, then of names; each file once. */
  readonly sources: readonly Source[];
  readonly diagnostics: readonly Diagnostic<RuleFileCode>[];
  /** Finds what the files include: nothing outside of the folders that were given, or that hold the files given. */
  readonly include: Include;
}

const MAX_BYTES = 1 << 20;
const MAX_DEPTH = 32;
const SKIPPED = new Set(['.git', 'node_modules']);

/** Reads rule files: files, whatever their names, and folders, in which all `*.dl` are looked for. */
export function readRuleFiles(paths: readonly string[], cwd: string): RuleFiles {
  const reader = new Reader(cwd);
  for (const path of paths) reader.add(path);
  return {
    sources: [...reader.sources.values()],
    diagnostics: reader.diagnostics,
    include: (path, from) => reader.included(path, from),
  };
}

class Reader {
  readonly sources = new Map<string, Source>();
  readonly diagnostics: Diagnostic<RuleFileCode>[] = [];
  private readonly roots: string[] = [];

  constructor(private readonly cwd: string) {}

  add(given: string): void {
    const path = resolve(this.cwd, given);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) this.error('RULES-MISSING', path, 'there is no such file or folder', 'check the path');
    else if (stat.isDirectory()) this.addFolder(path);
    else if (stat.isFile()) {
      this.roots.push(realpathSync(dirname(path)));
      this.addFile(path);
    } else this.error('RULES-MISSING', path, 'it is neither a file nor a folder', 'give a file with rules');
  }

  /** The source that `.include "path"` means in a file; undefined where there is none, or it lies outside of the roots. */
  included(path: string, from: string): Source | undefined {
    const target = resolve(dirname(resolve(this.cwd, from)), path);
    const stat = statSync(target, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || !this.inside(realpathSync(target))) return undefined;
    return this.read(target);
  }

  private addFolder(path: string): void {
    this.roots.push(realpathSync(path));
    const before = this.sources.size + this.diagnostics.length;
    this.walk(path, 0);
    if (this.sources.size + this.diagnostics.length === before)
      this.error(
        'RULES-EMPTY',
        path,
        'no rule file (`*.dl`) is in this folder',
        'name a folder that has rules; give the paths to analyse before `--rules`, or after `--`',
      );
  }

  private walk(folder: string, depth: number): void {
    if (depth > MAX_DEPTH) {
      this.error('RULES-MISSING', folder, `folders are nested more than ${MAX_DEPTH} deep`, 'move the rules up');
      return;
    }
    for (const entry of this.entries(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) this.walk(path, depth + 1);
      else if (!entry.name.endsWith('.dl')) continue;
      else if (entry.isFile()) this.addFile(path);
      else
        this.error(
          'RULES-LINK',
          path,
          'in a folder, only regular files are read',
          'put the file itself there, or name it',
        );
    }
  }

  private entries(folder: string): Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (fault) {
      this.error('RULES-MISSING', folder, `it cannot be read (${reason(fault)})`, 'check that it can be read');
      return [];
    }
  }

  private addFile(path: string): void {
    const source = this.read(path);
    if (source !== undefined) this.sources.set(source.file, source);
  }

  private read(path: string): Source | undefined {
    try {
      const bytes = readFileSync(path);
      if (bytes.length > MAX_BYTES) {
        this.error('RULES-TEXT', path, `it is larger than ${MAX_BYTES} bytes`, 'split it');
        return undefined;
      }
      return { file: this.shown(path), text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
    } catch (fault) {
      if (fault instanceof TypeError) this.error('RULES-TEXT', path, 'it is no UTF-8', 'save it as UTF-8');
      else this.error('RULES-MISSING', path, `it cannot be read (${reason(fault)})`, 'check that it can be read');
      return undefined;
    }
  }

  private inside(path: string): boolean {
    return this.roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
  }

  private shown(path: string): string {
    return relative(this.cwd, path).replaceAll('\\', '/') || '.';
  }

  private error(code: RuleFileCode, path: string, message: string, repair: string): void {
    const place = { file: this.shown(path), start: 0, end: 0 };
    this.diagnostics.push({ code, severity: 'error', message, place, repair: [repair] });
  }
}

function reason(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : 'unknown error';
}
