import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../src/report/model.js';
import { command } from './command.js';

const test = suite('examples');

/** `# Expected: CODE at task, task` or `# Expected: clean` at the top of an example; `Expected with --law 2.2` where it differs. */
function expected(text: string, law: string): string {
  const [, usual = ''] = /^# Expected: (.*)$/m.exec(text) ?? [];
  const [, other] = /^# Expected with --law 2\.2: (.*)$/m.exec(text) ?? [];
  return law === '2.2' ? (other ?? usual) : usual;
}

function verdict(report: Report, file: string): string {
  const found = report.findings.filter((finding) => finding.file === file);
  const codes = new Set(found.map(({ code }) => code));
  return found.length === 0
    ? 'clean'
    : `${[...codes].join(' ')} at ${found.map(({ subject }) => subject.task).join(', ')}`;
}

for (const law of ['2.1', '2.2']) {
  test(`every example is what its header says under law ${law}`, () => {
    const report: Report = JSON.parse(command('.', ['analyze', 'examples', '--format', 'json', '--law', law]).stdout);
    const files = readdirSync('examples').map((name) => `examples/${name}`);
    assert.ok(files.length >= 8);
    for (const file of files) assert.is(verdict(report, file), expected(readFileSync(file, 'utf8'), law), file);
    assert.is(report.summary.workflows, files.length);
  });
}

test('the finding in the README is the one that is printed', () => {
  const readme = readFileSync('README.md', 'utf8');
  assert.ok(readme.includes(command('.', ['analyze', 'examples/news-digest.nika.yaml']).stdout));
});

test.run();
