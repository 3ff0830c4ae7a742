import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fail, run, type Value } from './evaluate.js';

const test = suite('engine: terms');

/** The values of expressions over x, y given by facts. */
function values(type: 'number' | 'unsigned', expressions: readonly string[], x: number, y: number): Value[] {
  const text = `
    .decl given(x: ${type}, y: ${type})  .input given
    .decl result(i: number, v: ${type})  .output result
    ${expressions.map((expression, i) => `result(${i}, ${expression}) :- given(x, y).`).join('\n')}
  `;
  const rows = new Map(
    run(text, { given: [[x, y]] })
      .rows('result')
      .map(([i, value]) => [i, value ?? '']),
  );
  return expressions.map((_, i) => rows.get(i) ?? 'no row');
}

test('arithmetic wraps on 32 bits, division truncates', () => {
  assert.equal(values('number', ['x + 1', 'x * 2', '-y', 'y - x'], 2147483647, 5), [-2147483648, -2, -5, -2147483642]);
  assert.equal(values('number', ['x / y', 'x % y', 'x ^ 2', '2 ^ y'], -7, 2), [-3, -1, 49, 4]);
  assert.equal(values('number', ['x / y', 'x % y', '-x'], -2147483648, -1), [-2147483648, 0, -2147483648]);
  assert.equal(values('unsigned', ['x / y', 'x % y', 'x + 1'], 4294967295, 2), [2147483647, 1, 0]);
});

test('bits and logic', () => {
  assert.equal(values('number', ['x band y', 'x bor y', 'x bxor y', 'bnot x'], 12, 10), [8, 14, 6, -13]);
  assert.equal(values('number', ['x bshl y', 'x bshr y', 'x bshru y'], -8, 33), [-16, -4, 2147483644]);
  assert.equal(values('number', ['x land y', 'x lor y', 'x lxor y', 'lnot x'], 5, 0), [0, 1, 1, 0]);
  assert.equal(values('number', ['min(x, y, 3)', 'max(x, y, 3)'], -5, 9), [-5, 9]);
  assert.equal(values('unsigned', ['min(x, y)', 'max(x, y)', 'x bshr 1'], 4294967295, 9), [9, 4294967295, 2147483647]);
});

test('comparisons, signed and unsigned', () => {
  const text = (type: string) => `
    .decl a(x: ${type})  .input a
    .decl less(x: ${type}, y: ${type})  .output less
    .decl least(x: ${type}, y: ${type})  .output least
    less(x, y) :- a(x), a(y), x < y.
    least(x, y) :- a(x), a(y), y >= x, x != y.
  `;
  run(text('number'), { a: [[-1], [1]] }).expect('less', [[-1, 1]]);
  run(text('unsigned'), { a: [[4294967295], [1]] }).expect('less', [[1, 4294967295]]);
  run(text('number'), { a: [[-1], [1]] }).expect('least', [[-1, 1]]);
});

test('equations bind, chain, and compare', () => {
  const text = `
    .decl a(x: number)  .input a
    .decl r(x: number, y: number, z: number)  .output r
    r(x, y, z) :- z = y * 2, a(x), y = x + 1, z > 4, y + x = 2 * x + 1.
  `;
  run(text, { a: [[1], [2], [3]] }).expect('r', [
    [2, 3, 6],
    [3, 4, 8],
  ]);
});

test('functors in arguments of atoms: evaluated before, or compared after', () => {
  const text = `
    .decl a(x: number)  .input a
    .decl succ(x: number, y: number)  .input succ
    .decl up(x: number)    .output up
    .decl down(x: number)  .output down
    .decl gap(x: number)   .output gap
    up(x) :- a(x), succ(x, x + 1).
    down(x) :- succ(x - 1, x).
    gap(x) :- a(x), !succ(x, x + 1).
  `;
  const evaluated = run(text, {
    a: [[1], [2], [5]],
    succ: [
      [1, 2],
      [2, 4],
      [4, 5],
    ],
  });
  evaluated.expect('up', [[1]]);
  evaluated.expect('down', [[2], [5]]);
  evaluated.expect('gap', [[2], [5]]);
});

test('recursion through arithmetic', () => {
  const text = `
    .decl f(n: number, a: number, b: number)  .output f
    f(0, 0, 1).
    f(n + 1, b, a + b) :- f(n, a, b), n < 50.
  `;
  const last = run(text).rows('f')[50];
  assert.equal(last, [50, 12586269025 | 0, 20365011074 | 0]);
});

test('text: building, taking apart, recursion through new symbols', () => {
  const text = `
    .decl s(x: symbol)  .input s
    .decl r(k: symbol, v: symbol)  .output r
    .decl n(k: symbol, v: number)  .output n
    .decl grow(x: symbol)  .output grow
    r("cat", cat(x, "-", x)) :- s(x).
    r("substr", substr(x, 1, 2)) :- s(x).
    r("to_string", to_string(strlen(x) - 10)) :- s(x).
    n("strlen", strlen(x)) :- s(x).
    n("to_number", to_number("-12") + 1) :- s(_).
    grow("a").
    grow(cat(x, "b")) :- grow(x), strlen(x) < 5.
  `;
  const evaluated = run(text, { s: [['héy']] });
  evaluated.expect('r', [
    ['cat', 'héy-héy'],
    ['substr', 'é'],
    ['to_string', '-6'],
  ]);
  evaluated.expect('n', [
    ['strlen', 4],
    ['to_number', -11],
  ]);
  evaluated.expect('grow', [['a'], ['ab'], ['abb'], ['abbb'], ['abbbb']]);
});

