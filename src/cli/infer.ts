import { resolve } from 'node:path';
import { type Inferred, inferPermits } from '../check/infer.js';
import { toolErrorLine } from '../report/pretty.js';
import { visible } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { standardInput } from './check.js';
import { isSystemError, writeFileWhole, writeStream } from './output.js';
import type { InferFlags } from './program-infer.js';

/** `infer-permits`: prints the block, or writes it into the file. 2 where there is no workflow, 1 where the tool failed. */
export async function infer(path: string, flags: InferFlags, io: Surroundings): Promise<0 | 1 | 2> {
  const { write = false, pureFree = false } = flags;
  const inferred = inferPermits(path === '-' ? await standardInput(flags, io) : path, { cwd: io.cwd(), pureFree });
  const say = (lines: readonly string[]) =>
    writeStream(
      io.stderr,
      lines.map((line) => `${visible(line)}\n`),
    );
  await say(inferred.uninferable.map((what) => `warning: ${uninferableLine(inferred.file, what)}`));
  await say(inferred.errors.map((error) => `error: ${toolErrorLine(error)}`));
  if (inferred.permits === null) return inferred.errors.some(({ code }) => code === 'INFER-NOT-A-WORKFLOW') ? 2 : 1;
  if (!write) {
    await writeStream(io.stdout, [inferred.yaml]);
    return 0;
  }
  const keeps = (category: string) => `what \`permits.${category}\` grants is kept, as not all of it can be inferred`;
  await say(inferred.kept.map((category) => `warning: ${inferred.file}: ${keeps(category)}`));
  const failure = path === '-' ? 'standard input cannot be written to' : written(resolve(io.cwd(), path), inferred);
  if (failure !== null) await say([`error: ${inferred.file}: ${failure}`]);
  return failure === null ? 0 : 1;
}

function uninferableLine(file: string, what: Inferred['uninferable'][number]): string {
  const { line, task, category, why, isFault } = what;
  const of = category === '*' ? 'permits' : category;
  const problem = isFault
    ? `is faulty, and nothing is inferred of ${of} for that`
    : `needs more of ${of} than can be inferred`;
  return `${file}:${line}: \`${task}\` ${problem}: ${why}`;
}

/** Why the block could not be written into the file; null where it was. */
function written(path: string, { text }: Inferred): string | null {
  if (text === null) return 'there is no safe place for the block: print it without --write, and put it in by hand';
  try {
    writeFileWhole(path, [text]);
    return null;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.message;
  }
}
