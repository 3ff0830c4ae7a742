// node scripts/program.mjs bench/engine/against-souffle.ts SOUFFLE [workload…] [--runs=N]: the workloads and their variants by
// the engine and by a Soufflé that compiles them, evaluation alone, the least of N runs in processes that take turns.
import type { Measurement } from './measure.js';
import { measureApart, measuredHere, withFolder } from './processes.js';
import { compileBySouffle, runSouffle } from './souffle.js';
import { variants } from './variants.js';
import { type Workload, workloads } from './workloads.js';
import { writeFacts } from './write-facts.js';

interface Row {
  readonly cold: number;
  readonly warm: number;
  readonly souffle: number;
}

function main(args: readonly string[]): void {
  const [souffle, ...names] = args.filter((arg) => !arg.startsWith('--'));
  if (souffle === undefined) throw new Error('usage: bench/engine/against-souffle.ts SOUFFLE [workload…] [--runs=N]');
  const runs = Number(args.find((arg) => arg.startsWith('--runs='))?.slice('--runs='.length) ?? 3);
  const isChosen = ({ name }: Workload) => names.length === 0 || names.some((prefix) => name.startsWith(prefix));
  const ratios: number[] = [];
  console.log(line(['', '', 'cold ms', 'warm ms', 'Soufflé ms', 'ratio cold', 'warm']));
  for (const workload of [...workloads, ...variants].filter(isChosen)) {
    const { cold, warm, souffle: theirs } = measureRow(workload, souffle, runs);
    ratios.push(theirs / cold);
    const figures = [cold, warm, theirs].map((time) => time.toFixed(1));
    console.log(
      line([workload.name, workload.what, ...figures, (theirs / cold).toFixed(1), (theirs / warm).toFixed(1)]),
    );
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(
    `cold, Soufflé takes ${mean.toFixed(1)} times as long in the geometric mean, ${Math.min(...ratios).toFixed(1)} at the least`,
  );
}

function measureRow(workload: Workload, souffle: string, runs: number): Row {
  const results = Object.keys(workload.counts);
  const binary = compileBySouffle(souffle, workload.program, results);
  return withFolder((folder) => {
    const text = writeFacts(folder, workload.facts());
    const row: { cold: number[]; warm: number[]; souffle: number[] } = { cold: [], warm: [], souffle: [] };
    for (let run = 0; run < runs; run++) {
      const ours = measureApart({ program: workload.program, folder, results, repeat: 3 });
      const theirs = runSouffle(binary, text);
      check(workload, 'the engine', ours.counts);
      check(workload, 'Soufflé', theirs.counts);
      row.cold.push(ours.cold);
      row.warm.push(ours.warm);
      row.souffle.push(theirs.milliseconds);
    }
    return { cold: Math.min(...row.cold), warm: Math.min(...row.warm), souffle: Math.min(...row.souffle) };
  });
}

function check({ name, counts }: Workload, engine: string, found: Measurement['counts']): void {
  for (const [relation, count] of Object.entries(counts))
    if (found[relation] !== count)
      console.log(`${name}: ${engine} finds ${found[relation]} rows of ${relation}, not ${count}`);
}

function line([name = '', what = '', ...cells]: readonly string[]): string {
  return `${name.padEnd(12)}${what.padEnd(28)}${cells.map((cell) => cell.padStart(11)).join('')}`;
}

if (!measuredHere()) main(process.argv.slice(2));
