import { Command, Option } from 'commander';
import { type FormatName, formats } from '../report/formats.js';
import { tool } from '../tool.js';
import { addBudget, type BudgetFlags } from './budget.js';
import type { ExplainFlags } from './explain.js';
import { addProfile, type ProfileFlags } from './profile.js';
import { addCheckCommand, type CheckActions } from './program-check.js';
import { addInferCommand, type InferActions } from './program-infer.js';
import { addRulesCommands, type RulesActions } from './program-rules.js';
import { addReading, collect, type ReadingFlags } from './reading.js';

/** What `analyze` was asked for. */
export interface AnalyzeFlags extends ReadingFlags, ProfileFlags {
  readonly format: FormatName;
  readonly output?: string;
  readonly warn?: true;
  readonly listInputs?: true;
  readonly allowEmpty?: true;
}

/** What `run` was asked for. */
export interface RunFlags extends BudgetFlags, ProfileFlags {
  readonly facts?: string;
  readonly output: string;
  readonly include: readonly string[];
  readonly warn: boolean;
  /** A tuple to be explained in place of writing results. */
  readonly explain?: string;
  readonly format: 'text' | 'json';
}

/** What the commands do. */
export interface Actions extends RulesActions, CheckActions, InferActions {
  readonly analyze: (paths: string[], flags: AnalyzeFlags) => Promise<void>;
  readonly explain: (paths: string[], flags: ExplainFlags) => Promise<void>;
  readonly run: (program: string, flags: RunFlags) => Promise<void>;
  readonly map: (file: string) => Promise<void>;
}

/** The commands as they are typed; what they do is given. */
export function createProgram(actions: Actions): Command {
  const program = new Command(tool.name)
    .description('Finds the lethal trifecta in agent workflows, from the files alone.')
    .version(tool.version)
    .showHelpAfterError('(--help shows what there is)');
  addProfile(addReading(program.command('analyze').description('judge every workflow of files and folders')))
    .addOption(
      new Option('--format <format>', 'how to print the report').choices(Object.keys(formats)).default('pretty'),
    )
    .option('--output <file>', 'write the report to a file, whole or not at all')
    .option('--warn', "report the trifecta's findings as warnings, which do not fail")
    .option('--list-inputs', 'list what would be analysed, and stop')
    .option('--allow-empty', 'exit with 0 where there is nothing to analyse')
    .addHelpText('after', exitCodes)
    .action(actions.analyze);
  addReading(program.command('explain').description('show how the rules derive findings from what the files say'))
    .option('--code <code>', 'only findings of this code; can be repeated', collect, [])
    .option('--task <name>', 'only findings about this task or agent; can be repeated', collect, [])
    .addOption(new Option('--format <format>', 'how to print it').choices(['pretty', 'json']).default('pretty'))
    .addHelpText('after', explainExitCodes)
    .action(actions.explain);
  addBudget(addProfile(program.command('run')).description('evaluate a Datalog program, in the dialect of Soufflé'))
    .argument('<program>', 'file of rules, or a folder that `facts` wrote')
    .option('-F, --facts <folder>', 'where the files of `.input` are (default: ".", or the folder that is given)')
    .option('-D, --output <folder>', 'where the files of `.output` go; - prints them', '.')
    .option('-I, --include <folder>', 'look for included files here too; can be repeated', collect, [])
    .option('-w, --no-warn', 'say nothing about what is only doubtful')
    .option(
      '--explain <tuple>',
      'print why a tuple such as \'path("a", "b")\' holds, or does not; no result is written',
    )
    .addOption(
      new Option('--format <format>', 'how to print the explanation').choices(['text', 'json']).default('text'),
    )
    .addHelpText('after', runExitCodes)
    .action(actions.run);
  program
    .command('map')
    .description('draw the agents of a manifest with what each may combine')
    .argument('<file>', 'manifest of agents, *.agents.yaml')
    .addHelpText('after', mapExitCodes)
    .action(actions.map);
  addCheckCommand(program, actions);
  addInferCommand(program, actions);
  addRulesCommands(program, actions);
  return program;
}

const exitCodes = `
Exit codes:
  0  no error-level finding counts
  2  at least one does: a law's, or a file that cannot be parsed or judged
  1  the tool could not do its work: usage, unreadable input, internal fault
  3  nothing to analyse (0 with --allow-empty)`;

const explainExitCodes = `
Exit codes:
  0  at least one finding is explained
  1  usage, or an input that cannot be read
  3  there is no such finding`;

const runExitCodes = `
Exit codes:
  0  the results are written, or the tuple is explained
  1  usage, or a file that cannot be read or written, such as a row that does not fit its relation
  2  the program is refused, or its evaluation failed
  3  the tuple to be explained was not derived`;

const mapExitCodes = `
Exit codes:
  0  the agents are drawn, whatever their verdicts
  1  usage, or a file that cannot be read
  2  something is wrong with the manifest; what could be read is drawn`;
