// The workloads of the speed table, each in processes of its own, beside compiled Soufflé's figures, which are scaled to
// this machine by DuckDB where it is installed (npm install in bench/peers). Arguments: workloads, and --runs=N.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import reference from '../reference.json';
import { type Measurement, median } from './measure.js';
import { bareMegabytes, measureApart, measuredHere, medians, output, withFolder } from './processes.js';
import { type Workload, workloads } from './workloads.js';
import { writeFacts } from './write-facts.js';

const peers = join(process.cwd(), 'bench/peers');

interface Row {
  readonly workload: Workload;
  readonly cold: Measurement;
  readonly optimised: Measurement;
  readonly duckdb: number | null;
  readonly sqlite: number | null;
}

function main(args: readonly string[]): void {
  const runs = Number(args.find((arg) => arg.startsWith('--runs='))?.slice('--runs='.length) ?? 3);
  const chosen = workloads.filter(({ name }) => args.every((arg) => arg.startsWith('--')) || args.includes(name));
  const rows = chosen.map((workload) => withFolder((folder) => measureWorkload(workload, folder, runs)));
  printTable(rows, bareMegabytes());
}

function measureWorkload(workload: Workload, folder: string, runs: number): Row {
  writeFacts(folder, workload.facts());
  const hasPeers = existsSync(join(peers, 'node_modules'));
  const results = Object.keys(workload.counts);
  const { program, explain } = workload;
  const task = { program, folder, results, repeat: 5, ...(explain === undefined ? {} : { explain }) };
  const measured: Record<'cold' | 'optimised', Measurement[]> = { cold: [], optimised: [] };
  const others: Record<'duck' | 'sqlite', number[]> = { duck: [], sqlite: [] };
  // One process of each a round, so that what else the machine does is shared among them.
  for (let run = 0; run < runs; run++) {
    measured.cold.push(checked(workload, measureApart(task)));
    measured.optimised.push(checked(workload, measureApart(task, ['--no-liftoff'])));
    if (!hasPeers) continue;
    others.duck.push(...measurePeer('duck', workload, folder));
    if (run === 0) others.sqlite.push(...measurePeer('sqlite', workload, folder));
  }
  return {
    workload,
    cold: medians(measured.cold),
    optimised: medians(measured.optimised),
    duckdb: others.duck.length === 0 ? null : median(others.duck),
    sqlite: others.sqlite.length === 0 ? null : median(others.sqlite),
  };
}

function checked({ name, counts }: Workload, measurement: Measurement): Measurement {
  for (const [relation, count] of Object.entries(counts))
    if (measurement.counts[relation] !== count)
      throw new Error(`${name}: ${relation} has ${measurement.counts[relation]} rows, not ${count}`);
  return measurement;
}

/** Milliseconds of a peer; none where it cannot do the workload. */
function measurePeer(peer: 'duck' | 'sqlite', workload: Workload, folder: string): number[] {
  const answer = JSON.parse(output([join(peers, `${peer}.mjs`), workload.name, join(folder, 'text')])) as {
    readonly milliseconds?: number;
    readonly counts?: Readonly<Record<string, number>>;
  };
  if (answer.milliseconds === undefined) return [];
  for (const [relation, count] of Object.entries(answer.counts ?? {}))
    if (workload.counts[relation] !== count) throw new Error(`${peer} ${workload.name}: ${relation} has ${count} rows`);
  return [answer.milliseconds];
}

// -------------------------------------------------------------------------------------------------------------- output

function printTable(rows: readonly Row[], bare: number): void {
  const scale = scaleOf(rows);
  console.log(
    scale === null
      ? 'DuckDB is not installed in bench/peers: Soufflé as in bench/reference.json, not scaled to this machine'
      : `Soufflé as in bench/reference.json × ${scale.toFixed(2)}, the median of DuckDB's time here over its time there`,
  );
  console.log(
    'Milliseconds: first evaluation of a process (cold), the same with node --no-liftoff, later ones (warm), cold and all\n' +
      `tuples written as columns; one proof; megabytes above bare Node (${bare.toFixed(0)}), and the limit for them\n`,
  );
  const head = [
    '',
    'cold',
    'no-liftoff',
    'warm',
    'columns',
    'proof',
    'MB',
    'limit',
    'Soufflé',
    'DuckDB',
    'SQLite',
    'ratio',
  ];
  printLine('', head);
  const ratios = rows.map((row) => printRow(row, scale ?? 1, bare));
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(
    `\ncold, Soufflé takes ${mean.toFixed(1)} times as long in the geometric mean, ${Math.min(...ratios).toFixed(1)} at the least`,
  );
}

function scaleOf(rows: readonly Row[]): number | null {
  const known: Readonly<Record<string, number>> = reference.duckdbMilliseconds;
  const scales = rows.flatMap(({ workload: { name }, duckdb }) => {
    const there = known[name];
    return duckdb === null || there === undefined ? [] : [duckdb / there];
  });
  return scales.length === 0 ? null : median(scales);
}

function printRow({ workload, cold, optimised, duckdb, sqlite }: Row, scale: number, bare: number): number {
  const times: Readonly<Record<string, number>> = reference.souffleMilliseconds;
  const memory: Readonly<Record<string, number>> = reference.souffleMegabytes;
  const souffle = (times[workload.name] ?? Number.NaN) * scale;
  const figures = [cold.cold, optimised.cold, cold.warm, cold.columns, cold.proof];
  printLine(workload.what, [
    workload.name,
    ...figures.map((figure) => figure.toFixed(1)),
    (cold.peak - bare).toFixed(0),
    (2 * (memory[workload.name] ?? 0) + 40).toFixed(0),
    souffle.toFixed(0),
    duckdb?.toFixed(0) ?? '-',
    sqlite?.toFixed(0) ?? '-',
    (souffle / cold.cold).toFixed(1),
  ]);
  return souffle / cold.cold;
}

function printLine(what: string, [name = '', ...cells]: readonly string[]): void {
  console.log(`${name.padEnd(4)}${what.padEnd(26)}${cells.map((cell) => cell.padStart(11)).join('')}`);
}

if (!measuredHere()) main(process.argv.slice(2));
