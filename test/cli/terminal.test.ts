import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clean, cliPath, command, commandOn, inFolder, refused } from './command.js';

const test = suite('terminal');

test('colour is asked for or refused by the environment', () => {
  const colored = (env: Record<string, string>, args: string[] = []) =>
    commandOn({ 'a.nika.yaml': refused }, ['analyze', ...args], { env }).stdout.includes('\u001b[');
  assert.is(colored({}), false);
  assert.is(colored({ CI: 'true', TERM: 'xterm-256color' }), false);
  assert.is(colored({ FORCE_COLOR: '1' }), true);
  assert.is(colored({ FORCE_COLOR: '0' }), false);
  assert.is(colored({ FORCE_COLOR: '1', NO_COLOR: '1' }), false);
  assert.is(colored({ FORCE_COLOR: '1', NO_COLOR: '' }), true);
  assert.is(colored({ FORCE_COLOR: '1' }, ['--format', 'json']), false);
});

test('what cannot be written is a failure, and no fault of the tool', () => {
  if (!existsSync('/dev/full')) {
    console.log('skipped: the system has no /dev/full');
    return;
  }
  const full = openSync('/dev/full', 'w');
  try {
    for (const args of [['analyze'], ['explain'], ['rules', 'list'], ['--help']]) {
      const { code, stderr } = commandOn({ 'a.nika.yaml': refused }, args, { stdio: ['ignore', full, 'pipe'] });
      assert.is(code, 1, args.join(' '));
      assert.match(stderr, /^error: the output cannot be written: ENOSPC: .*\n$/, args.join(' '));
    }
  } finally {
    closeSync(full);
  }
});

test('a report in a file has no colour', () => {
  inFolder({ 'a.nika.yaml': refused }, (folder) => {
    command(folder, ['analyze', '--output', 'out.txt'], { env: { FORCE_COLOR: '1' } });
    assert.not.ok(readFileSync(join(folder, 'out.txt'), 'utf8').includes('\u001b'));
  });
});

test('nothing of a file acts on the terminal, on either stream or in a file', () => {
  const evil = '\u009b31m\u202e\u2066\u{e0041}\u200b';
  const text = refused
    .replace('"https://news.example.com/feed"', `"\\e[2J${evil}"`)
    .replace('message: "', `message: "${evil}`)
    .replace('nika: refused', `nika: refused # ${evil}`);
  const files = { [`${evil}.nika.yaml`]: text, 'x\u001b]0;owned\u0007.nika.yaml': `${text}\n\u001b[31m: [` };
  for (const format of ['pretty', 'json']) {
    inFolder(files, (folder) => {
      const { stdout, stderr } = command(folder, ['analyze', '.', 'gone\u001b[31m', '--format', format]);
      assert.not.match(stdout + stderr, /[^\P{C}\n]/u);
      assert.match(stdout, format === 'pretty' ? /\\u\{202e\}/ : /\\u202e/);
      command(folder, ['analyze', '--format', format, '--output', 'out']);
      assert.not.match(readFileSync(join(folder, 'out'), 'utf8'), /[^\P{C}\n]/u);
    });
  }
});

/** Runs `analyze`, reads a first piece of its output and goes away. */
async function readAndLeave(folder: string): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [cliPath, 'analyze', '--format', 'json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  return { code, stderr };
}

test('a reader that goes away is no fault, and the verdict stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trifecta-'));
  try {
    for (let i = 0; i < 300; i++) writeFileSync(join(folder, `${i}.nika.yaml`), refused);
    assert.equal(await readAndLeave(folder), { code: 2, stderr: '' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a clean run says so in one line', () => {
  assert.equal(commandOn({ 'a.nika.yaml': clean }, ['analyze']), {
    code: 0,
    stdout: '0 errors · 1 workflow in 1 file · law 2.1\n',
    stderr: '',
  });
});

test.run();
