import { type Command, Option } from 'commander';
import type { Law } from '../report/model.js';
import { checkStdin, law } from './reading.js';

/** What `check` was asked for. */
export interface CheckFlags {
  readonly law: Law;
  readonly parity?: true;
  readonly pureFree?: true;
  readonly format: 'pretty' | 'json';
  readonly prices?: string;
  readonly stdinName?: string;
}

export interface CheckActions {
  readonly check: (file: string, flags: CheckFlags) => Promise<void>;
}

/** `check` as it is typed. */
export function addCheckCommand(program: Command, actions: CheckActions): void {
  program
    .command('check')
    .description('say of one workflow, before it runs, whether it is refused, what it may do, needs and costs')
    .argument('<file>', 'the workflow, or - for standard input')
    .addOption(law())
    .option('--parity', 'read as the reference checker reads, its silence included')
    .option('--pure-free', 'a builtin that only computes needs no grant')
    .addOption(new Option('--format <format>', 'how to print the report').choices(['pretty', 'json']).default('pretty'))
    .option('--prices <file>', 'prices of models, in place of the list that ships (docs/check.md)')
    .option('--stdin-name <name>', 'what to call standard input in the report, and where to look for what it calls')
    .hook('preAction', (_, acting) => checkStdin(acting))
    .addHelpText('after', exitCodes)
    .action(actions.check);
}

const exitCodes = `
Exit codes:
  0  clean: no error-level finding stands
  2  refused: at least one does
  1  the tool could not do its work: usage, no workflow, unreadable input or prices, internal fault`;
