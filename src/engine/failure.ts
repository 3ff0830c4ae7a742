import { CoreFault } from './core.js';
import { type Budget, type Circumstances, type EngineError, faultError, located, RunError } from './error.js';

/** The expected failure that something thrown during a run stands for; undefined for a bug of the engine. */
export function failure(thrown: unknown, budget: Budget, circumstances: Circumstances): EngineError | undefined {
  if (thrown instanceof RunError) return thrown.error;
  if (thrown instanceof CoreFault) return faultError(thrown.fault, budget, circumstances);
  if (isOutOfMemory(thrown))
    return located({ code: 'memory', message: `memory was used up: ${thrown.message}` }, circumstances);
  if (isTrap(thrown)) return located({ code: 'trap', message: `the core stopped: ${thrown.message}` }, circumstances);
  return undefined;
}

/** A trap of WebAssembly, or its stack used up, which V8 reports as a RangeError. */
function isTrap(thrown: unknown): thrown is Error {
  if (thrown instanceof WebAssembly.RuntimeError) return true;
  return thrown instanceof RangeError && thrown.message.includes('call stack');
}

/** An array, a text or a table of the host that cannot be as large as it would have to be. */
function isOutOfMemory(thrown: unknown): thrown is Error {
  if (!(thrown instanceof RangeError)) return false;
  return /allocation failed|maximum size exceeded|Invalid (?:typed )?array length|Invalid string length/.test(
    thrown.message,
  );
}
