import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dump } from './dump.js';

// Each workflow has a listing of its facts beside it. `UPDATE=1 node scripts/test.mjs test/lower/golden` writes the listings
// anew: read the difference before it is committed.
const FOLDER = 'test/lower/golden';

/** The facts in order of relation, without the file's name before each entity. */
function listing(file: string): string {
  const { lines } = dump(readFileSync(`${FOLDER}/${file}`, 'utf8'), { wordReferences: false }, file);
  return `${lines.join('\n').replaceAll(`${file}#`, '#')}\n`;
}

const workflows = readdirSync(FOLDER).filter((name) => name.endsWith('.nika.yaml'));

for (const file of workflows) {
  test(`the facts of ${file}`, () => {
    const golden = `${FOLDER}/${file.replace('.nika.yaml', '.facts')}`;
    const facts = listing(file);
    if (process.env.UPDATE === '1') writeFileSync(golden, facts);
    assert.fixture(facts, readFileSync(golden, 'utf8'));
  });
}

test('there are workflows to list', () => {
  assert.ok(workflows.length >= 3);
});

test.run();
