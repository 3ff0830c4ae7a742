import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { command, commandOn, inFolder } from './command.js';

// The command as it is shipped; dist/ has been built for these tests.
const test = suite('infer-permits');

const tasks = `tasks:
  list: # who is there
    exec: { command: ["ls", 'notes'] }
  keep:
    invoke: { tool: nika:write, args: { path: ./out/list.txt, content: "\${{ tasks.list.output }}" } }`;
const lines = ['permits:', '  fs:', '    write: ["out/list.txt"]', '  exec: ["ls"]', '  tools: ["nika:write"]'];
const flow = '{ fs: { write: ["out/list.txt"] }, exec: ["ls"], tools: ["nika:write"] }';

/** The file after `--write`, which has to be quiet about it. */
function written(before: string): string {
  return inFolder({ 'a.nika.yaml': before }, (folder) => {
    const outcome = command(folder, ['infer-permits', 'a.nika.yaml', '--write']);
    assert.equal(outcome, { code: 0, stdout: '', stderr: '' });
    return readFileSync(join(folder, 'a.nika.yaml'), 'utf8');
  });
}

/** What it is about, what stands in the file before its block, its block, and the block after; the tasks follow. */
const cases: readonly (readonly [what: string, head: string, before: string, after: string])[] = [
  ['no block', '# mine\nnika: "x"   # name\n\n', '', `${lines.join('\n')}\n`],
  ['a block in flow style', "nika: 'x'\n", 'permits: { exec: [ls, rm] } # tight\n', `permits: ${flow} # tight\n`],
  [
    'a block in block style with names of variables and comments',
    'nika: x\n',
    'permits:\n  # the locale\n  env: ["LANG"]\n  exec:\n    - "ls" # to list\n    - rm\n',
    'permits:\n  # the locale\n  env: ["LANG"]\n  exec:\n    - "ls" # to list\n  fs:\n    write: ["out/list.txt"]\n  tools: ["nika:write"]\n',
  ],
  ['null', 'nika: x\n', 'permits: ~\n', `permits: ${flow}\n`],
];

for (const [what, head, before, after] of cases) {
  for (const end of ['\n', '']) {
    test(`--write: ${what}${end === '' ? ', no final line break' : ''}`, () => {
      assert.is(written(head + before + tasks + end), head + after + tasks + end);
    });
  }
  test(`--write: ${what}, lines that end with CR LF`, () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    assert.is(written(crlf(`${head}${before}${tasks}\n`)), crlf(`${head}${after}${tasks}\n`));
  });
}

test('--write: a block that is the tightest stays, byte for byte', () => {
  const text = `nika: x\npermits:   { tools: ['nika:write'], exec: [ "ls" ],\n  fs: { write: [out/list.txt] } }\n${tasks}`;
  assert.is(written(text), text);
});

test('the block is printed, and what cannot be inferred is named', () => {
  const text = `nika: x\n${tasks}\n  get:\n    invoke: { tool: "nika:fetch", args: { url: "\${{ tasks.list.output }}" } }\n`;
  const { code, stdout, stderr } = commandOn({ 'a.nika.yaml': text }, ['infer-permits', 'a.nika.yaml']);
  assert.is(code, 0);
  assert.is(stdout, `${lines.join('\n').replace('["nika:write"]', '["nika:fetch", "nika:write"]')}\n`);
  assert.is(
    stderr,
    'warning: a.nika.yaml:8: `get` needs more of net.http than can be inferred: the host is computed\n',
  );
});

test('--write keeps what may be granted for an agent, and says so; faults are named', () => {
  const before = `nika: x
permits:
  fs: { read: ["notes/**"] }
tasks:
  look: { agent: { prompt: "x", tools: ["nika:read"] } }
  line: { exec: { command: "ls | wc" } }
`;
  inFolder({ 'a.nika.yaml': before }, (folder) => {
    const { code, stderr } = command(folder, ['infer-permits', 'a.nika.yaml', '--write']);
    assert.is(code, 0);
    assert.equal(stderr.split('\n'), [
      'warning: a.nika.yaml:5: `look` needs more of fs.read than can be inferred: its agent chooses what it tells `nika:read`',
      'warning: a.nika.yaml:6: `line` is faulty, and nothing is inferred of exec for that: `command` is one string: write the program and its arguments as a list, or the line as `shell:`',
      'warning: a.nika.yaml: what `permits.fs.read` grants is kept, as not all of it can be inferred',
      '',
    ]);
    const after = before.replace('["notes/**"] }\n', '["notes/**"] }\n  tools: ["nika:read"]\n');
    assert.is(readFileSync(join(folder, 'a.nika.yaml'), 'utf8'), after);
  });
});

test('what is no workflow exits with 2 and stays as it is', () => {
  for (const text of ['- a\n', 'nika: x\ntasks: {\n']) {
    inFolder({ 'a.nika.yaml': text }, (folder) => {
      const { code, stdout, stderr } = command(folder, ['infer-permits', 'a.nika.yaml', '--write']);
      assert.equal([code, stdout], [2, ''], text);
      assert.match(stderr, /a\.nika\.yaml/);
      assert.is(readFileSync(join(folder, 'a.nika.yaml'), 'utf8'), text);
    });
  }
});

test('a file that is not there, and standard input to be written to, exit with 1', () => {
  const missing = commandOn({}, ['infer-permits', 'a.nika.yaml', '--write']);
  assert.equal([missing.code, missing.stdout], [1, '']);
  const piped = commandOn({}, ['infer-permits', '-', '--write', '--stdin-name', 'a.nika.yaml'], {
    input: `nika: x\n${tasks}\n`,
  });
  assert.equal([piped.code, piped.stdout], [1, '']);
  assert.match(piped.stderr, /standard input cannot be written to/);
});

test.run();
