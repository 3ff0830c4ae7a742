import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measurement, measure, median, type Task } from './measure.js';

/** Runs this program again in a process of its own, which measures a task. */
export function measureApart(task: Task, flags: readonly string[] = []): Measurement {
  return JSON.parse(output([...flags, process.argv[1] ?? '', `${TASK}${JSON.stringify(task)}`])) as Measurement;
}

const TASK = '--task=';

/** Does what a process started by `measureApart` is for; false in any other. */
export function measuredHere(): boolean {
  const task = process.argv[2];
  if (task?.startsWith(TASK) !== true) return false;
  console.log(JSON.stringify(measure(JSON.parse(task.slice(TASK.length)) as Task)));
  return true;
}

/** The standard output of a Node process. */
export function output(args: readonly string[]): string {
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${args.join(' ').slice(0, 200)} ended with ${status}`);
  return stdout;
}

/** Peak memory of a process that does nothing, in megabytes. */
export function bareMegabytes(): number {
  return Number(output(['-p', 'process.resourceUsage().maxRSS'])) / 1024;
}

/** Each figure's median over measurements. */
export function medians(measurements: readonly Measurement[]): Measurement {
  const of = (figure: (measurement: Measurement) => number) => median(measurements.map(figure));
  return {
    load: of(({ load }) => load),
    cold: of(({ cold }) => cold),
    columns: of(({ columns }) => columns),
    warm: of(({ warm }) => warm),
    peak: of(({ peak }) => peak),
    proof: of(({ proof }) => proof),
    steps: of(({ steps }) => steps),
    counts: measurements[0]?.counts ?? {},
  };
}

/** Calls with a temporary folder that is removed afterwards. */
export function withFolder<T>(action: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
  try {
    return action(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
