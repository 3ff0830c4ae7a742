import { existsSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Law, Report, ReportedFinding } from '../../src/report/model.js';
import { run } from '../../src/run.js';
import { expectedOf, fixtureNames, inputOf, root } from './fixture.js';

const trifecta = 'NIKA-SEC-009';
const laws: readonly Law[] = ['2.1', '2.2'];

/** All fixtures are judged together, once by each law and reading. */
function judge(parity: boolean): ReadonlyMap<Law, Report> {
  return new Map(laws.map((law) => [law, run({ paths: [root], law, parity }).report]));
}

function findingsOf(name: string, report: Report | undefined): readonly ReportedFinding[] {
  const file = inputOf(name);
  return report?.findings.filter((finding) => finding.file === file) ?? [];
}

function sinksOf(name: string, report: Report | undefined): ReportedFinding['subject'][] {
  return findingsOf(name, report).flatMap(({ code, subject }) => (code === trifecta ? [subject] : []));
}

/** The codes that fixtures of the trifecta speak of; those of other laws have fixtures of their own. */
const spoken = new Set(fixtureNames().flatMap((name) => expectedOf(name).codes));

function otherErrors(name: string, report: Report | undefined): string[] {
  const errors = findingsOf(name, report).filter(({ code, severity }) => severity === 'error' && spoken.has(code));
  return [...new Set(errors.map(({ code }) => code))].sort();
}

const byDefault = judge(false);
const byParity = judge(true);

for (const name of fixtureNames()) {
  test(name, () => {
    assert.ok(existsSync(inputOf(name)), 'the fixture has no input.nika.yaml');
    const expected = expectedOf(name);
    assert.ok(expected.why.length > 0, 'the fixture gives no reason');
    for (const law of laws) {
      const report = byDefault.get(law);
      assert.equal(
        sinksOf(name, report).map(({ task, source, sources }) => ({ task, source, sources })),
        expected.default[law].map(({ task, source, sources = [source] }) => ({ task, source, sources })),
        `default, law ${law}: ${expected.why}`,
      );
      assert.equal(otherErrors(name, report), expected.codes, `default, law ${law}: other codes`);
    }
    for (const law of laws) {
      const report = byParity.get(law);
      assert.equal(
        sinksOf(name, report).map(({ task, source }) => ({ task, source })),
        expected.parity[law],
        `parity, law ${law}`,
      );
      const listed = report?.noClaims.some(({ file }) => file === inputOf(name)) ?? false;
      assert.is(listed, expected.noClaim ?? false, `parity, law ${law}: listed as no claim`);
    }
  });
}

test.run();
