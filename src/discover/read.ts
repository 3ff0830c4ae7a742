import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Diagnostic } from '../diagnostic.js';
import { MAX_DOCUMENT_BYTES } from '../parse/codes.js';
import { failure, type Input, type InputCode, notAFile } from './input.js';

export type ReadResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly diagnostic: Diagnostic<InputCode> };

/** Opening must not hang on a pipe, take over a terminal, or follow a link that stands there since discovery. */
const FLAGS =
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The bytes of an input, never more than one over the cap: enough for the parser to say that it is too large. */
export function readInput(input: Input, cap: number = MAX_DOCUMENT_BYTES): ReadResult {
  if (input.kind === 'text') return { ok: true, bytes: input.bytes };
  let fd: number;
  try {
    fd = openSync(input.path, FLAGS);
  } catch (fault) {
    return { ok: false, diagnostic: failure(input.file, fault) };
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { ok: false, diagnostic: notAFile(input.file) };
    return { ok: true, bytes: readUpTo(fd, Math.min(stat.size, cap), cap + 1) };
  } catch (fault) {
    return { ok: false, diagnostic: failure(input.file, fault) };
  } finally {
    closeSync(fd);
  }
}

/** Reads to the end or the limit. The expected size is a guess: a file can grow meanwhile. */
function readUpTo(fd: number, expected: number, limit: number): Uint8Array {
  let buffer = Buffer.allocUnsafe(Math.min(expected + 1, limit));
  let length = 0;
  for (;;) {
    const read = readSync(fd, buffer, length, buffer.length - length, null);
    length += read;
    if (read === 0 || length === limit) return buffer.subarray(0, length);
    if (length === buffer.length) {
      buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, limit));
    }
  }
}
