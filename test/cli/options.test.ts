import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AnalyzeOptions, analyze, judgeGrants, type TrifectaTag } from '../../src/index.js';

/** What a caller without types may give. */
function given(options: unknown): () => unknown {
  return () => analyze(options as AnalyzeOptions);
}

const wrong: readonly (readonly [options: unknown, message: string])[] = [
  [undefined, 'give options'],
  ['flows', 'give options'],
  [{}, '`paths` is missing'],
  [{ paths: 'flows' }, '`paths` is not a list of strings'],
  [{ paths: [1] }, '`paths` is not a list of strings'],
  [{ paths: [], law: '2.3' }, "`law` is not '2.1' or '2.2'"],
  [{ paths: [], law: 2.2 }, "`law` is not '2.1' or '2.2'"],
  [{ paths: [], parity: 'no' }, '`parity` is not true or false'],
  [{ paths: [], warn: 1 }, '`warn` is not true or false'],
  [{ paths: [], rules: 'team.dl' }, '`rules` is not a list of strings'],
  [{ paths: ['-'], stdin: 'nika: x' }, '`stdin` is not { name, bytes }'],
  [{ paths: [], path: ['flows'] }, 'no option is called `path`: did you mean `paths`?'],
  [{ paths: [], toString: true }, 'no option is called `toString`'],
];

for (const [options, message] of wrong) {
  test(`${JSON.stringify(options)}: ${message}`, () =>
    assert.throws(given(options), (error: unknown) => error instanceof TypeError && error.message.includes(message)));
}

test('options that are left out or undefined are the defaults', () => {
  const { summary, law } = analyze({ paths: [] });
  assert.equal([summary.files, law], [0, '2.1']);
  assert.is(given({ paths: [], law: undefined, parity: undefined })() instanceof Object, true);
});

test('a tag that is none is no missing leg', () => {
  const tags = ['Sensitive'] as unknown as TrifectaTag[];
  assert.throws(() => judgeGrants({ servers: [{ name: 's', tags }] }), /unknown trifecta tag: Sensitive/);
});

test.run();
