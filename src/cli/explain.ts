import { explain } from '../explain.js';
import { jsonExplanations, prettyExplanations } from '../report/explanation.js';
import { toolErrorLine } from '../report/pretty.js';
import { visible } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { writeStream } from './output.js';
import { type ReadingFlags, readingOptions } from './reading.js';

/** What `explain` was asked for. */
export interface ExplainFlags extends ReadingFlags {
  readonly code: readonly string[];
  readonly task: readonly string[];
  readonly format: 'pretty' | 'json';
}

/** 0: explained. 1: usage, or an input that could not be read. 3: no such finding. */
export type ExplainExit = 0 | 1 | 3;

/** `explain`: how the rules derive findings from what the files say. */
export async function explainFindings(
  paths: readonly string[],
  flags: ExplainFlags,
  io: Surroundings,
): Promise<ExplainExit> {
  const { code, task, format } = flags;
  const options = await readingOptions(paths, flags, io);
  const explained = explain({
    ...options,
    ...(code.length > 0 && { codes: code }),
    ...(task.length > 0 && { tasks: task }),
  });
  const { explanations, errors, rules } = explained;
  const pieces =
    format === 'json' ? jsonExplanations(explanations, errors, rules) : prettyExplanations(explanations, rules);
  await writeStream(io.stdout, pieces);
  const said = errors.map(toolErrorLine);
  if (explanations.length === 0) said.push(nothing(flags));
  await writeStream(
    io.stderr,
    said.map((line) => `error: ${line}\n`),
  );
  if (errors.length > 0) return 1;
  return explanations.length > 0 ? 0 : 3;
}

function nothing({ code, task }: ExplainFlags): string {
  const wanted = [
    ...(code.length > 0 ? [`of the code ${code.join(' or ')}`] : []),
    ...(task.length > 0 ? [`about the task or agent ${task.join(' or ')}`] : []),
  ];
  return visible(['nothing to explain: no finding', ...wanted, 'was derived by a rule'].join(' '));
}
