import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import type { Diagnostic } from '../diagnostic.js';
import type { IgnoreRules } from './gitignore.js';
import { IgnoredFiles } from './ignored.js';
import { failure, type InputCode, inputDiagnostic, linkFailure, notAFile } from './input.js';
import { isCandidateName, isInside, isWorkflowName, joinBytes, printable } from './names.js';

/** A folder to be read. `path` is real; `shown` is how it was reached, relative to the working directory. */
export interface Folder {
  readonly path: Buffer;
  readonly shown: string;
  readonly rules: IgnoreRules;
  readonly depth: number;
}

interface Link {
  readonly path: Buffer;
  readonly name: Buffer;
  readonly shown: string;
  readonly from: Folder;
}

const MAX_DEPTH = 256;
const SKIPPED = new Set(['.git', 'node_modules']);

/**
 * Walks folders in order of names, without recursion. Links are followed last, so that a file that is reached twice goes
 * by its own name; a folder that was read is not read again, which ends loops.
 */
export class Walker {
  private readonly seen = new Set<string>();
  private readonly links: Link[] = [];
  private readonly ignored: IgnoredFiles;

  /**
   * @param roots  real paths that links may lead into
   * @param found  takes each workflow file: real path, and path as printed
   * @param candidate  takes likewise each file whose content alone can tell whether it is of interest; links to such are not followed
   */
  constructor(
    private readonly roots: readonly Buffer[],
    private readonly found: (path: Buffer, shown: string) => void,
    private readonly candidate: (path: Buffer, shown: string) => void,
    private readonly diagnostics: Diagnostic<InputCode>[],
  ) {
    this.ignored = new IgnoredFiles(diagnostics);
  }

  walk(folders: readonly Folder[]): void {
    for (const folder of folders) this.walkOne(folder);
    // Folders that links lead to add further links.
    for (const link of this.links) this.follow(link);
  }

  private walkOne(root: Folder): void {
    const stack: Folder[] = [root];
    for (let folder = stack.pop(); folder !== undefined; folder = stack.pop()) {
      const inner = this.read(folder);
      for (let i = inner.length - 1; i >= 0; i--) {
        const next = inner[i];
        if (next) stack.push(next);
      }
    }
  }

  /** Takes a folder's files, keeps its links for later, and returns its folders. */
  private read(folder: Folder): Folder[] {
    const id = folder.path.toString('latin1');
    if (this.seen.has(id)) return [];
    this.seen.add(id);
    if (folder.depth > MAX_DEPTH) {
      const message = `nested in more than ${MAX_DEPTH} folders, and not read`;
      this.diagnostics.push(
        inputDiagnostic('INPUT-TOO-DEEP', folder.shown, message, 'give the folder itself as a path'),
      );
      return [];
    }
    const entries = this.list(folder);
    if (entries === null) return [];
    const rules = folder.rules.with(folder.path, folder.shown, this.diagnostics);
    const inner: Folder[] = [];
    for (const entry of entries) {
      const next = this.entry(entry, { ...folder, rules });
      if (next) inner.push(next);
    }
    return inner;
  }

  private list(folder: Folder): Dirent<Buffer>[] | null {
    try {
      const entries = readdirSync(folder.path, { encoding: 'buffer', withFileTypes: true });
      return entries.sort((a, b) => Buffer.compare(a.name, b.name));
    } catch (fault) {
      this.diagnostics.push(failure(folder.shown, fault));
      return null;
    }
  }

  private entry(entry: Dirent<Buffer>, folder: Folder): Folder | null {
    const name = printable(entry.name);
    if (SKIPPED.has(name)) return null;
    const isFolder = entry.isDirectory();
    const candidate = entry.isFile() && !isWorkflowName(entry.name);
    if (candidate && !isCandidateName(entry.name)) return null;
    if (!isFolder && !entry.isSymbolicLink() && !entry.isFile() && !isWorkflowName(entry.name)) return null;
    const path = joinBytes(folder.path, entry.name);
    const shown = folder.shown === '.' ? name : `${folder.shown}/${name}`;
    if (folder.rules.ignores(name, isFolder)) {
      if (isFolder) this.ignored.folder(path, shown);
      else this.ignored.file(entry.name, shown);
      return null;
    }
    if (isFolder) return { path, shown, rules: folder.rules.below(name), depth: folder.depth + 1 };
    if (entry.isSymbolicLink()) this.links.push({ path, name: entry.name, shown, from: folder });
    else if (candidate) this.candidate(path, shown);
    else if (entry.isFile()) this.found(path, shown);
    else this.diagnostics.push(notAFile(shown));
    return null;
  }

  private follow({ path, name, shown, from }: Link): void {
    const matters = isWorkflowName(name);
    let target: Buffer;
    let stat: Stats;
    try {
      target = realpathSync.native(path, 'buffer');
      stat = statSync(target);
    } catch (fault) {
      if (matters) this.diagnostics.push(linkFailure(shown, fault));
      return;
    }
    if (!stat.isDirectory() && !matters) return;
    if (!this.roots.some((root) => isInside(target, root))) this.outside(shown, matters);
    else if (stat.isFile()) this.found(target, shown);
    else if (!stat.isDirectory()) this.diagnostics.push(notAFile(shown));
    else if (!from.rules.ignores(printable(name), true)) {
      this.walkOne({ path: target, shown, rules: from.rules.below(printable(name)), depth: from.depth + 1 });
    }
  }

  /** A file named as a workflow is never skipped in silence; of a folder it isn't known that it holds any. */
  private outside(shown: string, isWorkflow: boolean): void {
    const message = 'a symbolic link that leads out of the given folders, and is not followed';
    const repair = 'give the folder it leads to as a path, too';
    this.diagnostics.push(inputDiagnostic('INPUT-OUTSIDE', shown, message, repair, isWorkflow ? 'error' : 'warning'));
  }
}
