import { checkOptions, FLAG, type Kind, type Kinds, OBJECT } from '../datalog/kinds.js';
import type { Budget } from './error.js';
import type { RunOptions } from './index.js';

const NUMBER: Kind = { name: 'a number', has: (value) => typeof value === 'number' };

const RUN: Kinds<RunOptions> = { budget: OBJECT, profile: FLAG };
const BUDGET: Kinds<Budget> = { tuples: NUMBER, bytes: NUMBER, milliseconds: NUMBER, matchSteps: NUMBER };

/**
 * Checks the options of a run. A limit that is no positive number would be none, and the run without end that it was to
 * prevent: that throws a RangeError, other mistakes throw a TypeError, each with the name of the option.
 */
export function checkRunOptions(options: RunOptions): void {
  checkOptions('run', RUN, options);
  if (options.budget === undefined) return;
  checkOptions('run: budget', BUDGET, options.budget);
  for (const [name, limit] of Object.entries(options.budget))
    if (limit !== undefined && !(limit > 0 && Number.isFinite(limit)))
      throw new RangeError(`run: budget: \`${name}\` is ${limit}, and has to be a positive finite number`);
}
