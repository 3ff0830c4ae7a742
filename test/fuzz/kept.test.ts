import { readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { tryFiles } from './kept.js';
import { batch, tryInputs } from './worker.js';

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

test('a seed gives the same inputs again', () => {
  for (const number of [0, 4]) assert.equal(batch(7, number).inputs, batch(7, number).inputs);
  assert.not.equal(batch(7, 0).inputs, batch(8, 0).inputs);
});

test.run();
