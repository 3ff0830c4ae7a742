import { Fault } from '../../assembly/codes.js';
import type { Relation, Rule } from '../datalog/ir.js';
import type { Place } from '../place.js';

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
  /** Linear memory of the core, in bytes; at most 4 GiB in any case. */
  readonly bytes?: number;
  /** Wall-clock time of the run. */
  readonly milliseconds?: number;
}

/** Raised inside the engine for an expected failure that carries its message already; `Engine.run` returns it as a value. */
export class RunError extends Error {
  constructor(readonly error: EngineError) {
    super(error.message);
  }
}

/**
 * The error for a fault of the core, raised while `rule` ran or `relation` was loaded.
 * @param text  the one that a conversion failed on
 */
export function faultError(
  fault: Fault,
  budget: Budget,
  relation: Relation | undefined,
  rule: Rule | undefined,
  text?: string,
): EngineError {
  const where = relation === undefined ? '' : ` while computing ${relation.name}`;
  return {
    ...describe(fault, budget, where, text),
    ...(relation === undefined ? {} : { relation: relation.name }),
    ...(rule === undefined ? {} : { rule: rule.place }),
  };
}

function describe(
  fault: Fault,
  budget: Budget,
  where: string,
  text: string | undefined,
): Pick<EngineError, 'code' | 'message'> {
  switch (fault) {
    case Fault.Tuples:
      return { code: 'budget', message: `more than ${budget.tuples} tuples were derived${where}` };
    case Fault.Time:
      return { code: 'budget', message: `the time of ${budget.milliseconds} ms was used up${where}` };
    case Fault.Memory:
      if (budget.bytes !== undefined)
        return { code: 'budget', message: `the memory of ${budget.bytes} bytes was used up${where}` };
      return { code: 'memory', message: `memory was used up${where}` };
    case Fault.Division:
      return { code: 'division-by-zero', message: `a rule divides by zero${where}` };
    case Fault.Conversion:
      return {
        code: 'conversion',
        message: `a rule converts ${JSON.stringify(text ?? '')}, which is no number${where}`,
      };
    case Fault.Unfit:
    case Fault.None:
      return { code: 'trap', message: `the core stopped without a reason${where}` };
  }
}
