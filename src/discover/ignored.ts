import { type Dirent, readdirSync } from 'node:fs';
import type { Diagnostic } from '../diagnostic.js';
import { type InputCode, inputDiagnostic } from './input.js';
import { isWorkflowName, joinBytes, printable } from './names.js';

/** Ignored folders may hold very much that is of no interest: of this many entries in a run the names are looked at. */
const MAX_ENTRIES = 20_000;
const MAX_NAMED = 5;
const SKIPPED = new Set(['.git', 'node_modules']);

/**
 * Says which files that are named as inputs ignore rules hide: git tracks a file although it is ignored, if somebody added it.
 * Only names are looked at, and no link is followed.
 */
export class IgnoredFiles {
  private entries = 0;

  constructor(private readonly diagnostics: Diagnostic<InputCode>[]) {}

  file(name: Buffer, shown: string): void {
    if (isWorkflowName(name)) this.tell(shown, 'it is ignored by a .gitignore, and not read');
  }

  folder(path: Buffer, shown: string): void {
    const names: string[] = [];
    const pending = [{ path, below: '' }];
    for (const next of pending) {
      for (const entry of this.list(next.path)) {
        const name = printable(entry.name);
        const inner = `${next.below}${name}`;
        if (entry.isDirectory() && !SKIPPED.has(name))
          pending.push({ path: joinBytes(next.path, entry.name), below: `${inner}/` });
        else if (entry.isFile() && isWorkflowName(entry.name)) names.push(inner);
      }
    }
    if (names.length > 0) this.tell(shown, `the folder is ignored by a .gitignore, and not read: ${listed(names)}`);
  }

  /** The entries of a folder; none where it cannot be read, or once enough has been looked at. */
  private list(path: Buffer): Dirent<Buffer>[] {
    if (this.entries >= MAX_ENTRIES) return [];
    try {
      const entries = readdirSync(path, { encoding: 'buffer', withFileTypes: true });
      this.entries += entries.length;
      return entries.sort((a, b) => Buffer.compare(a.name, b.name));
    } catch {
      return [];
    }
  }

  private tell(shown: string, message: string): void {
    const repair = 'where it is meant to be judged, give it as a path, or take the rule away';
    this.diagnostics.push(inputDiagnostic('INPUT-IGNORED', shown, message, repair, 'note'));
  }
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
