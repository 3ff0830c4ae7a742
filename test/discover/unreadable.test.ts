import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { discover } from '../../src/discover/discover.js';
import { failure } from '../../src/discover/input.js';
import { readInput } from '../../src/discover/read.js';

test('what a failed system call means', () => {
  const code = (name: string) => failure('f', Object.assign(new Error(name), { code: name })).code;
  assert.is(code('ENOENT'), 'INPUT-MISSING');
  assert.is(code('ENOTDIR'), 'INPUT-MISSING');
  assert.is(code('ELOOP'), 'INPUT-MISSING');
  for (const name of ['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENAMETOOLONG']) assert.is(code(name), 'INPUT-UNREADABLE');
  assert.match(failure('f', Object.assign(new Error(), { code: 'EIO' })).message, 'EIO');
});

if (process.getuid?.() === 0) {
  console.log('skipped: root may read every file');
  test.skip('files and folders without permission', () => {});
} else {
  test('files and folders without permission', () => {
    const root = mkdtempSync(join(tmpdir(), 'discover-'));
    mkdirSync(join(root, 'closed'));
    for (const name of ['a.nika', 'b.nika']) writeFileSync(join(root, name), 'x');
    chmodSync(join(root, 'closed'), 0);
    chmodSync(join(root, 'a.nika'), 0);
    const { inputs, diagnostics } = discover(['.'], { cwd: root });
    const read = inputs.map((input) => readInput(input)).map((result) => (result.ok ? 'read' : result.diagnostic.code));
    chmodSync(join(root, 'closed'), 0o700);
    rmSync(root, { recursive: true });
    assert.equal(
      diagnostics.map(({ code, place }) => `${code} ${place.file}`),
      ['INPUT-UNREADABLE closed'],
    );
    assert.equal(read, ['INPUT-UNREADABLE', 'read']);
  });
}

test.run();
