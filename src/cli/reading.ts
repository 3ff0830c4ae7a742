import { type Command, Option } from 'commander';
import { MAX_DOCUMENT_BYTES } from '../parse/codes.js';
import type { Law } from '../report/model.js';
import type { AnalyzeOptions } from '../run.js';
import type { Surroundings } from './analyze.js';
import { readStream } from './input.js';

/** What a command that judges files reads, and by what it judges. */
export interface ReadingFlags {
  readonly law: Law;
  readonly parity?: true;
  readonly pureFree?: true;
  readonly stdinName?: string;
  readonly rules?: readonly string[];
  readonly agentdConfig: readonly string[];
  readonly agentdExec: boolean;
}

export function law(): Option {
  return new Option('--law <version>', 'version of NEP-0002 to judge by').choices(['2.1', '2.2']).default('2.1');
}

/** Adds the arguments and options of `ReadingFlags` to a command. */
export function addReading(command: Command): Command {
  return command
    .argument('[paths...]', 'files, folders, or - for standard input (default: .)')
    .addOption(law())
    .option('--parity', 'read as the reference checker reads, its silence included')
    .option('--pure-free', 'a builtin that only computes needs no grant of tools')
    .option('--stdin-name <name>', 'what to call standard input in the report')
    .option('--rules <paths...>', 'files and folders of further rules (*.dl)')
    .option(
      '--agentd-config <file>',
      'configuration of agentd; can be repeated, later files over earlier ones',
      collect,
      [],
    )
    .option('--no-agentd-exec', 'agentd is built without the feature that runs programs')
    .hook('preAction', (_, acting) => checkStdin(acting));
}

/** The values of an option that is given several times. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** A name for standard input says that it is to be read: without `-` among the paths the command would look elsewhere. */
export function checkStdin(command: Command): void {
  const { stdinName } = command.opts();
  if (stdinName === undefined || command.args.includes('-')) return;
  command.error('error: --stdin-name is given, and standard input is not read: give - as a path');
}

/** The options of a run as they were typed, with standard input where it is among the paths. */
export async function readingOptions(
  paths: readonly string[],
  flags: ReadingFlags,
  io: Surroundings,
): Promise<AnalyzeOptions> {
  return {
    ...flags,
    paths: given(paths, flags),
    agentdConfigs: flags.agentdConfig,
    cwd: io.cwd(),
    ...(await stdin(paths, flags, io)),
  };
}

/** The working directory, where neither paths nor a configuration are given. */
function given(paths: readonly string[], { agentdConfig }: ReadingFlags): readonly string[] {
  return paths.length === 0 && agentdConfig.length === 0 ? ['.'] : paths;
}

/** What is missing is reported as any missing path. */
async function stdin(
  paths: readonly string[],
  flags: ReadingFlags,
  io: Surroundings,
): Promise<Pick<AnalyzeOptions, 'stdin'>> {
  if (!paths.includes('-')) return {};
  const bytes = await readStream(io.stdin, MAX_DOCUMENT_BYTES + 1);
  return bytes === undefined ? {} : { stdin: { name: flags.stdinName ?? '<stdin>', bytes } };
}
