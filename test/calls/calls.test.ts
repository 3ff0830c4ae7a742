import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from '../../src/run.js';

// One folder is one case: workflows that call each other, and in expected.json what must be found, by file and in order.
interface Expected {
  readonly why: string;
  /** What is given, relative to the folder; the folder itself where it is left out. */
  readonly paths?: readonly string[];
  readonly findings: readonly ExpectedFinding[];
}

interface ExpectedFinding {
  readonly file: string;
  readonly task: string;
  readonly source: string;
  /** The tasks of the path's steps. */
  readonly path?: readonly string[];
  /** What the message says besides. */
  readonly says?: string;
}

const FOLDER = 'test/calls';

function findings(folder: string, paths: readonly string[], parity: boolean) {
  const { report } = run({ paths, cwd: `${process.cwd()}/${FOLDER}/${folder}`, parity });
  assert.equal(report.errors, []);
  return report.findings.filter(({ code }) => code.startsWith('NIKA-SEC-009'));
}

for (const folder of readdirSync(FOLDER).filter((name) => !name.includes('.'))) {
  const expected: Expected = JSON.parse(readFileSync(`${FOLDER}/${folder}/expected.json`, 'utf8'));
  test(`${folder}: ${expected.why}`, () => {
    const found = findings(folder, expected.paths ?? ['.'], false);
    assert.equal(
      found.map(({ file, subject }) => `${file}: ${subject.source} → ${subject.task}`),
      expected.findings.map(({ file, task, source }) => `${file}: ${source} → ${task}`),
    );
    expected.findings.forEach(({ path, says }, i) => {
      if (path)
        assert.equal(
          found[i]?.path.map(({ task }) => task),
          path,
        );
      if (says) assert.match(found[i]?.message ?? '', says);
    });
  });
}

test('the reference checker looks at one file: calls are inert under parity', () => {
  assert.equal(findings('argument-to-sink', ['.'], true), []);
  assert.equal(findings('missing-child', ['.'], true), []);
});

test.run();
