import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report, ReportedFinding } from '../../src/report/model.js';
import { run } from '../../src/run.js';
import { lawFixtureNames, root } from './fixture.js';

/** findings.json: the findings of the folder's own code, written by hand. */
interface Expected {
  readonly why: string;
  readonly findings: readonly Shown[];
  /** Where the reference checker reads otherwise. */
  readonly parity?: readonly Shown[];
}

/** A finding as a fixture gives it: its place as `file:line:column`, the file relative to the fixture. */
interface Shown {
  readonly at: string;
  readonly message: string;
  readonly repair: readonly string[];
  /** Where content passes on its way, where the finding has one. */
  readonly path?: readonly string[];
}

function shown(name: string) {
  const own = (file: string) => file.replace(`${root}/${name}/`, '');
  return ({ file, range, message, repair, path }: ReportedFinding): Shown => ({
    at: `${own(file)}:${range?.start.line}:${range?.start.column}`,
    message,
    repair,
    ...(path.length > 0 && {
      path: path.map(
        (step) => `${own(step.file)}:${step.range?.start.line}:${step.range?.start.column} ${step.task}: ${step.why}`,
      ),
    }),
  });
}

/** Options a fixture asks for in a file of its own, as words of the command line. */
function optionsOf(name: string): readonly string[] {
  const path = `${root}/${name}/options.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

function judged(name: string, parity: boolean): Report {
  const inputs = readdirSync(`${root}/${name}`).filter((file) => /\.nika\.ya?ml$/.test(file));
  const given = inputs.filter((file) => file.startsWith('input')).map((file) => `${root}/${name}/${file}`);
  return run({ paths: given, parity, pureFree: optionsOf(name).includes('--pure-free') }).report;
}

for (const name of lawFixtureNames()) {
  const [code = ''] = name.split('/');
  test(name, () => {
    const expected: Expected = JSON.parse(readFileSync(`${root}/${name}/findings.json`, 'utf8'));
    assert.ok(expected.why.length > 0, 'the fixture gives no reason');
    for (const parity of [false, true]) {
      const report = judged(name, parity);
      assert.equal(report.errors, []);
      const found = report.findings.filter((finding) => finding.code === code).map(shown(name));
      assert.equal(
        found,
        (parity && expected.parity) || expected.findings,
        `${parity ? 'parity: ' : ''}${expected.why}`,
      );
      for (const { message, repair } of found) assert.not.match(`${message} ${repair.join(' ')}`, /\{\w+\}/);
    }
  });
}

test.run();
