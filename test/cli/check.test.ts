import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CheckReport } from '../../src/check/model.js';
import { command, commandOn, inFolder } from './command.js';

// The command as it is shipped; dist/ has been built for these tests.
const test = suite('check');

const flow = (permits: string) => `nika: list-notes
model: mock/echo
permits: ${permits}
tasks:
  list:
    exec:
      command: ["ls", "notes"]
`;

function report(stdout: string): CheckReport {
  return JSON.parse(stdout);
}

test('what is refused is told with its repair, and exits with 2', () => {
  const text = flow('{}');
  const { code, stdout, stderr } = commandOn({ 'a.nika.yaml': text }, ['check', 'a.nika.yaml']);
  const hash = createHash('sha256').update(text).digest('hex');
  const expected = `a.nika.yaml: refused · risk high

error[NIKA-SEC-004] a.nika.yaml:7:17
  \`list\` runs \`ls\`, and the boundary forbids shells and programs
  repair: add "ls" to permits.exec

declares  nothing
needs     exec [ls]
requires  nothing
cost      no model is asked
risk      high: NIKA-SEC-004 stands
          supervised: \`list\` runs a program
sha256    ${hash}
`;
  assert.equal({ code, stdout, stderr }, { code: 2, stdout: expected, stderr: '' });
});

test('json has everything, for what is clean too', () => {
  const { code, stdout } = commandOn({ 'a.nika.yaml': flow('{ exec: ["ls"] }') }, [
    'check',
    'a.nika.yaml',
    '--format',
    'json',
  ]);
  const { clean, exitCode, permits, findings, risk_grade, cost } = report(stdout);
  assert.equal([code, clean, exitCode, findings, risk_grade], [0, true, 0, [], 'supervised']);
  assert.equal(permits, { declared: { exec: ['ls'] }, needed: { exec: ['ls'] } });
  assert.match(cost.prices.source, '@pydantic/genai-prices');
  assert.ok(stdout.endsWith('}\n'));
});

test('standard input is judged as the file it is named as', () => {
  const files = { 'sub/child.nika.yaml': 'nika: c\npermits: {}\ntasks: { a: { infer: { prompt: p } } }\n' };
  const input = 'nika: p\npermits: {}\ntasks: { call: { invoke: { workflow: ./child.nika.yaml } } }\n';
  inFolder(files, (folder) => {
    const args = ['check', '-', '--stdin-name', 'sub/p.nika.yaml', '--format', 'json'];
    const { code, stdout } = command(folder, args, { input });
    const { file, sha256, calls } = report(stdout);
    assert.equal([code, file, calls.map((called) => called.file)], [0, 'sub/p.nika.yaml', ['sub/child.nika.yaml']]);
    assert.is(sha256, createHash('sha256').update(input).digest('hex'));
    assert.is(command(folder, ['check', '-', '--stdin-name', 'a'], { input: '' }).code, 2);
    assert.is(command(folder, ['check', 'a', '--stdin-name', 'a']).code, 1);
  });
});

test('what is no workflow, is missing, or has no readable prices exits with 1', () => {
  const files = { 'a.nika.yaml': flow('{ exec: ["ls"] }'), 'prices.json': '{', 'sub/x': '' };
  inFolder(files, (folder) => {
    const told = (...args: string[]) => {
      const { code, stdout } = command(folder, ['check', ...args]);
      return [code, /failed\[([A-Z-]+)\]/.exec(stdout)?.[1]];
    };
    assert.equal(told('gone.nika.yaml'), [1, 'INPUT-MISSING']);
    assert.equal(told('sub'), [1, 'CHECK-NOT-A-WORKFLOW']);
    assert.equal(told('a.nika.yaml', '--prices', 'prices.json'), [1, 'PRICES']);
    assert.is(command(folder, ['check', 'a.nika.yaml', 'b']).code, 1);
    assert.is(command(folder, ['check']).code, 1);
  });
});

test('prices are those of the file, and the report says so', () => {
  const prices = '{ "source": "ours", "date": "2026-01-02", "output_usd_per_million_tokens": { "mock/echo": 2 } }';
  const text = 'nika: a\nmodel: mock/echo\npermits: {}\ntasks: { a: { infer: { prompt: p, max_tokens: 500000 } } }\n';
  const { stdout } = commandOn({ 'a.nika.yaml': text, 'prices.json': prices }, [
    'check',
    'a.nika.yaml',
    '--prices',
    'prices.json',
  ]);
  assert.match(stdout, 'cost      at most $1.00 for the output of 1 task (ours, 2026-01-02)\n');
});

test('nothing in a file acts on a terminal', () => {
  const text =
    'nika: a\nmodel: "m/\\e[31m\\u202e"\npermits: { exec: ["\\e]0;x\\a"] }\ntasks: { "a\\e[2J": { infer: { prompt: p } } }\n';
  for (const format of ['pretty', 'json']) {
    const { stdout, stderr } = commandOn({ 'a.nika.yaml': text }, ['check', 'a.nika.yaml', '--format', format]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    assert.not.match(stdout + stderr, /[\u0000-\u0009\u000b-\u001f\u007f\u202e]/, format);
  }
});

test.run();
