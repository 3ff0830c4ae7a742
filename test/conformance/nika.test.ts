import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { folderCases } from './nika/cases.js';
import { judgeCases } from './nika/verdict.js';

const FOLDER = '../shared/conformance/nika-spec';
const CORPORA = ['core/consent', 'core/order', 'core/dag-topology'];
const conformance = suite("the language's own fixtures");

if (!existsSync(FOLDER)) {
  console.log(`skipped: ${FOLDER} is not there`);
  conformance.skip('fixtures', () => {});
} else {
  for (const corpus of CORPORA) {
    conformance(corpus, () => {
      const verdicts = judgeCases(folderCases(resolve(FOLDER), corpus));
      const wrong = verdicts.filter(({ isRight }) => !isRight);
      console.log(`\nnote: ${corpus}: ${verdicts.length - wrong.length} of ${verdicts.length} verdicts right`);
      assert.ok(verdicts.length > 0);
      assert.equal(
        wrong.map(({ case: { name }, codes }) => `${name}: got ${codes}`),
        [],
      );
    });
  }
}

conformance.run();
