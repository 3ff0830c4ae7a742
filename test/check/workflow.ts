import { type CheckOptions, check } from '../../src/check/check.js';
import type { CheckReport, TaskCost } from '../../src/check/model.js';

/** Checks a workflow that is given by its parts, each a block of YAML; the prices are those of `prices.json` here. */
export function checked(text: string, options: CheckOptions = {}): CheckReport {
  return check({ name: 'w.nika.yaml', text: `nika: w\n${text}` }, { prices: 'test/check/prices.json', ...options });
}

/** The line of one task. */
export function costOf(report: CheckReport, task: string): TaskCost {
  const line = report.cost.tasks.find((cost) => cost.task === task);
  if (line === undefined) throw new Error(`\`${task}\` has no line`);
  return line;
}
