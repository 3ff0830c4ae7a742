// npm run fuzz -- [--seconds N] [--seed S] [--from BATCH] [--inputs N]: tries seeded inputs on what reads files of others, saves
// those that fail to build/fuzz/, and says how to try them again: npm run fuzz -- FILE…
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMainThread, Worker } from 'node:worker_threads';
import { tryFiles } from './kept.js';
import { BATCH, batch, Shared, type Work } from './worker.js';

const FOLDER = 'build/fuzz';
/** Of V8, and of everything together. */
const HEAP_MEGABYTES = 320;
const MOST_MEGABYTES = 512;
/** Without progress for so long, by the clock of a machine that is shared, a batch hangs. */
const HANG_SECONDS = 60;

interface Plan {
  readonly seed: number;
  /** Batches: the first, and the one to stop before. */
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

async function fuzz(plan: Plan): Promise<void> {
  const { seed, from, to } = plan;
  const until = Date.now() + plan.seconds * 1000;
  let next = from;
  let failures = 0;
  let peak = 0;
  while (Date.now() < until && next < to) {
    const ended = await watch(seed, next, until, to);
    peak = Math.max(peak, ended.megabytes);
    next = ended.batch + 1;
    if (ended.failure === null) continue;
    failures++;
    save(seed, ended, ended.failure);
  }
  const tried = (next - from) * BATCH;
  console.log(
    `${tried} inputs (seed ${seed}, batches ${from} to ${next}), ${failures} failed, peak ${peak.toFixed(0)} MB`,
  );
  process.exitCode = failures === 0 ? 0 : 1;
}

/** How a worker ended: the last batch it took up, and why it failed on that, on which of its inputs. */
interface Ended {
  readonly batch: number;
  readonly single: number;
  readonly failure: string | null;
  readonly megabytes: number;
}

function watch(seed: number, from: number, until: number, to: number): Promise<Ended> {
  const progress = new SharedArrayBuffer(Shared.Size * Int32Array.BYTES_PER_ELEMENT);
  const shared = new Int32Array(progress);
  shared[Shared.Batch] = from;
  shared[Shared.Single] = -1;
  const work: Work = { seed, from, progress };
  const worker = new Worker(process.argv[1] ?? '', {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  return new Promise((resolve) => {
    let failure: string | null = null;
    let megabytes = 0;
    let [last, since] = [-1, Date.now()];
    const timer = setInterval(() => {
      const number = Atomics.load(shared, Shared.Batch);
      if (number !== last) [last, since] = [number, Date.now()];
      const used = process.memoryUsage.rss() / (1 << 20);
      megabytes = Math.max(megabytes, used);
      if (used > MOST_MEGABYTES) failure = `took ${used.toFixed(0)} MB`;
      if (Date.now() - since > HANG_SECONDS * 1000) failure = 'hangs';
      if (failure !== null) void worker.terminate();
      if (Date.now() >= until || number + 1 >= to) Atomics.store(shared, Shared.Stop, 1);
    }, 20);
    worker.on('error', (error: Error) => {
      failure = error.stack ?? error.message;
    });
    worker.on('exit', () => {
      clearInterval(timer);
      resolve({
        batch: Atomics.load(shared, Shared.Batch),
        single: Atomics.load(shared, Shared.Single),
        failure,
        megabytes,
      });
    });
  });
}

/** Saves the input that fails by itself, or the whole batch. */
function save(seed: number, ended: Ended, failure: string): void {
  const { target, inputs } = batch(seed, ended.batch);
  mkdirSync(FOLDER, { recursive: true });
  const paths: string[] = [];
  inputs.forEach((input, i) => {
    if (ended.single >= 0 && i !== ended.single) return;
    const path = `${FOLDER}/${seed}-${ended.batch}-${i}${target.extension}`;
    writeFileSync(path, input);
    paths.push(path);
  });
  console.log(`FAIL ${failure}\n  again: npm run fuzz -- ${paths.join(' ')}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      inputs: { type: 'string', default: '1000000000' },
    },
  });
  const [seed, from, seconds] = [Number(values.seed), Number(values.from), Number(values.seconds)];
  if (positionals.length > 0) tryFiles(positionals);
  else await fuzz({ seed, from, to: from + Math.ceil(Number(values.inputs) / BATCH), seconds });
}

if (isMainThread) void main();
