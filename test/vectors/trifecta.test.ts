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
      const counts = [...report.explained].map(([entry, count]) => `${entry}: ${count}`).join(', ');
      console.log(`\nnote: law ${law}, ${report.differing} of ${vectors.length} differ by default; by entry ${counts}`);
      assert.equal(report.unexplained, []);
    });
  }
}

/**
 * Switches the entries off one after the other. With all of them off the verdicts have to be the reference's; an entry
 * explains the workflows whose verdicts change when it is switched off.
 */
function attribute(all: readonly Vector[], law: '2.1' | '2.2') {
  const reference = new Map(all.map((vector) => [vector.name, vector[`v${law}`].map(({ task }) => task).join()]));
  const byDefault = judge(all, law, ALL_DIFFERENCES);
  const differing = all.filter(({ name }) => tasks(byDefault.get(name)) !== reference.get(name));
  const explained = new Map<number, number>();
  let before = byDefault;
  for (const entry of ALL_DIFFERENCES) {
    const after = judge(differing, law, ALL_DIFFERENCES.slice(entry));
    explained.set(entry, differing.filter(({ name }) => tasks(before.get(name)) !== tasks(after.get(name))).length);
    before = after;
  }
  const unexplained = differing
    .map(({ name }) => name)
    .filter((name) => tasks(before.get(name)) !== reference.get(name));
  return { differing: differing.length, explained, unexplained };
}

function pair({ task, source }: Pair): string {
  return `${source} → ${task}`;
}

function pairs(verdicts: readonly Verdict[]): string[] {
  return verdicts.map(pair);
}

function tasks(verdicts: readonly Verdict[] = []): string {
  return verdicts.map(({ task }) => task).join();
}

vectorTest.run();
