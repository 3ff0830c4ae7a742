import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compiled, printRules } from './print.js';

// What rules become: names resolved, disjunctions and heads taken apart, aggregates with variables of their own.

const rules = suite('rules as they are compiled');

const declarations = `
.decl a(x: number)
.decl e(x: number, y: number)
.decl s(x: symbol)
.decl u(x: unsigned)
.input a, e, s, u
.decl r(x: number)
.decl r2(x: number, y: number)
.decl t(x: symbol)
.decl v(x: unsigned)
.decl yes()
.output r, r2, t, v, yes
`;

function check(text: string, expected: readonly string[]): void {
  assert.equal(printRules(compiled(declarations + text)), expected);
}

rules('facts and conjunctions', () => {
  check('r(1). t("a\\"b\\n"). yes(). r2(x, y) :- e(x, z), e(z, y), x != y.', [
    'r(1)',
    't("a\\"b\\n")',
    'yes()',
    'r2(x, y) :- e(x, z), e(z, y), x != y',
  ]);
});

rules('number literals', () => {
  check('r(0x10). r(0b101). r(-2147483648). r(2147483647). r(127.0.0.1). v(4294967295). v(7u). r(- 3).', [
    'r(16)',
    'r(5)',
    'r(-2147483648)',
    'r(2147483647)',
    'r(2130706433)',
    'v(4294967295)',
    'v(7)',
    'r(-3)',
  ]);
});

rules('several heads and disjunctions are taken apart', () => {
  check('r(x), v(1) :- a(x), (x < 1; x > 5, x != 9), e(x, _).', [
    'r(x) :- a(x), x < 1, e(x, _)',
    'r(x) :- a(x), x > 5, x != 9, e(x, _)',
    'v(1) :- a(x), x < 1, e(x, _)',
    'v(1) :- a(x), x > 5, x != 9, e(x, _)',
  ]);
  check('r(x) :- a(x), x = 1; e(x, _).', ['r(x) :- a(x), x = 1', 'r(x) :- e(x, _)']);
});

rules('negation goes inwards', () => {
  check('r(x) :- a(x), !(e(x, _), x < 3; !a(1)).', ['r(x) :- a(x), !e(x, _), a(1)', 'r(x) :- a(x), x >= 3, a(1)']);
  check('r(x) :- a(x), !x = 1, !!a(2), !true.', ['r(x) :- a(x), x != 1, a(2), false']);
  check('t(x) :- s(x), !match("a.*", x), contains("b", x).', ['t(x) :- s(x), !match("a.*", x), contains("b", x)']);
});

rules('operators bind as in Soufflé', () => {
  const bodies: readonly (readonly [string, string])[] = [
    ['1 + 2 * 3', 'add(1, mul(2, 3))'],
    ['(1 + 2) * 3', 'mul(add(1, 2), 3)'],
    ['8 - 4 - 2', 'sub(sub(8, 4), 2)'],
    ['2 ^ 3 ^ 2', 'pow(2, pow(3, 2))'],
    ['-2 ^ 2', 'neg(pow(2, 2))'],
    ['- x * 2', 'mul(neg(x), 2)'],
    ['1 bor 2 band 3 bxor 4', 'bor(1, bxor(band(2, 3), 4))'],
    ['1 bshl 2 + 3', 'bshl(1, add(2, 3))'],
    ['1 lor 0 land 1 lxor lnot 1', 'lor(1, lxor(land(0, 1), lnot(1)))'],
    ['bnot 1 bshr 2 bshru 3', 'bshru(bshr(bnot(1), 2), 3)'],
    ['x % 2 / 3', 'div(mod(x, 2), 3)'],
    ['min(x, 2, 3) + max(1, x)', 'add(min(x, 2, 3), max(1, x))'],
    ['ord("a") + strlen(cat("a", "b", "c"))', 'add(ord("a"), strlen(cat("a", "b", "c")))'],
  ];
  for (const [written, meant] of bodies) check(`r(y) :- a(x), y = ${written}.`, [`r(y) :- a(x), y = ${meant}`]);
});

