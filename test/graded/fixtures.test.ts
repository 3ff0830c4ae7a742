import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ReportedFinding } from '../../src/report/model.js';
import { run } from '../../src/run.js';
import { agentFixtureNames, root } from '../rules/fixture.js';

interface ExpectedFinding {
  readonly code: string;
  readonly severity: string;
  readonly task: string | null;
  /** Who brings each leg; `agent/tool` where it is another agent's. */
  readonly legs?: Readonly<Record<string, readonly string[]>>;
  readonly record?: { readonly event: string; readonly fields: Readonly<Record<string, string>> };
}

interface Expected {
  readonly why: string;
  readonly findings: readonly ExpectedFinding[];
}

function shown({ code, severity, subject, legs, record }: ReportedFinding): ExpectedFinding {
  const named = Object.entries(legs ?? {}).map(([leg, holders]) => {
    return [leg, holders.map(({ name, agent }) => (agent === subject.task ? name : `${agent}/${name}`))] as const;
  });
  return {
    code,
    severity,
    task: subject.task,
    ...(named.length > 0 && { legs: Object.fromEntries(named) }),
    ...(record && { record }),
  };
}

for (const name of agentFixtureNames()) {
  test(name, () => {
    const expected: Expected = JSON.parse(readFileSync(`${root}/${name}/findings.json`, 'utf8'));
    assert.ok(expected.why.length > 0, 'the fixture gives no reason');
    const { report } = run({ paths: [`${root}/${name}`] });
    assert.equal(report.findings.map(shown), expected.findings, expected.why);
    assert.equal(report.errors, []);
    for (const { message, repair } of report.findings) assert.not.match(`${message} ${repair.join(' ')}`, /\{\w+\}/);
  });
}

test('the message about a loud agent names the tools that are at the top of an axis there, none that comes up weakened', () => {
  const { report } = run({ paths: [`${root}/PIKURI-TRIFECTA/weakened-below`] });
  assert.equal(
    report.findings.map(({ message }) => message.replace(/^.*full strength: /, '').split('; ')),
    [
      [
        '① private data by `notes`',
        '② untrusted content as others wrote it by `web`',
        '③ bytes leave that nobody has seen, by `post`, and bytes leave to where an attacker may read them, by `link`',
      ],
    ],
  );
});

test.run();
