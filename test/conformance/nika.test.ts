import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shippedRules } from '../../src/rules.js';
import { type Case, folderCases } from './nika/cases.js';
import { judgeCases } from './nika/verdict.js';

const FOLDER = '../shared/conformance/nika-spec';
const CORPORA = ['core/authority', 'core/consent', 'core/dag-topology', 'core/order', 'deep'];
/** What is tested by them alone is not judged here: JSON schemas of models' answers, and programs of jq. */
const NOT_JUDGED = ['deep/005-invalid-schema', 'deep/006-jq-compile-error', 'deep/017-jq-flag-injection'];

const conformance = suite("the language's own fixtures");
const rules = [...shippedRules.values()].join('\n');

/** Whether there is a law for each code that the fixture asks for. */
function hasLaws({ expected }: Case): boolean {
  return expected.kind !== 'refused' || expected.errors.every(({ code }) => code === undefined || rules.includes(code));
}

if (!existsSync(FOLDER)) {
  console.log(`skipped: ${FOLDER} is not there`);
  conformance.skip('fixtures', () => {});
} else {
  for (const corpus of CORPORA) {
    conformance(corpus, () => {
      const verdicts = judgeCases(folderCases(resolve(FOLDER), corpus));
      const wrong = verdicts.filter(({ isRight }) => !isRight);
      console.log(`\nnote: ${corpus}: ${verdicts.length - wrong.length} of ${verdicts.length} verdicts right`);
      const known = NOT_JUDGED.filter((name) => name.startsWith(`${corpus}/`));
      const missing = wrong.filter((verdict) => hasLaws(verdict.case) || known.includes(verdict.case.name));
      assert.ok(verdicts.length > 0);
      assert.equal(missing.map(({ case: { name } }) => name).sort(), known.sort());
    });
  }
}

conformance.run();
