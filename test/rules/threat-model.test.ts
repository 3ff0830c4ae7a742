import { existsSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { expectedOf, fixtureNames } from './fixture.js';

// docs/threat-model.md: what every entry says is shown by something that is there, and shows it.

const page = readFileSync('docs/threat-model.md', 'utf8');
const folders: Readonly<Record<string, string>> = { R: 'test/rules/NIKA-SEC-009', C: 'test/calls' };

/** The rows of a section's table: what is said, and the paths in its other columns. */
function entries(title: string): { readonly said: string; readonly paths: readonly string[] }[] {
  const section = page.slice(page.indexOf(`## ${title}`)).split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
  return rows.map((row) => {
    const [, said = '', ...others] = row.split(' | ').join('|').split('|');
    return { said, paths: Array.from(others.join().matchAll(/`((?:[RC]|test)\/[^`]+)`/g), ([, path = '']) => path) };
  });
}

function fileOf(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return [folders[first] ?? first, ...rest].join('/');
}

const sections = ['What it promises', 'What it takes for worse than it is', 'What it cannot see'];

test('every entry is shown by a fixture that is there', () => {
  for (const section of sections) {
    const all = entries(section);
    assert.ok(all.length >= 10, section);
    for (const { said, paths } of all) {
      assert.ok(paths.length > 0, `nothing shows: ${said}`);
      for (const path of paths) assert.ok(existsSync(fileOf(path)), `there is no ${path}`);
    }
  }
});

/** Whether the trifecta is found by default, under law 2.1, in the first fixture of an entry. */
function fires([first = '']: readonly string[]): boolean {
  const path = fileOf(first);
  if (!first.startsWith('R/')) return JSON.parse(readFileSync(`${path}/expected.json`, 'utf8')).findings.length > 0;
  return expectedOf(path.slice('test/rules/'.length)).default['2.1'].length > 0;
}

test('what is taken for worse is found, and what cannot be seen is not', () => {
  const [, worse = '', unseen = ''] = sections;
  for (const { said, paths } of entries(worse)) assert.ok(fires(paths), said);
  const seenByDefault = /--parity/;
  for (const { said, paths } of entries(unseen)) assert.is(fires(paths), seenByDefault.test(said), said);
});

test('every fixture of a limit has its entry', () => {
  const limits = fixtureNames().filter((name) => name.startsWith('NIKA-SEC-009/limits/'));
  assert.ok(limits.length > 0);
  for (const name of limits) assert.ok(page.includes(`\`R/${name.slice('NIKA-SEC-009/'.length)}\``), name);
});

test.run();
