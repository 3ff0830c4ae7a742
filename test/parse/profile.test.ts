import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_DEPTH, MAX_DOCUMENT_BYTES, MAX_SCALAR_BYTES } from '../../src/parse/codes.js';
import { codes, parse, places, plain } from './helpers.js';

const profile = suite('YAML profile');

profile('001: an anchor, used or not', () => {
  assert.equal(places(parse('limits: &shared\n  size: 3\n')), ['NIKA-YAML-001 1:9 &shared']);
  assert.equal(codes(parse('limits: "&shared"\nother: a&b\n')), []);
});

profile('002: an alias, resolved or not', () => {
  assert.equal(places(parse('list: [ one, *gone ]\n')), ['NIKA-YAML-002 1:14 *gone']);
  assert.equal(codes(parse('list: [ one, "*gone" ]\n')), []);
});

profile('003: a merge key, but not a quoted one', () => {
  assert.equal(places(parse('job:\n  <<: { size: 3 }\n')), ['NIKA-YAML-003 2:3 <<']);
  assert.equal(codes(parse('job:\n  "<<": { size: 3 }\n')), []);
  assert.equal(codes(parse('job:\n  !!str <<: { size: 3 }\n')), []);
});

profile('004: a duplicate key, with PARSE-017 at the same place', () => {
  const parsed = parse('job:\n  size: 1\n  kind: a\n  "size": 2\n');
  assert.equal(places(parsed), ['NIKA-PARSE-017 4:3 "size"', 'NIKA-YAML-004 4:3 "size"']);
  assert.is(parsed.diagnostics[0]?.related?.[0]?.place.start, 'job:\n  '.length);
  assert.equal(codes(parse('a: { size: 1 }\nb: { size: 1 }\n')), []);
});

profile('005: a scalar over 65,536 bytes of UTF-8', () => {
  assert.equal(codes(parse(`text: ${'x'.repeat(MAX_SCALAR_BYTES)}\n`)), []);
  assert.equal(codes(parse(`text: ${'x'.repeat(MAX_SCALAR_BYTES + 1)}\n`)), ['NIKA-YAML-005']);
  assert.equal(codes(parse(`text: ${'é'.repeat(MAX_SCALAR_BYTES / 2)}\n`)), []);
  assert.equal(codes(parse(`text: ${'é'.repeat(MAX_SCALAR_BYTES / 2)}x\n`)), ['NIKA-YAML-005']);
});

profile('005 counts the value, not how it is written', () => {
  assert.equal(codes(parse(`text: "${'\\x41'.repeat(MAX_SCALAR_BYTES)}"\n`)), []);
});

profile('006: a tag outside the core schema', () => {
  assert.equal(places(parse('key: !secret hush\n')), ['NIKA-YAML-006 1:6 !secret']);
  assert.equal(places(parse('key: !!set { a }\n')), ['NIKA-YAML-006 1:6 !!set']);
  assert.equal(places(parse('key: ! text\n')), ['NIKA-YAML-006 1:6 !']);
  assert.equal(places(parse('key: !<tag:example.org,2020:x> text\n')), ['NIKA-YAML-006 1:6 !<tag:example.org,2020:x>']);
});

profile('006: the seven core tags pass, under any handle', () => {
  const text = '[!!str 1, !!int "2", !!float 3, !!bool true, !!null ~, !!map {}, !!seq [], !<tag:yaml.org,2002:str> 4]';
  const parsed = parse(text);
  assert.equal(codes(parsed), []);
  assert.equal(plain(parsed.root), ['1', 'number:2', 'number:3', 'boolean:true', 'null:~', [], [], '4']);
  assert.equal(codes(parse('%TAG !y! tag:yaml.org,2002:\n---\nkey: !y!str 1\n')), []);
});

profile('a core tag that does not fit is no YAML', () => {
  assert.equal(places(parse('a: !!int many\n')), ['NIKA-PARSE-001 1:10 many']);
  assert.equal(places(parse('a: !!seq { b: 1 }\n')), ['NIKA-PARSE-001 1:10 { b: 1 }']);
});

profile('007: a key that is no string', () => {
  for (const key of ['12', '1.5', 'true', 'null', '~', '.nan', '0x1F']) {
    assert.equal(places(parse(`map:\n  ${key}: x\n`)), [`NIKA-YAML-007 2:3 ${key}`], key);
    assert.equal(codes(parse(`map:\n  "${key}": x\n`)), [], key);
  }
  assert.equal(places(parse('? [a, b]\n: x\n')), ['NIKA-YAML-007 1:3 [a, b]']);
  assert.equal(places(parse('{ { a: b }: x }\n')), ['NIKA-YAML-007 1:3 { a: b }']);
  assert.equal(codes(parse(': x\n')), ['NIKA-YAML-007']);
});

