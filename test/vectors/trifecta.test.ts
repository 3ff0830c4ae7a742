import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ALL_DIFFERENCES, judge, readLines, type Verdict } from './judge.js';

interface Vector {
  readonly name: string;
  readonly workflow: string;
  readonly 'v2.1': readonly Pair[];
  readonly 'v2.2': readonly Pair[];
}

interface Pair {
  readonly task: string;
  readonly source: string;
}

const FILE = '../shared/vectors/nika-trifecta.jsonl';
const vectors = readLines<Vector>(FILE);
const vectorTest = suite('the reference checker, vector by vector');

if (vectors === undefined) {
  console.log(`skipped: ${FILE} is not there`);
  vectorTest.skip('vectors', () => {});
} else {
  for (const law of ['2.1', '2.2'] as const) {
    vectorTest(`law ${law}: every verdict under parity`, () => {
      const verdicts = judge(vectors, law, []);
      const wrong = vectors.flatMap((vector) => {
        const got = pairs(verdicts.get(vector.name) ?? []);
        const expected = vector[`v${law}`].map(pair);
        return got.join() === expected.join() ? [] : [`${vector.name}: expected ${expected}, got ${got}`];
      });
      assert.equal(wrong.slice(0, 10), [], `${wrong.length} of ${vectors.length} differ`);
    });

    vectorTest(`law ${law}: every difference of the default reading is an entry's`, () => {
      const report = attribute(vectors, law);
      console.log(`law ${law}: ${report.differing} of ${vectors.length} differ by default; explained by entry:`);
      console.log(`  ${[...report.explained].map(([entry, count]) => `${entry}: ${count}`).join(', ')}`);
      assert.equal(report.unexplained, []);
    });
  }
}

/**
 * Switches entries off one after the other, keeping off each whose switching changes the verdicts of a workflow, until
 * the verdicts are the reference's; an entry explains a workflow when leaving it on alone still makes a difference.
 */
function attribute(all: readonly Vector[], law: '2.1' | '2.2') {
  const byDefault = judge(all, law, ALL_DIFFERENCES);
  const differing = all.filter(
    (vector) => tasks(byDefault.get(vector.name) ?? []) !== vector[`v${law}`].map(({ task }) => task).join(),
  );
  const explained = new Map<number, number>();
  const unexplained = new Set(differing.map(({ name }) => name));
  let off: number[] = [];
  for (const entry of ALL_DIFFERENCES) {
    const before = judge(
      differing,
      law,
      ALL_DIFFERENCES.filter((other) => !off.includes(other)),
    );
    off = [...off, entry];
    const after = judge(
      differing,
      law,
      ALL_DIFFERENCES.filter((other) => !off.includes(other)),
    );
    let count = 0;
    for (const { name } of differing) if (tasks(before.get(name) ?? []) !== tasks(after.get(name) ?? [])) count++;
    explained.set(entry, count);
    if (entry !== ALL_DIFFERENCES.at(-1)) continue;
    for (const vector of differing) {
      if (tasks(after.get(vector.name) ?? []) === vector[`v${law}`].map(({ task }) => task).join())
        unexplained.delete(vector.name);
    }
  }
  return { differing: differing.length, explained, unexplained: [...unexplained] };
}

function pair({ task, source }: Pair): string {
  return `${source} → ${task}`;
}

function pairs(verdicts: readonly Verdict[]): string[] {
  return verdicts.map(pair);
}

function tasks(verdicts: readonly Verdict[]): string {
  return verdicts.map(({ task }) => task).join();
}

vectorTest.run();
