// The whole analysis of made-up monorepos of 1,000 and 10,000 workflows: time by phase, workflows a second, peak memory.
// Each run is a fresh process, as in continuous integration; the figures are those of the run of median length.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Phase, run } from '../src/run.js';
import { writeMonorepo } from './monorepo/folder.js';

const sizes = [1_000, 10_000];
const SEED = 1;
const PROCESSES = 3;
const phases: readonly Phase[] = ['discover', 'read', 'parse', 'lower', 'compile', 'evaluate', 'findings', 'report'];

interface Figures {
  readonly workflows: number;
  readonly findings: number;
  /** Milliseconds: by phase, of all phases, and of the process from its start. */
  readonly phases: Readonly<Partial<Record<Phase, number>>>;
  readonly total: number;
  readonly process: number;
  /** Peak resident memory in MiB. */
  readonly memory: number;
}

/** Runs in a process of its own. */
function measure(folder: string): Figures {
  const spent = new Map<Phase, number>();
  let phase: Phase | null = null;
  let since = performance.now();
  const enter = (next: Phase | null) => {
    const now = performance.now();
    if (phase !== null) spent.set(phase, (spent.get(phase) ?? 0) + now - since);
    phase = next;
    since = now;
  };
  const begin = since;
  const { report } = run({ paths: [folder] }, enter);
  enter(null);
  if (report.errors.length > 0) throw new Error(report.errors[0]?.message);
  return {
    workflows: report.summary.workflows,
    findings: report.findings.length,
    phases: Object.fromEntries(spent),
    total: since - begin,
    process: since,
    memory: process.resourceUsage().maxRSS / 1024,
  };
}

function measureInProcess(folder: string): Figures {
  const args = [process.argv[1] ?? '', `--measure=${folder}`];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`the run ended with ${status}`);
  return JSON.parse(stdout) as Figures;
}

function measureSize(count: number): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'analyze-bench-'));
  try {
    const { files, bytes } = writeMonorepo(folder, count, SEED);
    console.log(`\n${files} workflows of ${(bytes / files).toFixed(0)} bytes on average`);
    const runs = Array.from({ length: PROCESSES }, () => measureInProcess(folder)).sort((a, b) => a.total - b.total);
    const median = runs[runs.length >> 1];
    if (median === undefined || median.workflows !== count) throw new Error(`not all of ${count} workflows were read`);
    return median;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function print(figures: Figures): void {
  const line = (name: string, value: number, unit: string) =>
    console.log(`  ${name.padEnd(20)}${value.toFixed(value < 10 ? 1 : 0).padStart(10)} ${unit}`);
  for (const phase of phases) line(phase, figures.phases[phase] ?? 0, 'ms');
  line('all phases', figures.total, 'ms');
  line('process', figures.process, 'ms');
  line('workflows a second', (figures.workflows / figures.total) * 1000, '');
  line('peak memory', figures.memory, 'MiB');
  line('findings', figures.findings, '');
}

const option = '--measure=';
const folder = process.argv.find((arg) => arg.startsWith(option))?.slice(option.length);
if (folder !== undefined) console.log(JSON.stringify(measure(folder)));
else for (const count of sizes) print(measureSize(count));
