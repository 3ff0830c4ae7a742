import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ALL_DIFFERENCES, judge, readLines, type Verdict } from './judge.js';

interface Vector {
  readonly name: string;
  readonly workflow: string;
  readonly why?: string;
  readonly hinges?: readonly string[];
  readonly 'v2.1': readonly Expected[];
  readonly 'v2.2': readonly Expected[];
}

interface Expected {
  readonly task: string;
  readonly sources: readonly string[];
}

const FILE = '../shared/vectors/nika-default.jsonl';
const vectors = readLines<Vector>(FILE)?.filter(({ hinges }) => hinges === undefined || hinges.length === 0);
const defaultTest = suite('the default reading, case by case');

if (vectors === undefined) {
  console.log(`skipped: ${FILE} is not there`);
  defaultTest.skip('vectors', () => {});
} else {
  for (const law of ['2.1', '2.2'] as const) {
    defaultTest(`law ${law}: sinks equal, and the source among the sources`, () => {
      const verdicts = judge(vectors, law, ALL_DIFFERENCES);
      const wrong = vectors.flatMap((vector) => {
        const { name, why = '' } = vector;
        const fault = compare(verdicts.get(name) ?? [], vector[`v${law}`]);
        return fault === undefined ? [] : [`${name}: ${fault} (${why})`];
      });
      assert.equal(wrong.slice(0, 10), [], `${wrong.length} of ${vectors.length} differ`);
    });
  }
}

function compare(got: readonly Verdict[], expected: readonly Expected[]): string | undefined {
  const gotTasks = got.map(({ task }) => task).join();
  const expectedTasks = expected.map(({ task }) => task).join();
  if (gotTasks !== expectedTasks) return `expected sinks ${expectedTasks || 'none'}, got ${gotTasks || 'none'}`;
  for (const [i, verdict] of got.entries()) {
    const sources = expected[i]?.sources ?? [];
    if (!sources.includes(verdict.source)) return `${verdict.task}: source ${verdict.source} is none of ${sources}`;
  }
  return undefined;
}

defaultTest.run();
