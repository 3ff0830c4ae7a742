import { type Command, Option } from 'commander';
import type { FactsFlags } from './facts.js';
import { law } from './reading.js';
import type { RulesTestFlags } from './rules-test.js';

/** What the commands about rules and facts do. */
export interface RulesActions {
  readonly checkRules: (paths: string[]) => Promise<void>;
  readonly listRules: (paths: string[], flags: { readonly format: 'pretty' | 'json' }) => Promise<void>;
  readonly testRules: (folder: string, flags: RulesTestFlags) => Promise<void>;
  readonly facts: (paths: string[], flags: FactsFlags) => Promise<void>;
}

/** `rules` with its commands, and `facts`. */
export function addRulesCommands(program: Command, actions: RulesActions): void {
  const rules = program.command('rules').description('look at the shipped rules, and check and test your own');
  rules
    .command('check')
    .description('say everything there is to say of rule files')
    .argument('<paths...>', 'files and folders of rules (*.dl)')
    .addHelpText('after', '\nExit codes: 0 no errors, 2 errors')
    .action(actions.checkRules);
  rules
    .command('list')
    .description('list every kind of finding')
    .argument('[paths...]', 'files and folders of your own rules')
    .addOption(new Option('--format <format>', 'how to print the list').choices(['pretty', 'json']).default('pretty'))
    .addHelpText('after', '\nExit codes: 0 listed, 2 the rules have errors')
    .action(actions.listRules);
  rules
    .command('test')
    .description('compare what your rules find in fixtures with what is expected')
    .argument('<folder>', 'folder with one folder for each fixture: workflows and expected.json')
    .option('--rules <paths...>', 'files and folders of rules; by default those in the folder')
    .addOption(law())
    .option('--update', 'write what is found as what is expected')
    .addHelpText('after', testExitCodes)
    .action(actions.testRules);
  program
    .command('facts')
    .description('write facts and rules for Soufflé, or for run')
    .argument('[paths...]', 'files and folders', ['.'])
    .requiredOption('--out <folder>', 'where to write; made where it is missing')
    .addOption(law())
    .option('--parity', 'read as the reference checker reads')
    .option('--rules <paths...>', 'files and folders of further rules')
    .addHelpText(
      'after',
      '\nExit codes: 0 written, 1 an input or a rule file could not be read, or the folder not written',
    )
    .action(actions.facts);
}

const testExitCodes = `
Exit codes:
  0  every fixture has what is expected
  2  one has not, or the rules have errors
  1  there is nothing to test, or an input could not be read`;
