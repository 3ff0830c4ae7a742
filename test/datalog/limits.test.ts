import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../src/datalog/index.js';

// Whatever a file holds, compiling it ends with a program or with diagnostics.

const limits = suite('limits of the Datalog compiler');

const declarations = '.decl a(x: number)\n.decl s(x: symbol)\n.input a, s\n.output a, s\n';

function codes(text: string): string[] {
  return compile({ file: 'x.dl', text: declarations + text }).diagnostics.map((diagnostic) => diagnostic.code);
}

const nestings: Readonly<Record<string, (n: number) => string>> = {
  'parentheses around a value': (n) => `a(x) :- a(x), x = ${'('.repeat(n)}1${')'.repeat(n)}.`,
  'parentheses around a condition': (n) => `a(x) :- ${'('.repeat(n)}a(x)${')'.repeat(n)}.`,
  negations: (n) => `a(x) :- a(x), ${'!'.repeat(n)}x = 1.`,
  'minus signs': (n) => `a(x) :- a(x), x = ${'- '.repeat(n)}1.`,
  'a chain to the left': (n) => `a(x) :- a(x), x = 1${' + 1'.repeat(n)}.`,
  'a chain to the right': (n) => `a(x) :- a(x), x = 1${' ^ 1'.repeat(n)}.`,
  calls: (n) => `s(x) :- s(x), x = ${'cat("a", '.repeat(n)}x${')'.repeat(n)}.`,
  'negated conjunctions': (n) => `a(x) :- ${'(a(x), !('.repeat(n / 2)}a(x)${'))'.repeat(n / 2)}.`,
  aggregates: (n) => `s("b") :- ${'1 = count : { '.repeat(n)}a(_)${' }'.repeat(n)}.`,
  'aggregates in chains': (n) => `s("b") :- ${`1 ${'+ 1 '.repeat(300)} = count : { `.repeat(n)}a(_)${' }'.repeat(n)}.`,
  components: (n) => `${'.comp A { '.repeat(n)}${'}'.repeat(n)}`,
};

limits('nesting is bounded, however it is written', () => {
  for (const [name, write] of Object.entries(nestings)) {
    const few = name.startsWith('aggregates') ? 60 : 200;
    assert.equal(
      codes(write(few)).filter((code) => code === 'DL-NESTING' || code === 'DL-SYNTAX'),
      [],
      name,
    );
    assert.is(codes(write(10_000))[0], 'DL-NESTING', name);
  }
});

limits('what is only long is no problem', () => {
  const many = (n: number, write: (i: number) => string) => Array.from({ length: n }, (_, i) => write(i));
  assert.equal(codes(`a(x) :- ${many(50_000, () => 'a(x)').join(', ')}.`), []);
  assert.equal(codes(`a(x0) :- ${many(5000, (i) => `x${i} = x${i + 1}`).join(', ')}, a(x5000).`), []);
  assert.equal(codes(many(5000, (i) => `.decl r${i}(x: number)\nr${i}(x) :- r${(i + 1) % 5000}(x).`).join('\n')), [
    'DL-NEVER',
  ]);
  assert.equal(codes(many(5000, (i) => `s("b") :- s("c${i}").`).join('\n')), []);
  assert.equal(codes(`s(x) :- s(x), x = cat(${many(150_000, () => '"a"').join(', ')}).`), []);
});

limits('a file of 100,000 facts', () => {
  const facts = Array.from({ length: 100_000 }, (_, i) => `s("fact ${i}").`).join('\n');
  const result = compile({ file: 'x.dl', text: declarations + facts });
  assert.ok(result.ok);
  assert.is(result.program.strata.flatMap((stratum) => stratum.rules).length, 100_000);
});

limits('what would grow without bound is refused', () => {
  const doubling = Array.from(
    { length: 40 },
    (_, i) => `.comp C${i} { .decl r() .init a = C${i + 1} .init b = C${i + 1} }`,
  );
  assert.ok(codes(`${doubling.join('\n')}\n.comp C40 {}\n.init z = C0`).includes('DL-COMPONENT-CYCLE'));
  const alternatives = Array.from({ length: 60 }, () => '(x = 1; x = 2)').join(', ');
  assert.equal(codes(`a(x) :- a(x), ${alternatives}.`), ['DL-EXPANSION']);
  assert.equal(codes(`a(x) :- a(x), !(${alternatives.replaceAll(/[,;]/g, (mark) => (mark === ',' ? ';' : ','))}).`), [
    'DL-EXPANSION',
  ]);
  assert.equal(codes(`a(x) :- a(x), !(${alternatives}).`), []);
  const chain = Array.from({ length: 2000 }, (_, i) => `.type T${i} <: T${i + 1}`).join('\n');
  assert.ok(codes(`${chain}\n.type T2000 <: symbol`).includes('DL-NESTING'));
  const bases = Array.from({ length: 3000 }, (_, i) => `.comp C${i} : C${i + 1} {}`).join('\n');
  assert.ok(codes(`${bases}\n.comp C3000 {}\n.init c = C0`).includes('DL-COMPONENT-CYCLE'));
});

limits('the same mistake many times is said a hundred times', () => {
  assert.is(codes('a(x) :- , .\n'.repeat(5000)).length, 100);
});

limits('text that is no program', () => {
  const texts = [
    '',
    '\ufeff',
    '\0\ud800',
    '.',
    '..',
    '"',
    '/*',
    '/**/',
    '/***/',
    '.decl',
    '.decl a(',
    '.type',
    '.comp A {',
    '#',
    '@',
    'a.',
    'a.b',
    '.include',
    '.init',
    '.plan',
    ':-',
    '}',
    '{'.repeat(50_000),
    '('.repeat(50_000),
    '"\n'.repeat(50_000),
    '.decl '.repeat(20_000),
    'a.'.repeat(50_000),
  ];
  for (const text of texts) {
    const { ok, diagnostics } = compile({ file: 'x.dl', text });
    assert.is(ok, diagnostics.length === 0, text.slice(0, 20));
  }
});

limits('cutting a program anywhere leaves something to be said, or a program', () => {
  const text = `/** @finding X */ .type T <: symbol .decl r(x: T, n: number) .input r(IO="file")
.comp C<T> : B { .override a a(x) :- r(x, _). } .init c = C<T>
p(x, n), q(x) :- r(x, y), !s(x), (n = y + 0x1F * -2; n = count : { r(_, "a\\n") }), match("x", x). .plan 0:(1,2)
`;
  for (let end = 0; end <= text.length; end++) {
    const { ok, diagnostics } = compile({ file: 'x.dl', text: text.slice(0, end) });
    assert.is(ok, !diagnostics.some((diagnostic) => diagnostic.severity === 'error'));
  }
});

limits.run();
