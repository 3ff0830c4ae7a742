import { type ExitCode, exitCode } from '../report/exit.js';
import { formats } from '../report/formats.js';
import { jsonListing, prettyListing } from '../report/listing.js';
import type { Report, ToolError } from '../report/model.js';
import { toolErrorLine } from '../report/pretty.js';
import { type AnalyzeOptions, listInputs, run } from '../run.js';
import { visible } from '../visible.js';
import { colorsFor, noColors } from './colors.js';
import { isSystemError, writeFileWhole, writeStream } from './output.js';
import { wantsProfile, writeProfile } from './profile.js';
import type { AnalyzeFlags } from './program.js';
import { readingOptions } from './reading.js';

/** What of the process the command uses. */
export type Surroundings = Pick<NodeJS.Process, 'cwd' | 'env' | 'stdin' | 'stdout' | 'stderr'>;

/** `analyze`: does what was asked for, prints it, and says what the process exits with. */
export async function analyze(paths: readonly string[], flags: AnalyzeFlags, io: Surroundings): Promise<ExitCode> {
  const options = await readingOptions(paths, flags, io);
  return flags.listInputs ? await list(options, flags, io) : await judge(options, flags, io);
}

async function judge(options: AnalyzeOptions, flags: AnalyzeFlags, io: Surroundings): Promise<ExitCode> {
  const { report, sources, rules, profile } = run({ ...options, profile: wantsProfile(flags) });
  const colors = flags.output === undefined ? colorsFor(io.stdout, io.env) : noColors;
  const written = await write(formats[flags.format](report, { sources, colors, rules }), flags, io);
  const code = exitCode(report, flags.allowEmpty === true);
  const seen = flags.format === 'pretty' && flags.output === undefined;
  if (!seen) await complain(report.errors, io);
  const unprofiled = profile && (await writeProfile(profile.profile, profile.sources, flags, io));
  if (unprofiled) await say(unprofiled, io);
  if (code === 3) await say('nothing to analyse: no workflow file in the given paths', io);
  if (written && !unprofiled) return code;
  if (code === 2) await say(`the run had ${counted(report)}`, io);
  return code === 2 ? 2 : 1;
}

async function list(options: AnalyzeOptions, flags: AnalyzeFlags, io: Surroundings): Promise<ExitCode> {
  const listing = listInputs(options);
  const written = await write([flags.format === 'json' ? jsonListing(listing) : prettyListing(listing)], flags, io);
  await complain(listing.errors, io);
  if (!written || listing.errors.length > 0) return 1;
  return listing.inputs.length === 0 && !flags.allowEmpty ? 3 : 0;
}

/** To standard output or to the file; false where the file could not be written. */
async function write(pieces: Iterable<string>, { output }: AnalyzeFlags, io: Surroundings): Promise<boolean> {
  if (output === undefined) {
    await writeStream(io.stdout, pieces);
    return true;
  }
  try {
    writeFileWhole(output, pieces);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    await say(`cannot write ${output}: ${error.message}`, io);
    return false;
  }
}

async function complain(errors: readonly ToolError[], io: Surroundings): Promise<void> {
  for (const error of errors) await say(toolErrorLine(error), io);
}

async function say(message: string, io: Surroundings): Promise<void> {
  await writeStream(io.stderr, [`error: ${visible(message)}\n`]);
}

function counted({ summary }: Report): string {
  const { error } = summary.findings;
  return `${error} error-level finding${error === 1 ? '' : 's'}`;
}
