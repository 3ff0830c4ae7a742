import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Primitive } from '../../src/datalog/ir.js';
import { Symbols } from '../../src/facts/symbols.js';
import { type Format, formatOf } from '../../src/io/format.js';
import { readRows, terminated } from '../../src/io/read.js';
import { Slices } from '../../src/io/slices.js';
import { generator } from '../engine/storage.js';

const test = suite('reading facts');

const SHORT: Readonly<Record<string, Primitive>> = { s: 'symbol', n: 'number', u: 'unsigned' };

/** The rows of a file, or its error; `kinds` has one letter for each attribute. */
function read(text: string | Uint8Array, kinds: string, parameters: Readonly<Record<string, string>> = {}) {
  const symbols = new Symbols();
  const primitives = [...kinds].map((kind) => SHORT[kind] ?? 'symbol');
  const columns = parameters.columns?.split(':').map(Number) ?? primitives.map((_, i) => i);
  const format: Format = formatOf(new Map(Object.entries(parameters)));
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const result = readRows(terminated(bytes), bytes.length, { primitives, columns }, format, symbols);
  if (!result.ok) return `line ${result.error.line}: ${result.error.message}`;
  const value = (word: number, c: number) =>
    primitives[c] === 'symbol' ? symbols.text(word) : primitives[c] === 'unsigned' ? word >>> 0 : word;
  return Array.from({ length: result.rows }, (_, row) => result.columns.map((column, c) => value(column[row] ?? 0, c)));
}

test('rows end at a line feed, with a carriage return before it or not, or at the end of the file', () => {
  assert.equal(read('a\t1\nb\t-2\n', 'sn'), [
    ['a', 1],
    ['b', -2],
  ]);
  assert.equal(read('a\t1\r\nb\t2', 'sn'), [
    ['a', 1],
    ['b', 2],
  ]);
  assert.equal(read('1\ta\r\n2\tb\r', 'ns'), [
    [1, 'a'],
    [2, 'b'],
  ]);
  assert.equal(read('a\rb\nc', 's'), [['a\rb'], ['c']]);
  assert.equal(read('', 'sn'), []);
  assert.equal(read('\n\nx\n', 's'), [[''], [''], ['x']]);
});

test('numbers are what std::stoi reads, no more and no less', () => {
  assert.equal(read('2147483647\n-2147483648\n0007\n-0\n+5\n 6\n1234567890\n00000000012\n', 'n'), [
    [2147483647],
    [-2147483648],
    [7],
    [0],
    [5],
    [6],
    [1234567890],
    [12],
  ]);
  assert.equal(read('4294967295\n0x1F\n0b101\n+1\n4000000000\n', 'u'), [[4294967295], [31], [5], [1], [4000000000]]);
  for (const wrong of [
    '',
    'x',
    '1x',
    '1 ',
    '2147483648',
    '-2147483649',
    '9999999999',
    '5000000000',
    '0x1',
    '--1',
    '1.5',
    '-',
  ])
    assert.match(`${read(`1\n${wrong}\n`, 'n')}`, /^line 2: column 1: `.*` is no number/, wrong);
  for (const wrong of ['', '-1', '4294967296', '5000000000', '99999999999', '0xg', '-'])
    assert.match(`${read(`1\n${wrong}\n`, 'u')}`, /^line 2: column 1: `.*` is no unsigned/, wrong);
});

test('rows with too few values are errors, further ones are passed over', () => {
  assert.is(read('1\t2\n3\n', 'nn'), 'line 2: 1 of 2 values: the row ends too early, or the delimiter is another one');
  assert.match(`${read('1\t2\n3\t\n', 'nn')}`, /^line 2: column 2/);
  assert.equal(read('1\t2\t3\nx\n', 'n').toString(), 'line 2: column 1: `x` is no number (-2147483648 to 2147483647)');
  assert.equal(read('1\t2\t3\n4\t5\n', 'n'), [[1], [4]]);
  assert.equal(read('a\tb\tc\nd\te\n', 'ss'), [
    ['a', 'b'],
    ['d', 'e'],
  ]);
});

