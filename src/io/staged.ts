import { closeSync, mkdtempSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Files that appear together or not at all: each is written beside its place under another name, and `commit` renames
 * them. What is there and is no regular file (a device, a pipe) is written to at once. Throws the system's errors.
 */
export class StagedFiles {
  private readonly files: { readonly fresh: string; readonly target: string }[] = [];
  private readonly folders: string[] = [];

  write(path: string, pieces: Iterable<Uint8Array>): void {
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing !== undefined && !existing.isFile()) {
      writePieces(path, pieces);
      return;
    }
    const target = existing === undefined ? path : realpathSync(path);
    const folder = mkdtempSync(join(dirname(target), '.trifecta-'));
    this.folders.push(folder);
    const fresh = join(folder, basename(target));
    writePieces(fresh, pieces, existing?.mode);
    this.files.push({ fresh, target });
  }

  /** Moves every file to its place. */
  commit(): void {
    for (const { fresh, target } of this.files) renameSync(fresh, target);
  }

  /** Takes away what was not moved. */
  discard(): void {
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
  }
}

function writePieces(path: string, pieces: Iterable<Uint8Array>, mode = 0o666): void {
  const file = openSync(path, 'w', mode);
  try {
    for (const piece of pieces) for (let done = 0; done < piece.length; ) done += writeSync(file, piece, done);
  } finally {
    closeSync(file);
  }
}
