import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDocument } from '../../src/parse/parse.js';
import { codes, mapping, parse } from './helpers.js';

const hostile = suite('hostile text');

function refused(bytes: Uint8Array, message: string): void {
  const parsed = parseDocument('f', bytes);
  assert.equal(codes(parsed), ['NIKA-PARSE-001']);
  assert.match(parsed.diagnostics[0]?.message ?? '', message);
  assert.is(parsed.root, null);
}

hostile('encodings other than UTF-8 are named', () => {
  refused(Buffer.from('\ufeffa: b\n', 'utf16le'), 'UTF-16 (little-endian)');
  refused(Buffer.from('\ufeffa: b\n', 'utf16le').swap16(), 'UTF-16 (big-endian)');
  refused(Buffer.from('a: b\n', 'utf16le'), 'without a byte order mark');
  refused(Buffer.from('a: b\n', 'utf16le').swap16(), 'without a byte order mark');
  refused(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'UTF-32');
});

hostile('bytes that are no text', () => {
  refused(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]), 'binary file (it has a zero byte at offset 7)');
  refused(Buffer.from([0x61, 0x3a, 0x20, 0xc3, 0x28]), 'byte 0xc3 at offset 3');
  refused(Buffer.concat([Buffer.from('a: \ufffd é '), Buffer.from([0xff])]), 'byte 0xff at offset 10');
  refused(Buffer.from('a: "\xed\xa0\x80"', 'latin1'), 'byte 0xed at offset 4');
});

hostile('control characters are named, not repeated', () => {
  const parsed = parse('a: \u001b[31mred\n');
  assert.equal(codes(parsed), ['NIKA-PARSE-001']);
  assert.match(parsed.diagnostics[0]?.message ?? '', 'U+001B');
  assert.not.match(parsed.diagnostics[0]?.message ?? '', '\u001b');
});

hostile('ten megabytes are not read', () => {
  assert.equal(codes(parseDocument('f', Buffer.alloc(10_000_000, 'a: b\n'))), ['NIKA-YAML-010']);
});

hostile('100,000 brackets, open or closed, and block collections as deep', () => {
  const n = 100_000;
  const deep: [string, string][] = [
    ['['.repeat(n), 'NIKA-PARSE-001'],
    ['{a: '.repeat(n), 'NIKA-PARSE-001'],
    ['['.repeat(n) + ']'.repeat(n), 'NIKA-YAML-009'],
    [`${'- '.repeat(n)}x`, 'NIKA-YAML-009'],
    [`${'? '.repeat(n)}x`, 'NIKA-YAML-007'],
  ];
  for (const [text, code] of deep) {
    const found = codes(parse(text));
    assert.ok(found.includes('NIKA-YAML-009') && found.includes(code), `${text.slice(0, 8)} ${found}`);
  }
});

hostile('text in place of what is too deep is not judged as a value', () => {
  assert.equal(codes(parse('['.repeat(100_000) + ']'.repeat(100_000))), ['NIKA-YAML-009']);
});

hostile('50,000 keys in one mapping, once and twice', () => {
  const keys = Array.from({ length: 50_000 }, (_, i) => `k${i}: v`).join('\n');
  const once = parse(keys);
  assert.equal(codes(once), []);
  assert.is(mapping(once.root).entries.length, 50_000);
  assert.ok(codes(parse(`${keys}\n${keys.slice(0, 200_000)}`)).includes('NIKA-YAML-004'));
});

hostile('thousands of faults of a kind are the first twenty and a count', () => {
  const { diagnostics } = parse('k: v\n'.repeat(5_000));
  assert.is(diagnostics.filter(({ code }) => code === 'NIKA-YAML-004').length, 21);
  assert.match(diagnostics.at(-1)?.message ?? '', 'and 4978 more like it');
});

hostile('half a million faults of syntax', () => {
  for (const text of [']', '*a ', '&a ', '"', '!t ', '%A\n', '---\n', ',']) {
    const parsed = parse(text.repeat(500_000 / text.length));
    assert.is(parsed.root, null, text);
    assert.ok(codes(parsed).includes('NIKA-PARSE-001'), text);
  }
});

hostile('marks stacked on one letter are refused without being ordered', () => {
  const { diagnostics } = parse(`a: e${'\u0301\u0316'.repeat(100_000)}`);
  const found = diagnostics.find(({ code }) => code === 'NIKA-YAML-011');
  assert.match(found?.message ?? '', 'marks in a row');
});

hostile('100,000 comment lines, blank lines and a scalar of a megabyte', () => {
  assert.equal(codes(parse(`a: 1\n${'# c\n'.repeat(100_000)}b: 2\n`)), []);
  assert.equal(codes(parse(`a: 1\n${'\n'.repeat(100_000)}b: 2\n`)), []);
  assert.equal(codes(parse(`a: ${'x '.repeat(500_000)}`)), ['NIKA-YAML-005']);
});

hostile('truncated at every byte, a file is never more than refused', () => {
  const text = 'nika: w\nconst: { a: &x [1, "é\\n"], b: *x }\ntasks:\n  t:\n    <<: !t { k: |\n      z\n';
  const bytes = Buffer.from(text);
  for (let i = 0; i <= bytes.length; i++) {
    const parsed = parseDocument('f', bytes.subarray(0, i));
    assert.ok(parsed.root !== null || parsed.diagnostics.length > 0 || i === 0, `at ${i}`);
  }
});

hostile.run();
