import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertValid, type Log } from '../sarif/validate.js';
import { broken, clean, command, commandOn, type Files, inFolder, refused } from './command.js';

const test = suite('sarif of the command');

test('what the tool could not do is a notification, what is wrong with a file a result', () => {
  const { stdout, code } = commandOn({ 'a.nika.yaml': broken }, ['analyze', '.', 'gone', '--format', 'sarif']);
  const made: Log = JSON.parse(stdout);
  assertValid(made);
  assert.is(code, 2);
  assert.ok(made.runs[0]?.results.every(({ ruleId }) => ruleId === 'NIKA-PARSE-001'));
  const [invocation] = made.runs[0]?.invocations ?? [];
  assert.is(invocation?.executionSuccessful, false);
  assert.equal(
    (invocation?.toolExecutionNotifications ?? []).map(({ descriptor }) => descriptor.id),
    ['INPUT-MISSING'],
  );
});

test('a log is the same from run to run, and exit codes are those of the other formats', () => {
  const cases: [Files, string[]][] = [
    [{ 'a.nika.yaml': refused, 'b.nika.yaml': clean }, []],
    [{ 'a.nika.yaml': clean }, []],
    [{ 'a.nika.yaml': refused }, ['--warn']],
    [{ 'a.nika.yaml': clean }, ['.', 'gone']],
    [{}, []],
  ];
  for (const [files, args] of cases) {
    inFolder(files, (folder) => {
      const first = command(folder, ['analyze', ...args, '--format', 'sarif']);
      assert.equal(command(folder, ['analyze', ...args, '--format', 'sarif']), first);
      assert.is(command(folder, ['analyze', ...args, '--format', 'json']).code, first.code);
      assertValid(JSON.parse(first.stdout));
    });
  }
});

test.run();