test('headers, delimiters of one and of several bytes, columns', () => {
  assert.equal(read('x|y\n1|2\n', 'nn', { headers: 'true', delimiter: '|' }), [[1, 2]]);
  assert.equal(read('a, b\nc,d, e\n', 'ss', { delimiter: ', ' }), [
    ['a', 'b'],
    ['c,d', 'e'],
  ]);
  assert.equal(read('5\tskip\tname\n', 'sn', { columns: '2:0' }), [['name', 5]]);
  assert.equal(read('aéb\n', 'ss', { delimiter: 'é' }), [['a', 'b']]);
});

test('a comma inside brackets sets nothing apart', () => {
  assert.equal(read('[a,b],c\nd,e\n', 'ss', { delimiter: ',' }), [
    ['[a,b]', 'c'],
    ['d', 'e'],
  ]);
  assert.is(read('[a,b\n', 'ss', { delimiter: ',' }), 'line 1: `[` without `]`');
});

test('quoted values of RFC 4180', () => {
  const text = '"a ""q"" b",plain\n"two\r\nlines",1\r\n"",x\n';
  assert.equal(read(text, 'ss', { rfc4180: 'true' }), [
    ['a "q" b', 'plain'],
    ['two\r\nlines', '1'],
    ['', 'x'],
  ]);
  assert.is(read('a,b\n"x,y\n', 'ss', { rfc4180: 'true' }), 'line 2: a `"` without its end');
  assert.is(read('"a"b,c\n', 'ss', { rfc4180: 'true' }), 'line 1: after a `"` the value goes on');
  assert.match(`${read('"a\nb",c\nd\n', 'ss', { rfc4180: 'true' })}`, /^line 3: 1 of 2 values/);
});

test('a relation without attributes has one row a line', () => {
  assert.equal(read('()\n', ''), [[]]);
  assert.equal(read('', ''), []);
});

test('every byte is kept, and equal bytes are one symbol', () => {
  const symbols = new Symbols();
  const bytes = Uint8Array.from([0xff, 10, 0x41, 0xff, 10, 0xff, 10, 0xc3, 0xa9, 10, 0xc3, 10, 10, 10]);
  const shape = { primitives: ['symbol' as const], columns: [0] };
  const result = readRows(terminated(bytes), bytes.length, shape, formatOf(new Map()), symbols);
  assert.ok(result.ok);
  if (result.ok) assert.equal([...(result.columns[0] ?? [])], [0, 1, 0, 2, 3, 4, 4]);
  assert.is(symbols.text(2), 'é');
  assert.is.not(symbols.text(3), symbols.text(0));
});

test('bytes with one hash are told apart, and tables grow', () => {
  const symbols = new Symbols();
  const slices = new Slices(new TextEncoder().encode('abab'), symbols);
  assert.equal(
    [slices.intern(0, 1, 7), slices.intern(1, 2, 7), slices.intern(2, 3, 7), slices.intern(0, 2, 7)],
    [0, 1, 0, 2],
  );
  const names = Array.from({ length: 20_000 }, (_, i) => `name ${i}`);
  const twice = [...names, ...names].map((name) => [name]);
  assert.equal(read(twice.join('\n'), 's'), twice);
});

test('random rows come back as they were written, in all formats', () => {
  const random = generator(5);
  const texts = ['', 'a', 'b c', 'é', '日本', '😀', 'x'.repeat(40), '-1', '0'];
  for (const parameters of [{}, { delimiter: ',' }, { delimiter: '::' }, { rfc4180: 'true' }]) {
    const rows = Array.from({ length: 3000 }, () => [
      texts[random(texts.length)] ?? '',
      random(2) === 0 ? random(100) - 50 : random(2 ** 32) | 0,
      random(2 ** 32),
    ]);
    const delimiter = 'delimiter' in parameters ? parameters.delimiter : 'rfc4180' in parameters ? ',' : '\t';
    const text = rows.map((row) => `${row.join(delimiter ?? '\t')}\n`).join('');
    assert.equal(read(text, 'snu', parameters), rows);
    const numbers = rows.map((row) => row.slice(1));
    assert.equal(read(numbers.map((row) => `${row.join('\t')}\n`).join(''), 'nu'), numbers);
  }
});

test.run();
