import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AdmissionError, admit } from '../../src/check/admit.js';
import { check } from '../../src/check/check.js';
import { inferPermits } from '../../src/check/infer.js';
import { inFolder } from '../cli/command.js';

const NAME = 'wait.nika';
const clean = 'nika: wait\npermits: {}\ntasks: { wait: { infer: { model: mock/echo, prompt: p } } }\n';

/** Calls as a caller without types does, and gives what is thrown. */
function thrown(call: (...args: never[]) => unknown, ...args: readonly unknown[]): string {
  try {
    Reflect.apply(call, undefined, args);
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return 'nothing';
}

/** Options that none of the three takes. */
const wrong: readonly [options: unknown, message: string][] = [
  [null, 'the options are no object'],
  ['2.2', 'the options are no object'],
  [{ laws: '2.2' }, 'no option is called `laws`: did you mean `law`?'],
  [{ rules: [] }, 'no option is called `rules`'],
  [{ law: 2.2 }, "`law` is not '2.1' or '2.2'"],
  [{ law: '3' }, "`law` is not '2.1' or '2.2'"],
  [{ parity: 1 }, '`parity` is not true or false'],
  [{ pureFree: 'no' }, '`pureFree` is not true or false'],
  [{ cwd: 1 }, '`cwd` is not a string'],
];

for (const [name, call] of Object.entries({ check, admit, inferPermits })) {
  test(`${name}: options that are none are a TypeError`, () => {
    for (const [options, message] of wrong) assert.is(thrown(call, NAME, options), `TypeError: ${name}: ${message}`);
    for (const target of [undefined, null, 3, {}, { name: NAME }, { name: NAME, text: 3 }])
      assert.match(thrown(call, target), new RegExp(`^TypeError: ${name}: give the path of a workflow`));
  });
}

test('an option of one is not one of the other', () => {
  const policy = () => [];
  assert.is(thrown(check, NAME, { policy }), 'TypeError: check: no option is called `policy`');
  assert.is(thrown(check, NAME, { prices: 3 }), 'TypeError: check: `prices` is not a string');
  assert.is(thrown(inferPermits, NAME, { prices: 'p' }), 'TypeError: inferPermits: no option is called `prices`');
  assert.match(thrown(admit, { name: NAME, text: clean }), /^TypeError: admit: give the path/);
});

test('a policy that is none, or is misspelt, admits nothing', () => {
  inFolder({ [NAME]: clean }, (cwd) => {
    for (const policy of [null, true, 'no', {}, [], Promise.resolve([])])
      assert.is(thrown(admit, NAME, { cwd, policy }), 'TypeError: admit: `policy` is not a function');
    const misspelt = { cwd, polcy: () => ['no'] };
    assert.is(thrown(admit, NAME, misspelt), 'TypeError: admit: no option is called `polcy`: did you mean `policy`?');
    assert.is(thrown(admit, NAME, { cwd, policy: undefined }), 'nothing');
  });
});

test('a policy that answers with something else than reasons admits nothing', () => {
  inFolder({ [NAME]: clean }, (cwd) => {
    for (const answer of [null, true, false, '', 'no', 0, {}, new Set(), [undefined], [1], ['no', null]])
      assert.match(thrown(admit, NAME, { cwd, policy: () => answer }), /^TypeError: admit: `policy` returned neither/);
    for (const policy of [async () => [], async () => undefined, () => Promise.resolve(['no'])])
      assert.match(thrown(admit, NAME, { cwd, policy }), /^TypeError: admit: `policy` has to answer at once/);
    for (const answer of [undefined, []]) assert.is(thrown(admit, NAME, { cwd, policy: () => answer }), 'nothing');
    assert.throws(
      () => admit(NAME, { cwd, policy: () => ['no'] }),
      (error: unknown) => error instanceof AdmissionError && error.code === 'ADMISSION-POLICY',
    );
  });
});

test.run();
