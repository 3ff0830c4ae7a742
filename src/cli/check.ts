import { type CheckOptions, check, type WorkflowSource } from '../check/check.js';
import { jsonCheck } from '../check/json.js';
import { prettyCheck } from '../check/pretty.js';
import { MAX_DOCUMENT_BYTES } from '../parse/codes.js';
import type { Surroundings } from './analyze.js';
import { colorsFor } from './colors.js';
import { readStream } from './input.js';
import { writeStream } from './output.js';
import type { CheckFlags } from './program-check.js';

/** `check`: the report on one workflow. 0 clean, 2 refused, 1 where the tool could not do its work. */
export async function checkFile(path: string, flags: CheckFlags, io: Surroundings): Promise<0 | 1 | 2> {
  const { format, stdinName: _, ...judging } = flags;
  const options: CheckOptions = { ...judging, cwd: io.cwd() };
  const report = check(path === '-' ? await standardInput(flags, io) : path, options);
  const text = format === 'json' ? jsonCheck(report) : prettyCheck(report, colorsFor(io.stdout, io.env));
  await writeStream(io.stdout, [text]);
  return report.exitCode;
}

/** What is on standard input; `-` itself, which is reported as missing, where it cannot be read. */
export async function standardInput(
  { stdinName }: Pick<CheckFlags, 'stdinName'>,
  io: Surroundings,
): Promise<WorkflowSource | string> {
  const text = await readStream(io.stdin, MAX_DOCUMENT_BYTES + 1);
  return text === undefined ? '-' : { name: stdinName ?? '<stdin>', text };
}