rules('a parenthesis holds a condition or a value', () => {
  check('r(x) :- (a(x)), ((x + 1) * 2 < 5; (x) = 3).', ['r(x) :- a(x), mul(add(x, 1), 2) < 5', 'r(x) :- a(x), x = 3']);
});

rules('strings: joining, conversions that change nothing', () => {
  check('t(x + "!") :- s(x).', ['t(cat(x, "!")) :- s(x)']);
  check('t(to_string(y)) :- a(x), y = to_number(x).', ['t(to_string(y)) :- a(x), y = x']);
  check('r(to_number(x)) :- u(x).', ['r(to_number(x)) :- u(x)']);
});

rules('aggregates: variables around are given, others are its own', () => {
  check('r2(x, n) :- a(x), n = count : { e(x, y), a(y) }.', ['r2(x, n) :- a(x), n = count [y] { e(x, y), a(y) }']);
  check('r2(n, m) :- n = count : a(_), m = sum y * 2 : { e(_, y) }.', [
    'r2(n, m) :- n = count [] { a(_) }, m = sum mul(y, 2) [y] { e(_, y) }',
  ]);
});

rules('aggregates: the aggregated variable is always its own', () => {
  check('r2(x, n) :- a(x), n = sum x : { e(x, _) }.', ["r2(x, n) :- a(x), n = sum x'2 [x'2] { e(x'2, _) }"]);
});

rules('aggregates: two of them do not share variables, and a result is not its own input', () => {
  check('r2(n, m) :- n = count : { a(y) }, m = max y : { a(y) }.', [
    "r2(n, m) :- n = count [y] { a(y) }, m = max y'3 [y'3] { a(y'3) }",
  ]);
  check('r(x) :- x = count : { a(x) }.', ["r(x) :- x = count [x'1] { a(x'1) }"]);
  check('r(x) :- x = max z : { a(z) }, 1 = count : { e(x, _) }.', [
    'r(x) :- x = max z [z] { a(z) }, 1 = count [] { e(x, _) }',
  ]);
});

rules('aggregates inside aggregates', () => {
  check('r(n) :- n = sum y : { e(x, y), y < max z : { e(x, z), z != y } }.', [
    'r(n) :- n = sum y [y x] { e(x, y), y < max z [z] { e(x, z), z != y } }',
  ]);
});

rules('min and max export where they are reached', () => {
  check('r2(x, m) :- m = max y : { e(x, y) }.', [
    "r2(x, m) :- m = max y [y x'3] { e(x'3, y) }, e(x, y'4), y'4 = max y [y x'3] { e(x'3, y) }",
  ]);
});

rules('a comparison with `_` asks for a value', () => {
  check('r(1) :- _ = min y : { a(y) }.', ['r(1) :- _result = min y [y] { a(y) }']);
});

rules('range', () => {
  check('r(x) :- x = range(1, 5). r(x) :- x = range(0, 10, 2).', [
    'r(x) :- x = range(1, 5)',
    'r(x) :- x = range(0, 10, 2)',
  ]);
});

rules('equalities ground in chains, arithmetic only forward', () => {
  check('r(x) :- x = y, y = z + 1, a(z).', ['r(x) :- x = y, y = add(z, 1), a(z)']);
  check('r(x) :- 1 = x.', ['r(x) :- 1 = x']);
});

rules('primitives of variables, constraints and operations', () => {
  const program = compiled(`${declarations}v(x + y) :- u(x), y = x * 2, s(z), z < "m", x > 3.`);
  const rule = program.strata.flatMap((stratum) => stratum.rules)[0];
  assert.equal(
    rule?.variables.map((variable) => `${variable.name}: ${variable.primitive}`),
    ['x: unsigned', 'y: unsigned', 'z: symbol'],
  );
  const constraints = rule?.body.flatMap((literal) => (literal.kind === 'constraint' ? [literal.primitive] : []));
  assert.equal(constraints, ['unsigned', 'symbol', 'unsigned']);
  const [sum] = rule?.head.args ?? [];
  assert.is(sum?.kind === 'functor' && sum.primitive, 'unsigned');
});

rules('casts between types of one primitive leave the value', () => {
  check('.type T <: symbol\n.decl named(x: T)\n.output named\nnamed(as(x, T)) :- s(x).', ['named(x) :- s(x)']);
});

rules.run();
