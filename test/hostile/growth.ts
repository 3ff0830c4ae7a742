// npm run hostile:growth [-- filter…]: time and memory of every hostile shape at a size and at twice that size. Each is
// measured in a process of its own: the least time of its thread, and the peak of its memory. Exits with 1 where doubled input takes more than 2.5 times as long, or too much memory.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import picocolors from 'picocolors';
import { formats } from '../../src/report/formats.js';
import { run } from '../../src/run.js';
import { type Shape, shapes } from './shapes.js';

const MOST_GROWTH = 2.5;
const MOST_MEGABYTES = 512;
/** Below this a difference is noise. */
const LEAST_MILLISECONDS = 40;
/** A shape is measured so often, or until it took this long. */
const MOST_RUNS = 20;
/** Processes for each size: what code V8 compiles, and when it collects, differs between them. */
const MOST_TRIES = 4;
const ENOUGH_MILLISECONDS = 5000;
/** Of V8, so that the peak says what is needed and not what may be left lying; the core's memory comes on top. */
const HEAP_MEGABYTES = 384;
const TIMEOUT = 60_000;

interface Measured {
  readonly ms: number;
  readonly megabytes: number;
  /** What the run said: code by code, with counts. */
  readonly said: string;
}

function measure(shape: Shape, size: number): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  try {
    for (const [name, content] of Object.entries(shape.make(size))) writeFileSync(join(folder, name), content);
    analyzed('examples');
    let ms = Number.POSITIVE_INFINITY;
    let said = '';
    let total = 0;
    for (let i = 0; i < MOST_RUNS && (i < 4 || total < ENOUGH_MILLISECONDS); i++) {
      const start = threadMilliseconds();
      said = analyzed(folder);
      const taken = threadMilliseconds() - start;
      total += taken;
      ms = Math.min(ms, taken);
    }
    return { ms, megabytes: process.resourceUsage().maxRSS / 1024, said };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time of the processor that this thread had, on Linux: other programs and V8's own threads make no difference. */
function threadMilliseconds(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** The whole way a folder takes, to the printed report. */
function analyzed(folder: string): string {
  const { report, sources, rules } = run({ paths: [folder] });
  for (const format of Object.values(formats)) {
    for (const _ of format(report, { sources, rules, colors: picocolors.createColors(false) }));
  }
  const counts = new Map<string, number>();
  for (const { code } of [...report.findings, ...report.errors]) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${count} ${code}`).join(', ') || 'clean';
}

/** In a process of its own, so that no run profits from another one's compiled code or pays for its memory. */
function measureApart(index: number, size: number): Measured | string {
  const args = [
    ...process.execArgv,
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    process.argv[1] ?? '',
    '--one',
    String(index),
    String(size),
  ];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: TIMEOUT });
  if (status === 0) return JSON.parse(stdout);
  return signal ?? stderr.split('\n').find((line) => /error/i.test(line)) ?? `exit code ${status}`;
}

/** At a size and at twice that; where that grows too much, again, and of both sizes the least time counts. */
function measurePair(index: number, size: number): [Measured | string, Measured | string] {
  let [once, twice] = [measureApart(index, size), measureApart(index, 2 * size)];
  for (let i = 1; i < MOST_TRIES && typeof once !== 'string' && typeof twice !== 'string'; i++) {
    if (!exceeds(once, twice)) break;
    [once, twice] = [faster(once, measureApart(index, size)), faster(twice, measureApart(index, 2 * size))];
  }
  return [once, twice];
}

function faster(known: Measured, other: Measured | string): Measured | string {
  return typeof other === 'string' || other.ms < known.ms ? other : known;
}

function exceeds(once: Measured, twice: Measured): boolean {
  return twice.ms / once.ms > MOST_GROWTH && twice.ms > LEAST_MILLISECONDS;
}

function row(name: string, cells: readonly (string | number)[]): string {
  return `| ${name} | ${cells.join(' | ')} |`;
}

function main(filters: readonly string[]): void {
  console.log(row('shape', ['n', 'ms at n', 'ms at 2n', 'growth', 'MB', 'said']));
  console.log('|---|--:|--:|--:|--:|--:|---|');
  let faults = 0;
  shapes.forEach((shape, index) => {
    if (filters.length > 0 && !filters.some((filter) => shape.name.includes(filter))) return;
    const [once, twice] = measurePair(index, shape.size);
    if (typeof once === 'string' || typeof twice === 'string') {
      faults++;
      console.log(row(shape.name, [shape.size, `FAULT: ${once} ${twice}`]));
      return;
    }
    const growth = twice.ms / once.ms;
    const grows = exceeds(once, twice);
    const fault = grows || twice.megabytes > MOST_MEGABYTES;
    if (fault) faults++;
    const cells = [once.ms.toFixed(1), twice.ms.toFixed(1), growth.toFixed(2), twice.megabytes.toFixed(0), twice.said];
    console.log(row(`${fault ? 'FAULT ' : ''}${shape.name}`, [shape.size, ...cells]));
  });
  console.log(`${faults} faults`);
  process.exitCode = faults === 0 ? 0 : 1;
}

const [first, index, size] = process.argv.slice(2);
const shape = first === '--one' ? shapes[Number(index)] : undefined;
if (shape === undefined) main(process.argv.slice(2));
else console.log(JSON.stringify(measure(shape, Number(size))));
