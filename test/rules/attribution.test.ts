import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ALL_DIFFERENCES, judge } from '../vectors/judge.js';
import { expectedOf, fixtureNames, inputOf } from './fixture.js';

// Each entry of the list of differences explains its own fixtures: with that entry switched off, and all others on, the
// verdict is the reference checker's.

const folder = 'NIKA-SEC-009/differences/';

function fixturesOf(entry: number): string[] {
  const prefix = `${folder}${String(entry).padStart(2, '0')}-`;
  return fixtureNames().filter((name) => name.startsWith(prefix));
}

for (const entry of ALL_DIFFERENCES) {
  const names = fixturesOf(entry);
  const cases = names.map((name) => ({ name, workflow: readFileSync(inputOf(name), 'utf8') }));
  for (const law of ['2.1', '2.2'] as const) {
    test(`without entry ${entry} its fixtures read as the reference reads them, law ${law}`, () => {
      const others = ALL_DIFFERENCES.filter((other) => other !== entry);
      const verdicts = judge(cases, law, others);
      for (const name of names) {
        const found = verdicts.get(name)?.map(({ task, source }) => ({ task, source }));
        assert.equal(found, expectedOf(name).parity[law], name);
      }
    });
  }

  test(`entry ${entry} makes a difference where its fixture says so, and only there`, () => {
    assert.ok(names.length >= 2);
    for (const name of names) {
      const { default: own, parity } = expectedOf(name);
      const verdicts = own['2.1'].map(({ task, source }) => ({ task, source }));
      const same = JSON.stringify(verdicts) === JSON.stringify(parity['2.1']);
      assert.is(same, name.endsWith('-silent'), name);
    }
  });
}

test.run();
