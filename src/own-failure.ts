import type { EngineError } from './engine/index.js';
import type { ToolError } from './report/model.js';
import { Sources } from './report/sources.js';
import { isShipped, type Ruleset } from './ruleset/index.js';

/**
 * The error for an evaluation that own rules have a part in: the rule that was running where it is one of them, else their
 * first file. Undefined where all rules ship. It is right to blame own rules where the shipped ones alone do not fail.
 */
export function ownRulesError(
  { message, rule, relation }: EngineError,
  { sources }: Ruleset,
  exhausted: boolean,
): ToolError | undefined {
  const own = sources.filter(({ file }) => !isShipped(file));
  const running = own.find(({ file }) => file === rule?.file);
  const file = running?.file ?? own[0]?.file;
  if (file === undefined) return undefined;
  const code = exhausted ? 'RULES-EXHAUSTED' : 'RULES-FAILED';
  const failed = exhausted ? 'take more memory than there is' : 'could not be evaluated';
  const error = {
    code,
    message: `your own rules ${failed}, so the shipped ones judged alone: ${message}`,
    file,
    repair: exhausted ? [boundRepair(relation)] : [],
  };
  if (running === undefined || rule === undefined) return error;
  const texts = new Sources();
  texts.add(file, running.text);
  return { ...error, range: texts.range(rule) };
}

function boundRepair(relation: string | undefined): string {
  const rules = relation === undefined ? 'the rules' : `the rules of ${relation}`;
  return `bound ${rules}: no recursion that makes ever new values, no product of large relations`;
}
