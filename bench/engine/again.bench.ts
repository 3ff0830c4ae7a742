// One small program run again and again on one engine: that of workload f, on the facts of one workflow of 12 tasks after the
// other. Prints microseconds a run, facts loaded and relations counted, beside Soufflé's figure for the same.
import { compile } from '../../src/datalog/index.js';
import { Engine } from '../../src/engine/index.js';
import { Facts } from '../../src/facts/facts.js';
import reference from '../reference.json';
import { type FactSet, workflows } from './graphs.js';
import { median } from './measure.js';
import { workloads } from './workloads.js';

const WORKFLOWS = 2000;
const ROUNDS = 25;

/** The facts of each workflow, under the key 0. */
function apart(all: FactSet): Facts[] {
  const sets = Array.from({ length: WORKFLOWS }, () => new Facts());
  for (const [name, columns] of all) {
    for (const facts of sets) facts.table(name, columns.length);
    const [keys = new Int32Array(), ...others] = columns;
    keys.forEach((key, row) => {
      sets[key]?.table(name, columns.length).add(0, ...others.map((column) => column[row] ?? 0));
    });
  }
  return sets;
}

/** All workflows as one run, under their own keys. */
function together(all: FactSet): Facts {
  const facts = new Facts();
  for (const [name, columns] of all) facts.table(name, columns.length).insert(columns, columns[0]?.length ?? 0);
  return facts;
}

function main(): void {
  const workload = workloads.find(({ name }) => name === 'f');
  const compiled = compile({ file: 'f.dl', text: workload?.program ?? '' });
  if (workload === undefined || !compiled.ok) throw new Error('the program of the benchmark does not compile');
  const { program } = compiled;
  const all = workflows(8, WORKFLOWS, 12);
  const keyed = new Engine().run(program, together(all));
  if (!keyed.ok) throw new Error(keyed.error.message);
  const sets = apart(all);
  const engine = new Engine();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const counts = new Map<string, number>();
    const begin = performance.now();
    for (const facts of sets) {
      const run = engine.run(program, facts);
      if (!run.ok) throw new Error(run.error.message);
      for (const name of Object.keys(workload.counts))
        counts.set(name, (counts.get(name) ?? 0) + (run.result.relation(name)?.size ?? 0));
    }
    times.push(((performance.now() - begin) * 1000) / WORKFLOWS);
    for (const [name, count] of counts) {
      const expected = keyed.result.relation(name)?.size;
      if (count !== expected) throw new Error(`${name} has ${count} rows in all, not ${expected}`);
    }
  }
  const [first = 0, ...later] = times.map((time) => Number(time.toFixed(1)));
  const theirs = (reference.souffleOneProgramMilliseconds * 1000).toFixed(1);
  console.log(
    `a program of 12 tasks: ${first} µs a run in the first round, ${median(later)} later, ${Math.min(...later)} at best`,
  );
  console.log(
    `compiled Soufflé, in process, facts inserted and purged: ${theirs} µs on the machine of bench/reference.json`,
  );
}

main();
