import type { Command } from 'commander';
import { checkStdin } from './reading.js';

/** What `infer-permits` was asked for. */
export interface InferFlags {
  readonly write?: true;
  readonly pureFree?: true;
  readonly stdinName?: string;
}

export interface InferActions {
  readonly infer: (file: string, flags: InferFlags) => Promise<void>;
}

/** `infer-permits` as it is typed. */
export function addInferCommand(program: Command, actions: InferActions): void {
  program
    .command('infer-permits')
    .description('print the tightest permits: of a workflow')
    .argument('<file>', 'the workflow, or - for standard input')
    .option('--write', 'put it into the file, and leave all else as it is')
    .option('--pure-free', 'a builtin that only computes needs no grant')
    .option('--stdin-name <name>', 'what to call standard input')
    .hook('preAction', (_, acting) => checkStdin(acting))
    .addHelpText('after', exitCodes)
    .action(actions.infer);
}

const exitCodes = `
The block covers what the workflows need that this one calls. What cannot be inferred is named on standard error, with the task:
what is computed, what an agent or a called workflow chooses, and what the language does not have. Of a category in which
something cannot be inferred, --write keeps what is granted already.

Exit codes:
  0  printed, or written
  2  the file cannot be read as a workflow
  1  the tool could not do its work: usage, unreadable input, a file that cannot be written`;