test('text: order by code point, contains, match over the whole text', () => {
  const text = `
    .decl s(x: symbol)  .input s
    .decl less(x: symbol, y: symbol)  .output less
    .decl has(x: symbol)  .output has
    .decl lacks(x: symbol)  .output lacks
    .decl matching(x: symbol)  .output matching
    .decl other(x: symbol)  .output other
    less(x, y) :- s(x), s(y), x < y.
    has(x) :- s(x), contains("b", x).
    lacks(x) :- s(x), !contains("b", x).
    matching(x) :- s(x), match("a.?", x).
    other(x) :- s(x), !match("a.?", x).
  `;
  const evaluated = run(text, { s: [['a'], ['ab'], ['abc'], ['\u{1f600}'], ['\uffee']] });
  assert.ok(evaluated.rows('less').some(([x, y]) => x === '\uffee' && y === '\u{1f600}'));
  assert.is(evaluated.rows('less').length, 10);
  evaluated.expect('has', [['ab'], ['abc']]);
  evaluated.expect('lacks', [['a'], ['\u{1f600}'], ['\uffee']]);
  evaluated.expect('matching', [['a'], ['ab']]);
  evaluated.expect('other', [['abc'], ['\u{1f600}'], ['\uffee']]);
});

test('a pattern that is no regular expression warns once, and neither match nor !match holds', () => {
  const text = `
    .decl s(p: symbol, x: symbol)  .input s
    .decl yes(x: symbol)  .output yes
    .decl no(x: symbol)   .output no
    yes(x) :- s(p, x), match(p, x).
    no(x) :- s(p, x), !match(p, x).
  `;
  const evaluated = run(text, {
    s: [
      ['(', 'a'],
      ['(', 'b'],
      ['b', 'a'],
      ['b', 'b'],
    ],
  });
  evaluated.expect('yes', [['b']]);
  evaluated.expect('no', [['a']]);
  assert.is(evaluated.result.warnings.length, 1);
  assert.match(evaluated.result.warnings[0] ?? '', /"\("/);
});

test('powers are those of doubles, converted to 32 bits', () => {
  const text = `
    .decl s(x: number, y: number)  .input s
    .decl u(x: unsigned, y: unsigned)  .input u
    .decl powers(x: number, y: number, p: number)  .output powers
    .decl unsigned_powers(x: unsigned, y: unsigned, p: unsigned)  .output unsigned_powers
    powers(x, y, x ^ y) :- s(x, y).
    unsigned_powers(x, y, x ^ y) :- u(x, y).
  `;
  const least = -(2 ** 31);
  const signed = [
    [2, 30, 2 ** 30],
    [2, 31, least],
    [-2, 31, least],
    [-3, 19, -1162261467],
    [-3, 20, least],
    [10, 10, least],
    [0, 0, 1],
    [0, -1, least],
    [2, -1, 0],
    [-1, -3, -1],
    [-1, least, 1],
    [least, 1, least],
    [least, 2, least],
  ];
  const unsigned = [
    [10, 9, 1_000_000_000],
    [10, 10, 1_410_065_408],
    [2, 63, 0],
    [3, 39, 3_093_297_152],
    [3, 40, 0],
    [2 ** 32 - 1, 2, 0],
    [2 ** 32 - 1, 1, 2 ** 32 - 1],
  ];
  const given = (rows: number[][]) => rows.map((row) => row.slice(0, 2));
  const evaluated = run(text, { s: given(signed), u: given(unsigned) });
  evaluated.expect('powers', signed);
  evaluated.expect('unsigned_powers', unsigned);
});

test('ranges: up, down, by steps, empty', () => {
  const text = `
    .decl up(x: number)     .output up
    .decl down(x: number)   .output down
    .decl steps(x: number)  .output steps
    .decl none(x: number)   .output none
    .decl each(n: number, x: number)  .output each
    .decl n(n: number)  .input n
    up(x) :- x = range(1, 4).
    down(x) :- x = range(4, 1).
    steps(x) :- x = range(10, 0, -4).
    none(x) :- x = range(3, 3).
    each(n, x) :- n(n), x = range(0, n).
  `;
  const evaluated = run(text, { n: [[0], [2], [3000]] });
  evaluated.expect('up', [[1], [2], [3]]);
  evaluated.expect('down', [[4], [3], [2]]);
  evaluated.expect('steps', [[10], [6], [2]]);
  evaluated.expect('none', []);
  assert.is(evaluated.rows('each').length, 3002);
});

test('division by zero and bad conversions are errors that name the rule', () => {
  const text = '.decl a(x: number)  .input a\n.decl r(x: number)  .output r\nr(10 / x) :- a(x).';
  run(text, { a: [[2]] }).expect('r', [[5]]);
  const division = fail(text, { a: [[2], [0]] });
  assert.is(division.code, 'division-by-zero');
  assert.is(division.relation, 'r');
  assert.is(text.slice(division.rule?.start, division.rule?.end), 'r(10 / x) :- a(x).');
  const bad = '.decl a(x: symbol)  .input a\n.decl r(x: number)  .output r\nr(to_number(x)) :- a(x).';
  const conversion = fail(bad, { a: [['1'], ['x1']] });
  assert.is(conversion.code, 'conversion');
  assert.match(conversion.message, /converts "x1"/);
  run(bad, { a: [['12x'], ['-0x1F'], ['0b101'], [' 7']] }).expect('r', [[12], [-31], [5], [7]]);
});

test.run();
