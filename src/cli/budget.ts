import { type Command, InvalidArgumentError } from 'commander';
import type { Budget } from '../engine/index.js';

/** What a run may use, as it was typed. */
export interface BudgetFlags {
  readonly maxTuples?: number;
  /** In MiB. */
  readonly maxMemory?: number;
  /** In seconds. */
  readonly maxTime?: number;
}

export function addBudget(command: Command): Command {
  return command
    .option('--max-tuples <number>', 'stop where rules derive more tuples than this', positive)
    .option('--max-memory <MiB>', 'stop where relations and indexes take more memory than this', positive)
    .option('--max-time <seconds>', 'stop where loading and evaluation take longer than this', positive);
}

export function budgetOf({ maxTuples, maxMemory, maxTime }: BudgetFlags): Budget {
  return {
    ...(maxTuples === undefined ? {} : { tuples: Math.ceil(maxTuples) }),
    ...(maxMemory === undefined ? {} : { bytes: Math.ceil(maxMemory * 2 ** 20) }),
    ...(maxTime === undefined ? {} : { milliseconds: maxTime * 1000 }),
  };
}

function positive(text: string): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (value > 0 && value <= Number.MAX_SAFE_INTEGER) return value;
  throw new InvalidArgumentError('It takes a positive number.');
}
