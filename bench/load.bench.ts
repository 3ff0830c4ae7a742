import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../src/datalog/index.js';
import { Facts } from '../src/facts/facts.js';
import { directivesOf, type Source } from '../src/io/directives.js';
import { loadFacts } from '../src/io/load.js';
import { Chance } from '../test/oracle/chance.js';

// How long it takes to read a million rows of two numbers from a file, against a loop that reads the same bytes and
// counts lines. The target is a ratio of at most 3.

const ROWS = 1_000_000;
const ROUNDS = 9;

/** A table of random edges, tab-separated. */
function edges(nodes: number): string {
  const chance = new Chance(11);
  const lines: string[] = [];
  for (let i = 0; i < ROWS; i++) lines.push(`${chance.below(nodes)}\t${chance.below(nodes)}\n`);
  return lines.join('');
}

function countLines(file: string): number {
  const bytes = readFileSync(file);
  let lines = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) lines++;
  return lines;
}

function sourcesOf(file: string): readonly Source[] {
  const compiled = compile({
    file: 'load.dl',
    text: `.decl edge(x: number, y: number)\n.input edge(filename="${file}")`,
  });
  if (!compiled.ok) throw new Error('the program of the benchmark does not compile');
  return directivesOf(compiled.program, false).sources;
}

function load(sources: readonly Source[]): number {
  const facts = new Facts();
  const { errors } = loadFacts(sources, '.', facts);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  return facts.table('edge', 2).size;
}

/** The first run, and the median of the others, in milliseconds. */
function measure(work: () => number): { readonly cold: number; readonly warm: number } {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const begin = performance.now();
    if (work() !== ROWS) throw new Error('rows are missing');
    times.push(performance.now() - begin);
  }
  const [cold = 0, ...others] = times;
  return { cold, warm: others.sort((a, b) => a - b)[others.length >> 1] ?? 0 };
}

const file = join(tmpdir(), `load-${process.pid}.facts`);
console.log('rows of two numbers, 1,000,000   loop cold/warm ms   load cold/warm ms   ratio cold/warm');
try {
  for (const nodes of [1000, 1_000_000, 2_000_000_000]) {
    writeFileSync(file, edges(nodes));
    const loop = measure(() => countLines(file));
    const sources = sourcesOf(file);
    const read = measure(() => load(sources));
    const cells = [loop.cold, loop.warm, read.cold, read.warm].map((time) => time.toFixed(1));
    const ratios = [read.cold / loop.cold, read.warm / loop.warm].map((ratio) => ratio.toFixed(2));
    console.log(
      `numbers below ${nodes}: ${cells.slice(0, 2).join(' / ')}, ${cells.slice(2).join(' / ')}, ${ratios.join(' / ')}`,
    );
  }
} finally {
  rmSync(file, { force: true });
}
