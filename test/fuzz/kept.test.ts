import { readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDocument } from '../../src/parse/parse.js';
import { ALL_DIFFERENCES, judge } from '../vectors/judge.js';
import { tryFiles } from './kept.js';
import { Random } from './random.js';
import { batch, tryInputs } from './worker.js';
import { randomWorkflow } from './workflows.js';

const test = suite('fuzzing');
const KEPT = 'test/fuzz/fixtures';

for (const name of readdirSync(KEPT)) {
  test(`kept: ${name}`, () => tryFiles([`${KEPT}/${name}`]));
}

test('some batches of both targets', () => {
  for (let number = 0; number < 10; number++) {
    const { target, inputs } = batch(2024, number);
    tryInputs(target, inputs);
  }
});

test('what is made gets as far as the law: enough of it parses, and some is refused', () => {
  const workflows = Array.from({ length: 200 }, (_, i) => randomWorkflow(new Random(1, i)));
  const cases = workflows.map((workflow, i) => ({ name: `${i}.nika.yaml`, workflow }));
  const refused = [...judge(cases, '2.1', ALL_DIFFERENCES).values()].filter((verdicts) => verdicts.length > 0);
  assert.ok(refused.length > 10, `${refused.length} are refused`);
  const made = [0, 1, 2, 3].flatMap((number) => batch(1, number).inputs);
  const parsed = made.filter((input) => parseDocument('a.nika.yaml', input).diagnostics.length === 0);
  assert.ok(parsed.length > made.length / 4, `${parsed.length} of ${made.length} parse`);
});

test('a seed gives the same inputs again', () => {
  for (const number of [0, 4]) assert.equal(batch(7, number).inputs, batch(7, number).inputs);
  assert.not.equal(batch(7, 0).inputs, batch(8, 0).inputs);
});

test.run();