profile('007: words that only YAML 1.1 reads as booleans are strings', () => {
  assert.equal(codes(parse('on: 1\noff: 2\nyes: 3\nno: 4\n')), []);
});

profile('008: infinite or not a number, unless quoted', () => {
  for (const value of ['.inf', '-.Inf', '+.INF', '.nan', '.NaN']) {
    assert.equal(places(parse(`x: ${value}\n`)), [`NIKA-YAML-008 1:4 ${value}`], value);
  }
  assert.equal(places(parse('[1, .nan]')), ['NIKA-YAML-008 1:5 .nan']);
  assert.equal(codes(parse('x: ".inf"\ny: !!str .inf\nz: inf\n')), []);
});

profile('009: more than 64 collections inside one another', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  assert.equal(codes(parse(nested(MAX_DEPTH))), []);
  const deep = parse(nested(MAX_DEPTH + 1));
  assert.equal(places(deep), [`NIKA-YAML-009 1:${MAX_DEPTH + 1} [`]);
});

profile('009: block collections and pairs alone in brackets count', () => {
  const block = (depth: number) => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}k:`).join('\n');
  assert.equal(codes(parse(block(MAX_DEPTH))), []);
  assert.equal(codes(parse(block(MAX_DEPTH + 1))), ['NIKA-YAML-009']);
  const pair = (depth: number) => `${'['.repeat(depth)}a: b${']'.repeat(depth)}`;
  assert.equal(codes(parse(pair(MAX_DEPTH - 1))), []);
  assert.equal(codes(parse(pair(MAX_DEPTH))), ['NIKA-YAML-009']);
});

profile('009: what is too deep stays as text', () => {
  const parsed = parse(`${'['.repeat(MAX_DEPTH)}{ a: "$\{{ tasks.t.output }}" }${']'.repeat(MAX_DEPTH)}`);
  assert.equal(codes(parsed), ['NIKA-YAML-009']);
  assert.match(JSON.stringify(plain(parsed.root)), 'tasks.t.output');
});

profile('010: a document over 1,048,576 bytes', () => {
  const filled = (size: number) => `a: b\n${'#'.repeat(99)}\n`.padEnd(size, '#');
  assert.equal(codes(parse(filled(MAX_DOCUMENT_BYTES))), []);
  const large = parse(filled(MAX_DOCUMENT_BYTES + 1));
  assert.equal(codes(large), ['NIKA-YAML-010']);
  assert.is(large.root, null);
});

profile('011: a byte order mark, and text that is not NFC', () => {
  const marked = parse('\ufeffa: b\n');
  assert.equal(places(marked), ['NIKA-YAML-011 1:1 \ufeff']);
  assert.equal(plain(marked.root), [['a', 'b']]);
  assert.equal(places(parse('a: cafe\u0301s\n')), ['NIKA-YAML-011 1:7 e\u0301']);
  assert.equal(codes(parse('a: cafés\n')), []);
});

profile('PARSE-001: no YAML, said with place and repair', () => {
  const parsed = parse('a: 1\nb: "open\n');
  assert.equal(codes(parsed), ['NIKA-PARSE-001']);
  assert.match(parsed.diagnostics[0]?.message ?? '', 'closing "quote');
  assert.ok(parsed.diagnostics[0]?.repair?.[0]);
  assert.is(parsed.root, null);
});

profile('PARSE-001: a second document; the first is read', () => {
  const parsed = parse('a: 1\n---\nb: 2\n');
  assert.equal(places(parsed), ['NIKA-PARSE-001 2:1 ---']);
  assert.equal(plain(parsed.root), [['a', 'number:1']]);
  assert.equal(codes(parse('---\na: 1\n...\n# end\n')), []);
});

profile('a document of nothing has no root, and no error', () => {
  for (const text of ['', '\n\n', '# nothing yet\n', '---\n', '\ufeff'.slice(1)]) {
    const parsed = parse(text);
    assert.is(parsed.root, null);
    assert.equal(codes(parsed), []);
  }
});

profile('every diagnostic is an error with a message and a repair', () => {
  const text = 'a: &x 1\nb: *x\nc: { <<: {}, 1: .inf }\na: !t y\n';
  const { diagnostics } = parse(text);
  assert.is(new Set(diagnostics.map(({ code }) => code)).size, 8);
  for (const { severity, message, repair } of diagnostics) {
    assert.is(severity, 'error');
    assert.ok(message.length > 10 && repair?.length === 1);
  }
});

profile.run();
