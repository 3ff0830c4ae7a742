import { Fault } from '../../assembly/codes.js';
import type { Relation, Rule } from '../datalog/ir.js';
import type { Place } from '../place.js';
import { MATCH_STEPS } from './match.js';

/** The closed list of what can end a run without a result. */
export type EngineErrorCode =
  /** A limit of `RunOptions.budget` was reached; the message says which. */
  | 'budget'
  /** WebAssembly gives no more memory. */
  | 'memory'
  | 'division-by-zero'
  /** `to_number` or `to_unsigned` of a text that is no such number. */
  | 'conversion'
  /** Facts have another number of columns than the declaration. */
  | 'arity'
  /** The core faulted: a bug. The engine goes on with a new instance. */
  | 'trap';

export interface EngineError {
  readonly code: EngineErrorCode;
  readonly message: string;
  /** The relation that was computed or loaded. */
  readonly relation?: string;
  /** The rule that was running. */
  readonly rule?: Place;
}

/** How much a run may use; nothing is limited where a member is left out. */
export interface Budget {
  /** Rows derived by rules, those of the engine's intermediate relations included. */
  readonly tuples?: number;
  /**
   * Linear memory of the core, in bytes, at most 4 GiB in any case; texts that functors make are counted by themselves, and
   * may take as much again, at most 1 GiB in any case.
   */
  readonly bytes?: number;
  /** Wall-clock time of the run. */
  readonly milliseconds?: number;
  /** Steps of one match of a pattern that needs backtracking; 1,000,000 where it is left out. */
  readonly matchSteps?: number;
}

/** Raised inside the engine for an expected failure that carries its message already; `Engine.run` returns it as a value. */
export class RunError extends Error {
  constructor(readonly error: EngineError) {
    super(error.message);
  }
}

/** What was going on when the core stopped. */
export interface Circumstances {
  /** What was computed, or loaded. */
  readonly relation: Relation | undefined;
  readonly loading: boolean;
  readonly rule: Rule | undefined;
  /** What was made for a rule to read. */
  readonly making: Making | undefined;
  /** The text that a conversion failed on, or the pattern whose match took too many steps. */
  readonly failedOn: string | undefined;
}

/** An index, or the rows of a relation that keeps them in another form. */
export interface Making {
  readonly what: 'an index' | 'the rows';
  readonly relation: Relation;
}

/** The error for a fault of the core. */
export function faultError(fault: Fault, budget: Budget, circumstances: Circumstances): EngineError {
  const { code, message } = describe(fault, budget, circumstances.failedOn ?? '');
  return located({ code, message: `${message}${whereText(circumstances)}` }, circumstances);
}

/** The error with the relation and the rule at hand. */
export function located(error: EngineError, { relation, rule }: Circumstances): EngineError {
  return {
    ...error,
    ...(relation === undefined ? {} : { relation: relation.name }),
    ...(rule === undefined ? {} : { rule: rule.place }),
  };
}

function whereText({ relation, loading, making }: Circumstances): string {
  const main = relation === undefined ? '' : ` while ${loading ? 'loading' : 'computing'} ${relation.name}`;
  return making === undefined ? main : `${main}, by ${making.what} of ${making.relation.name}`;
}

function describe(fault: Fault, budget: Budget, failedOn: string): EngineError {
  switch (fault) {
    case Fault.Tuples:
      return { code: 'budget', message: `more than ${budget.tuples} tuples were derived` };
    case Fault.Time:
      return { code: 'budget', message: `the time of ${budget.milliseconds} ms was used up` };
    case Fault.Memory:
      if (budget.bytes === undefined) return { code: 'memory', message: 'memory was used up' };
      return { code: 'budget', message: `the memory of ${budget.bytes} bytes was used up` };
    case Fault.Texts:
      if (budget.bytes === undefined) return { code: 'memory', message: 'memory was used up by texts that rules make' };
      return { code: 'budget', message: `the memory of ${budget.bytes} bytes was used up by texts that rules make` };
    case Fault.Steps: {
      const steps = budget.matchSteps ?? MATCH_STEPS;
      const pattern = JSON.stringify(failedOn);
      return { code: 'budget', message: `a match of ${pattern}, which backtracks, takes more than ${steps} steps` };
    }
    case Fault.Division:
      return { code: 'division-by-zero', message: 'a rule divides by zero' };
    case Fault.Conversion:
      return { code: 'conversion', message: `a rule converts ${JSON.stringify(failedOn)}, which is no number` };
    case Fault.Unfit:
    case Fault.None:
      return { code: 'trap', message: 'the core stopped without a reason' };
  }
}
