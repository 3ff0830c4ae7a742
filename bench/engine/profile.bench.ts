// What a profile costs: every workload of the speed table, and one of many small rounds, evaluated in turn without and with a
// profile in one process. Arguments: workloads, and --runs=N.
import { compile } from '../../src/datalog/index.js';
import { Engine } from '../../src/engine/index.js';
import { Facts } from '../../src/facts/facts.js';
import { median } from './measure.js';
import { type Workload, workloads } from './workloads.js';

const rounds: Workload = {
  name: 'r',
  what: '200,000 rounds of a tuple',
  program: '.decl n(x:number) n(0). n(x + 1) :- n(x), x < 200000.',
  facts: () => new Map(),
  counts: { n: 200_001 },
};

function main(args: readonly string[]): void {
  const runs = Number(args.find((arg) => arg.startsWith('--runs='))?.slice('--runs='.length) ?? 15);
  const all = [...workloads, rounds];
  const chosen = all.filter(({ name }) => args.every((arg) => arg.startsWith('--')) || args.includes(name));
  console.log('Milliseconds of evaluation, the median and the least of warm runs, without and with a profile\n');
  for (const workload of chosen) measure(workload, runs);
}

function measure({ name, what, program, facts, counts }: Workload, runs: number): void {
  const compiled = compile({ file: 'workload.dl', text: program });
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join('\n'));
  const tables = new Facts();
  for (const [relation, columns] of facts()) tables.insert(relation, columns, columns[0]?.length ?? 0);
  const engine = new Engine();
  const times: Record<'plain' | 'profiled', number[]> = { plain: [], profiled: [] };
  for (let run = -3; run < runs; run++) {
    for (const kind of run % 2 === 0 ? (['plain', 'profiled'] as const) : (['profiled', 'plain'] as const)) {
      const outcome = engine.run(compiled.program, tables, { profile: kind === 'profiled' });
      if (!outcome.ok) throw new Error(outcome.error.message);
      for (const [relation, count] of Object.entries(counts))
        if (outcome.result.relation(relation)?.size !== count) throw new Error(`${name}: ${relation} is wrong`);
      if (run >= 0) times[kind].push(outcome.result.statistics.evaluateMilliseconds);
    }
  }
  const figures = [median(times.plain), median(times.profiled), Math.min(...times.plain), Math.min(...times.profiled)];
  const [plain = 0, profiled = 0, leastPlain = 0, leastProfiled = 0] = figures;
  const overhead = [profiled / plain, leastProfiled / leastPlain].map((ratio) => `${((ratio - 1) * 100).toFixed(1)} %`);
  const cells = [...figures.map((figure) => figure.toFixed(2)), ...overhead];
  console.log(`${name.padEnd(4)}${what.padEnd(28)}${cells.map((cell) => cell.padStart(10)).join('')}`);
}

main(process.argv.slice(2));
