import { isMainThread, workerData } from 'node:worker_threads';
import { Random } from './random.js';
import { type Target, targets } from './targets.js';

/** What the main thread gives. */
export interface Work {
  readonly seed: number;
  /** The first batch to try. */
  readonly from: number;
  /** Seen by both threads, see `Shared`. */
  readonly progress: SharedArrayBuffer;
}

/** Places of the numbers that both threads see. */
export const Shared = {
  /** The batch in work. */
  Batch: 0,
  /** 1 asks the worker to stop. */
  Stop: 1,
  /** The input of the batch that fails by itself; -1 where it takes them all. */
  Single: 2,
  Size: 3,
} as const;

/** Inputs that are tried together. */
export const BATCH = 20;
const MILLISECONDS_PER_BYTE = 1000 / 100_000;

export interface Batch {
  readonly target: Target;
  readonly inputs: readonly Uint8Array[];
}

/** The inputs of a batch: the targets take turns, four batches of workflows to one of programs. */
export function batch(seed: number, number: number): Batch {
  const target = number % 5 === 4 ? targets.rules : targets.workflows;
  return { target, inputs: Array.from({ length: BATCH }, (_, i) => target.make(new Random(seed, number * BATCH + i))) };
}

/** Throws where a target fails on inputs, or takes too long twice. */
export function tryInputs(target: Target, inputs: readonly Uint8Array[]): void {
  const bytes = inputs.reduce((sum, input) => sum + input.length, 0);
  const most = Math.max(1000, bytes * MILLISECONDS_PER_BYTE);
  let milliseconds = 0;
  // Time of the processor, as the machine may be shared; twice, as code may be compiled meanwhile.
  for (let i = 0; i < 2; i++) {
    const start = process.cpuUsage();
    target.check(inputs);
    const { user, system } = process.cpuUsage(start);
    milliseconds = (user + system) / 1000;
    if (milliseconds <= most) return;
  }
  throw new Error(`took ${milliseconds.toFixed(0)} ms for ${bytes} bytes`);
}

/** Tries batches until it is asked to stop. One that fails ends the worker with the reason. */
function work({ seed, from, progress }: Work): void {
  const shared = new Int32Array(progress);
  for (let number = from; Atomics.load(shared, Shared.Stop) === 0; number++) {
    Atomics.store(shared, Shared.Batch, number);
    const { target, inputs } = batch(seed, number);
    try {
      tryInputs(target, inputs);
    } catch (error) {
      Atomics.store(
        shared,
        Shared.Single,
        inputs.findIndex((input) => fails(target, input)),
      );
      throw error;
    }
  }
}

function fails(target: Target, input: Uint8Array): boolean {
  try {
    tryInputs(target, [input]);
    return false;
  } catch {
    return true;
  }
}

if (!isMainThread) work(workerData);
