import pc from 'picocolors';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../src/findings/finding.js';
import { pretty } from '../../src/report/pretty.js';
import { at, finding, report } from './sample.js';

const test = suite('pretty');

function show(files: Record<string, string>, findings: Finding[], colors = pc.createColors(false)): string[] {
  const made = report(files, { findings });
  return [...pretty(made.report, { sources: made.sources, colors, rules: [] })].join('').split('\n');
}

test('a finding shows its path in order of flow, the repair and the counts', () => {
  const text = 'tasks:\n  pull:\n    invoke: x\n  push:\n    with: { t: pull }\n';
  const place = at('a.yaml', text, 'push');
  const steps = [
    { task: 'pull', why: 'brings content in', place: at('a.yaml', text, 'pull') },
    { task: 'push', why: 'reads it', place: at('a.yaml', text, 't: pull') },
    { task: 'push', why: 'sends it out', place },
  ];
  assert.equal(show({ 'a.yaml': text }, [finding(place, { path: steps, repair: ['ask first', 'drop it'] })]), [
    'error[X-1]: something is wrong',
    ' --> a.yaml:4:3',
    '  |',
    '2 |   pull:',
    '  |   ^^^^ brings content in',
    '...',
    '5 |     with: { t: pull }',
    '  |             ^^^^^^^ reads it',
    '...',
    '4 |   push:',
    '  |   ^^^^ sends it out',
    '  = repair: ask first',
    '  = or: drop it',
    '',
    '1 error · 1 workflow in 1 file · law 2.1',
    '',
  ]);
});

test('two marks of one line share it, and another file is named', () => {
  const parent = 'a: b c\n';
  const child = '\n\nsink: x\n';
  const place = at('child.yaml', child, 'sink');
  const steps = [
    { task: 'a', why: 'from here', place: at('parent.yaml', parent, 'b') },
    { task: 'a', why: 'to here', place: at('parent.yaml', parent, 'c') },
    { task: 'sink', why: 'out there', place },
  ];
  const lines = show({ 'parent.yaml': parent, 'child.yaml': child }, [finding(place, { path: steps })]);
  assert.equal(lines.slice(1, 10), [
    ' --> child.yaml:3:1',
    '  |',
    ' ::: parent.yaml:1:4',
    '1 | a: b c',
    '  |    ^ from here',
    '  |      ^ to here',
    ' ::: child.yaml:3:1',
    '3 | sink: x',
    '  | ^^^^ out there',
  ]);
});

test('carets stand under what they mark behind tabs, wide and combining characters and emoji', () => {
  const text = '\tkey: 日本 e\u0301 🎉 here\n';
  const lines = show({ 'a.yaml': text }, [finding(at('a.yaml', text, 'here'))]);
  assert.is(lines[3], '1 |     key: 日本 e\u0301 🎉 here');
  // 4 of the tab, 5 of the key, 4 wide + 1, 1 + 1, 2 + 1: the accent takes no column.
  assert.is(lines[4], `  | ${' '.repeat(4 + 5 + 5 + 2 + 3)}^^^^`);
});

test('a long line is clipped around what is marked', () => {
  const text = `${'a'.repeat(500)} here ${'b'.repeat(500)}\n`;
  const [, , , line = '', caret = ''] = show({ 'a.yaml': text }, [finding(at('a.yaml', text, 'here'))]);
  assert.ok(line.length < 130, `${line.length} columns`);
  assert.match(line, /^1 \| …a+ here b+…$/);
  assert.is(line.indexOf('here'), caret.indexOf('^^^^'));
});

test('a range over several lines is marked to the end of its first', () => {
  const text = 'a:\n  - b\n  - c\n';
  const lines = show({ 'a.yaml': text }, [finding({ file: 'a.yaml', start: 0, end: text.length })]);
  assert.equal(lines.slice(3, 5), ['1 | a:', '  | ^^']);
});

test('what could act on a terminal is written out: names, messages, lines', () => {
  const file = 'a\u001b]0;x\u0007\nb.yaml';
  const text = 'k: \u001b[2J\u202edcba\u{e0041}\n';
  const place = at(file, text, '\u202e');
  const bad = 'm\u001b[31m\u009b\u2066';
  const steps = [{ task: bad, why: bad, place }];
  const lines = show({ [file]: text }, [finding(place, { code: bad, message: bad, repair: [bad], path: steps })]);
  assert.not.match(lines.join('\n'), /[^\P{C}\n]/u);
  assert.is(lines[0], 'error[m\\u{1b}[31m\\u{9b}\\u{2066}]: m\\u{1b}[31m\\u{9b}\\u{2066}');
  assert.is(lines[1], ' --> a\\u{1b}]0;x\\u{7}\\u{a}b.yaml:1:8');
  assert.is(lines[3], '1 | k: \\u{1b}[2J\\u{202e}dcba\\u{e0041}');
  assert.is(lines[4], `  | ${' '.repeat(12)}^^^^^^^^ m\\u{1b}[31m\\u{9b}\\u{2066}`);
});

test('colours are only decoration', () => {
  const text = 'a: b\n';
  const plain = show({ 'a.yaml': text }, [finding(at('a.yaml', text, 'b'), { severity: 'warning' })]);
  const colored = show(
    { 'a.yaml': text },
    [finding(at('a.yaml', text, 'b'), { severity: 'warning' })],
    pc.createColors(true),
  );
  assert.not.equal(colored, plain);
  const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  assert.equal(
    colored.map((line) => line.replace(escapes, '')),
    plain,
  );
});

test('the end names files without a claim and inputs that were not read', () => {
  const { report: made, sources } = report(
    { 'a.yaml': '' },
    {
      noClaims: [{ file: 'a.yaml', code: 'N-1', reason: 'it is empty' }],
      errors: [{ code: 'E-1', message: 'gone', file: 'b.yaml', repair: ['look'] }],
    },
  );
  assert.is(
    [...pretty(made, { sources, colors: pc.createColors(false), rules: [] })].join(''),
    'no claim[N-1]: a.yaml: it is empty\nfailed[E-1]: b.yaml: gone; look\n' +
      '0 errors · 1 workflow in 1 file · no claim on 1 · 1 failure · law 2.1\n',
  );
});

test.run();
