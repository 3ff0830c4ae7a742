// Differential run: npm run differential -- --programs N (default 1000) --seed S (default 0) --graphs for programs about
// paths in graphs, --ways for each kind of storage and each fast path by itself as well. Prints what the programs used and
// stops at the first failure, shrunk; exit code 1 then.
import { Chance } from './chance.js';
import { describe, failsAlike, GRAPH_STEPS, judge, STEPS } from './compare.js';
import { evaluateWithin } from './evaluate.js';
import { engine } from './implementation.js';
import { type Case, randomCase } from './random.js';
import { randomGraphCase } from './random-graph.js';
import { shrink } from './shrink.js';
import { features } from './statistics.js';
import { differentWays } from './ways.js';

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? fallback : Number(process.argv[at + 1]);
  if (!Number.isInteger(value)) throw new RangeError(`--${name} takes a whole number`);
  return value;
}

function otherWays(made: Case, steps: number): string[] {
  const expected = evaluateWithin(made.program, made.facts, steps);
  return expected === null ? [] : differentWays(made, expected, new Chance(made.seed));
}

function main(): number {
  const programs = option('programs', 1000);
  const first = option('seed', 0);
  const graphs = process.argv.includes('--graphs');
  const ways = process.argv.includes('--ways');
  const steps = graphs ? GRAPH_STEPS : STEPS;
  const used = new Map<string, number>();
  let large = 0;
  for (let seed = first; seed < first + programs; seed++) {
    const made = graphs ? randomGraphCase(seed) : randomCase(seed);
    const verdict = judge(made, engine, steps);
    if (verdict.kind === 'too large') large++;
    if (verdict.kind === 'refused' || verdict.kind === 'different') {
      const smallest = shrink(made, (smaller) => failsAlike(verdict, judge(smaller, engine, steps)));
      console.log(describe(smallest, judge(smallest, engine, steps)));
      return 1;
    }
    const different = ways && verdict.kind === 'same' ? otherWays(made, steps) : [];
    if (different.length > 0) {
      console.log(describe(made, verdict), '\n', different.join('\n'));
      return 1;
    }
    for (const feature of features(made.program)) used.set(feature, (used.get(feature) ?? 0) + 1);
  }
  const sorted = [...used].sort(([, a], [, b]) => b - a).map(([feature, count]) => `${feature} ${count}`);
  console.log(`programs that used: ${sorted.join(', ')}`);
  console.log(`${programs - large} programs agreed, ${large} too large to judge`);
  return 0;
}

process.exitCode = main();
