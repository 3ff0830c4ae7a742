import { Engine, type Result } from '../engine/index.js';
import type { Facts } from '../facts/facts.js';
import { shippedRuleset } from '../ruleset/index.js';

/** The engine of the library: made when first used, for one run after the other. */
const engine = new Engine();

/**
 * Runs the graded rules on facts and reads what is wanted off the result, which lives until the next run. Without a
 * budget these rules cannot fail but for want of memory, which is thrown.
 */
export function evaluateGraded<Read>(facts: Facts, read: (result: Result) => Read): Read {
  const run = engine.run(shippedRuleset('graded.dl').program, facts);
  if (!run.ok) throw new Error(`the graded rules: ${run.error.message}`);
  return read(run.result);
}
