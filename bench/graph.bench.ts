// Kernels of the built-in relations on the million-node graph: the first call in a fresh process (cold) and later ones
// (warm), for dominators beside a plain TypeScript loop and, where ../shared is there, the loop of its bench kit.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Benchmark from 'benchmark';
import { Core } from '../src/engine/core.js';
import { computeBuiltin } from '../src/engine/graph.js';
import { type FlowGraph, immediateDominators } from './cooper-harvey-kennedy.js';
import { millionNodes, millionSum } from './million.js';

const subjects = ['idom', 'level', 'scc', 'TypeScript idom'] as const;
type Subject = (typeof subjects)[number];

const PROCESSES = 5;
const peerName = 'loop of bench kit';
const peer = resolve('../shared/bench/peers/tsloop.mjs');

interface Figures {
  readonly cold: number;
  readonly warm: number;
}

/** What is to be timed, over a graph made before; it returns the sum of the values. */
function prepare(subject: Subject, graph: FlowGraph): () => number {
  if (subject === 'TypeScript idom') return () => sum(immediateDominators(graph));
  const core = new Core({ expired: () => 0, symbols: () => 1 });
  const nodes = subject === 'idom' ? Int32Array.of(graph.root) : Int32Array.from({ length: graph.nodes }, (_, x) => x);
  return () => {
    const result = computeBuiltin(core.exports, subject, [graph.from, graph.to], nodes);
    if ('fault' in result) throw new Error(result.fault);
    return sum(result.columns[1]);
  };
}

function sum(values: Int32Array): number {
  let total = 0;
  for (const value of values) if (value > 0) total += value;
  return total;
}

/** Runs in a process of its own: the first call, then as many as benchmark.js wants. */
function measure(subject: Subject): Figures {
  const run = prepare(subject, millionNodes());
  const begin = performance.now();
  const total = run();
  const cold = performance.now() - begin;
  if (subject.endsWith('idom') && total !== millionSum) throw new Error(`${subject} sums up to ${total}`);
  const benchmark = new Benchmark(subject, run, { minSamples: 5, maxTime: 0.5 });
  benchmark.run();
  return { cold, warm: benchmark.stats.mean * 1000 };
}

function measureInProcess(subject: Subject): Figures {
  return JSON.parse(output([process.argv[1] ?? '', `--only=${subject}`])) as Figures;
}

function output(args: readonly string[]): string {
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return stdout;
}

function medians(figures: readonly Figures[]): Figures {
  return { cold: median(figures.map(({ cold }) => cold)), warm: median(figures.map(({ warm }) => warm)) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** The graph as the loop of the bench kit reads it, which says what the first and the second run in a process took. */
function writeFacts(folder: string): void {
  const { from, to } = millionNodes();
  writeFileSync(join(folder, 'edge.facts'), `${Array.from(from, (x, i) => `${x}\t${to[i]}`).join('\n')}\n`);
}

function readPeer(lines: string): Figures {
  const [cold, warm] = lines
    .trim()
    .split('\n')
    .map((line): number => JSON.parse(line).eval_ms);
  return { cold: cold ?? Number.NaN, warm: warm ?? Number.NaN };
}

function print(name: string, { cold, warm }: Figures): void {
  console.log(`${name.padEnd(20)}${cold.toFixed(0).padStart(10)}${warm.toFixed(0).padStart(10)}`);
}

function ratios(name: string, other: Figures, idom: Figures): void {
  const [cold, warm] = [other.cold / idom.cold, other.warm / idom.warm];
  console.log(`idom is ${cold.toFixed(2)} times as fast as the ${name} cold, ${warm.toFixed(2)} times warm`);
}

/** One process a subject in every round, so that what else the machine does is shared among them. */
function measureAll(folder: string): Map<string, Figures> {
  const rounds: [string, () => Figures][] = subjects.map((subject) => [subject, () => measureInProcess(subject)]);
  if (existsSync(peer)) rounds.push([peerName, () => readPeer(output([peer, 'idom', folder]))]);
  const found = new Map(rounds.map(([name]): [string, Figures[]] => [name, []]));
  for (let i = 0; i < PROCESSES; i++) for (const [name, run] of rounds) found.get(name)?.push(run());
  return new Map([...found].map(([name, figures]) => [name, medians(figures)]));
}

function main(): void {
  console.log(`1,000,000 nodes, 2,500,000 edges; milliseconds, medians of ${PROCESSES} processes`);
  console.log(`${''.padEnd(20)}${'cold'.padStart(10)}${'warm'.padStart(10)}`);
  if (!existsSync(peer)) console.log('skipped the loop of the bench kit: no ../shared');
  const folder = mkdtempSync(join(tmpdir(), 'graph-bench-'));
  try {
    writeFacts(folder);
    const figures = measureAll(folder);
    for (const [name, found] of figures) print(name, found);
    const idom = figures.get('idom');
    for (const name of ['TypeScript idom', peerName]) {
      const other = figures.get(name);
      if (idom !== undefined && other !== undefined) ratios(name, other, idom);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const subject = subjects.find((name) => name === only);
if (subject === undefined) main();
else console.log(JSON.stringify(measure(subject)));
