import { type Command, CommanderError } from 'commander';
import { visible } from '../visible.js';
import { analyze } from './analyze.js';
import { checkFile } from './check.js';
import { explainFindings } from './explain.js';
import { exportFacts } from './facts.js';
import { infer } from './infer.js';
import { map } from './map.js';
import { OutputError } from './output.js';
import { createProgram } from './program.js';
import { checkRules, listRules } from './rules.js';
import { testRules } from './rules-test.js';
import { runProgram } from './run.js';

const failure = 1;

/** Runs the command line and returns the exit code; a usage error has been printed by then. */
async function main(args: readonly string[]): Promise<number> {
  let code: number = failure;
  const program = createProgram({
    analyze: async (paths, flags) => {
      code = await analyze(paths, flags, process);
    },
    explain: async (paths, flags) => {
      code = await explainFindings(paths, flags, process);
    },
    run: async (path, flags) => {
      code = await runProgram(path, flags, process);
    },
    check: async (file, flags) => {
      code = await checkFile(file, flags, process);
    },
    map: async (file) => {
      code = await map(file, process);
    },
    infer: async (file, flags) => {
      code = await infer(file, flags, process);
    },
    checkRules: async (paths) => {
      code = await checkRules(paths, process);
    },
    listRules: async (paths, flags) => {
      code = await listRules(paths, flags, process);
    },
    testRules: async (folder, flags) => {
      code = await testRules(folder, flags, process);
    },
    facts: async (paths, flags) => {
      code = await exportFacts(paths, flags, process);
    },
  });
  for (const command of withCommands(program)) {
    command.exitOverride().configureOutput({ outputError: (text, write) => write(visibleLines(text)) });
  }
  try {
    await program.parseAsync(args);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}

function withCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withCommands)];
}

/** An error text quotes what was typed, which in a script may be the name of any file. */
function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

function failed(error: unknown): void {
  if (error instanceof OutputError) {
    process.stderr.write(`error: ${visible(error.message)}\n`);
    process.exitCode = failure;
  } else {
    internalFault(error);
  }
}

function internalFault(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const detail = process.env.TRIFECTA_DEBUG && error instanceof Error ? `\n${error.stack}` : '';
  process.stderr.write(`internal fault: ${visible(message)} (TRIFECTA_DEBUG=1 shows where)${detail}\n`);
  process.exitCode = failure;
}

// Help is written without being waited for: that it cannot be written is known here alone.
process.on('uncaughtException', (error) => {
  failed('syscall' in error && error.syscall === 'write' ? new OutputError(error.message) : error);
  process.exit();
});
main(process.argv).then((code) => {
  process.exitCode = code;
}, failed);
