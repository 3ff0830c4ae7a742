import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Pieces are written in batches of about this many UTF-16 units. */
const batchSize = 1 << 16;

/** Small pieces joined to batches. */
function* batches(pieces: Iterable<string>): Iterable<string> {
  let batch: string[] = [];
  let size = 0;
  for (const piece of pieces) {
    batch.push(piece);
    size += piece.length;
    if (size < batchSize) continue;
    yield batch.join('');
    batch = [];
    size = 0;
  }
  if (size > 0) yield batch.join('');
}

/**
 * Writes to a stream no faster than it takes. Where the reader has gone away (`| head`), the rest is dropped in silence:
 * the exit code still tells the verdict.
 */
export async function writeStream(stream: NodeJS.WriteStream, pieces: Iterable<string>): Promise<void> {
  await writeEach(stream, batches(pieces));
}

/** As `writeStream`, each piece by a write of its own. Throws an `OutputError` where the stream takes no more. */
export async function writeEach(stream: NodeJS.WriteStream, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const state = stateOf(stream);
  for (const piece of pieces) {
    if (state.failure !== null) break;
    await new Promise<void>((resolve) => {
      stream.write(piece, (failure) => {
        if (failure) state.failure ??= failure;
        resolve();
      });
    });
  }
  if (state.failure !== null && state.failure.code !== 'EPIPE') throw new OutputError(state.failure.message);
}

/** What was to be printed cannot be: the disk is full, or the device fails. */
export class OutputError extends Error {
  /** @param reason  what the system says */
  constructor(reason: string) {
    super(`the output cannot be written: ${reason}`);
  }
}

/** The first failure of each stream, which is told by an event. */
const states = new WeakMap<NodeJS.WriteStream, StreamState>();

interface StreamState {
  failure: NodeJS.ErrnoException | null;
}

function stateOf(stream: NodeJS.WriteStream): StreamState {
  const known = states.get(stream);
  if (known !== undefined) return known;
  const state: StreamState = { failure: null };
  states.set(stream, state);
  stream.on('error', (failure: NodeJS.ErrnoException) => {
    state.failure ??= failure;
  });
  return state;
}

/**
 * Writes a file whole or not at all: beside it first, then renamed over it. What is there and is no regular file
 * (a device, a pipe) is written to as it is. Throws the system's error where that fails.
 */
export function writeFileWhole(path: string, pieces: Iterable<string>): void {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing !== undefined && !existing.isFile()) {
    writePieces(path, 'w', pieces);
    return;
  }
  const target = existing === undefined ? path : realpathSync(path);
  const fresh = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    writePieces(fresh, 'wx', pieces, existing?.mode);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

function writePieces(path: string, flags: 'w' | 'wx', pieces: Iterable<string>, mode = 0o666): void {
  const file = openSync(path, flags, mode);
  try {
    for (const batch of batches(pieces)) writeAll(file, Buffer.from(batch));
    if (flags === 'wx') fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A write may take less than it is given. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** An error of the system, such as a full disk or a missing right, and no bug. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
