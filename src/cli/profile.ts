import type { Command } from 'commander';
import { formatPlace, type Source } from '../datalog/index.js';
import { formatProfile, type Profile } from '../engine/index.js';
import { visible } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { writeFileWhole, writeStream } from './output.js';
import { jsonText, quoted } from './places.js';

/** How a profile was asked for. */
export interface ProfileFlags {
  readonly profile?: true;
  readonly profileJson?: string;
}

export function addProfile(command: Command): Command {
  return command
    .option('--profile', 'print to standard error what each rule took and gave')
    .option('--profile-json <file>', 'write that to a file, as JSON');
}

export function wantsProfile({ profile, profileJson }: ProfileFlags): boolean {
  return profile === true || profileJson !== undefined;
}

/** Prints and writes a profile as it was asked for; why it could not be written, if so. */
export async function writeProfile(
  profile: Profile,
  sources: readonly Source[],
  flags: ProfileFlags,
  io: Surroundings,
): Promise<string | undefined> {
  if (flags.profile) await writeStream(io.stderr, table(profile, sources));
  if (flags.profileJson === undefined) return undefined;
  try {
    writeFileWhole(flags.profileJson, [jsonText(profile, sources)]);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return `cannot write ${flags.profileJson}: ${error.message}`;
  }
}

function table(profile: Profile, sources: readonly Source[]): string[] {
  const text = formatProfile(profile, {
    locate: (place) => formatPlace(place, sources),
    quote: (place) => quoted(place, sources),
  });
  return text.split(/(?<=\n)/).map((line) => `${visible(line.trimEnd())}\n`);
}
