import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StepsExceeded } from '../../src/engine/backtrack.js';
import { matcher } from '../../src/engine/match.js';
import { generator } from './storage.js';

const test = suite('engine: match');

function matches(pattern: string, text: string): boolean {
  return matcher(pattern, (why) => assert.unreachable(`${pattern}: ${why}`)).matches(0, () => text);
}

test('the whole text has to match', () => {
  assert.ok(matches('b.*', 'bcd'));
  assert.not.ok(matches('b.*', 'abcd'));
  assert.not.ok(matches('b', 'bc'));
  assert.ok(matches('a|bc', 'bc'));
  assert.not.ok(matches('a|bc', 'ac'));
});

test('literal text and any text between', () => {
  const random = generator(4);
  const pieces = ['a', 'b', 'ab', '\\.', '\\\\', '[\\s\\S]*', '[\\s\\S]*', 'a*', '.', '(?:b)'];
  const texts = ['', 'a', 'b', 'ab', 'ba', 'aab', 'abab', 'a.b', 'a\\b', '\n', 'aab.', '..', '\\', 'bab.a\nab'];
  for (let i = 0; i < 2000; i++) {
    const pattern = Array.from({ length: random(6) }, () => pieces[random(pieces.length)]).join('');
    const expression = new RegExp(`^(?:${pattern})$`);
    for (const text of texts) assert.is(matches(pattern, text), expression.test(text), `${pattern} on ${text}`);
  }
});

test('agrees with the ECMAScript of the host on random patterns and texts', () => {
  const random = generator(9);
  const atoms = [
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '(?:a|b)',
    '(a*b)',
    '(?:)',
    '\\w',
    '\\d',
    '[a-c]',
    '^',
    '$',
    '\\.',
    '(|a)',
  ];
  const quantifiers = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?'];
  const texts = ['', 'a', 'b', 'ab', 'ba', 'aab', 'abab', 'a.b', '1', 'a1b', 'abc', 'aaaa', 'bbab'];
  const pick = (from: readonly string[]) => from[random(from.length)] ?? '';
  let matched = 0;
  for (let i = 0; i < 3000; i++) {
    let pattern = '';
    for (let k = random(5); k >= 0; k--) {
      const atom = pick(atoms);
      pattern += atom === '^' || atom === '$' ? atom : atom + pick(quantifiers);
      if (random(6) === 0) pattern += '|';
    }
    const host = new RegExp(`^(?:${pattern})$`);
    for (const text of texts) {
      const expected = host.test(text);
      if (expected) matched++;
      assert.is(matches(pattern, text), expected, `${pattern} on "${text}"`);
    }
  }
  assert.ok(matched > 1000);
});

test('classes, escapes and the named classes of std::regex', () => {
  assert.ok(matches('[[:alpha:]_]+', 'ab_C'));
  assert.not.ok(matches('[[:digit:]]+', 'a'));
  assert.ok(matches('\\x41\\u0042\\t', 'AB\t'));
  assert.ok(matches('[\\]\\-a]+', 'a-]'));
  assert.ok(matches('[a\\d-]+', '1-a'));
  assert.ok(matches('[^]+', 'a\nb'));
  assert.not.ok(matches('a.b', 'a\nb'));
});

test('what needs backtracking still works', () => {
  assert.ok(matches('(a+)b\\1', 'aabaa'));
  assert.not.ok(matches('(a+)b\\1', 'aaba'));
  assert.ok(matches('(?!b).*', 'abc'));
});

test('with back-references, look-ahead and word boundaries it agrees with the ECMAScript of the host', () => {
  const random = generator(11);
  const pick = (from: readonly string[]) => from[random(from.length)] ?? '';
  const atoms = ['a', 'b', '.', '(a|b)', '(a*)', '(?:b|(a)|ab)', '(a+?)(b?)', '[^a]', '(?:(a)|b)', '(b|ba)', '(|a)'];
  const quantifiers = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '*?', '+?', '??', '{0,2}?'];
  const hard = ['\\1', '\\b', '\\B', '(?=a)', '(?!b)', '(?=(a|b))', '(?!(a)b)', '(?=a*(b))', '(?:\\1a)*', '\\1?'];
  const texts = ['', 'a', 'b', 'ab', 'ba', 'aab', 'aba', 'abab', 'a b', 'a.b', 'aaaa', 'bbab', 'b ba', 'abaab'];
  let [matched, compared] = [0, 0];
  for (let i = 0; i < 6000; i++) {
    // The first group is always there to be referred to.
    let pattern = random(2) === 0 ? '(a|b|ab)?' : '(?:(b)|a)*';
    for (let k = random(4); k >= 0; k--) {
      pattern += random(2) === 0 ? pick(hard) : pick(atoms) + pick(quantifiers);
      if (random(8) === 0) pattern += '|';
    }
    const host = new RegExp(`^(?:${pattern})$`);
    for (const text of texts) {
      const expected = host.test(text);
      compared++;
      if (expected) matched++;
      assert.is(matches(pattern, text), expected, `${pattern} on "${text}"`);
    }
  }
  assert.ok(matched > compared / 20 && matched < compared / 2, `${matched} of ${compared}`);
});

test('a match that backtracks without end is given up', () => {
  for (const pattern of ['(a*)*\\1b', '(?:(a|a)*)*\\bb', '(?=(a+)+b)c']) {
    const { matches } = matcher(pattern, (why) => assert.unreachable(why));
    assert.throws(
      () => matches(0, () => 'a'.repeat(5000)),
      (error: unknown) => error instanceof StepsExceeded,
      pattern,
    );
  }
  assert.ok(matcher('(a)\\1', () => {}, 100).matches(0, () => 'aa'));
  assert.throws(() => matcher('(a)\\1', () => {}, 3).matches(0, () => 'aa'));
});

test('a pattern that is no regular expression matches nothing and says why', () => {
  for (const pattern of [
    '(',
    'a)',
    '[a',
    '*a',
    'a**',
    'a{3,1}',
    '[b-a]',
    '\\',
    '(?<)\\1',
    '(?<n>a)',
    '(?<=a)b',
    '(a)\\2',
    '[\\1]',
    '\\b*',
    '(?=a)+',
    '((((a{99}){99}){99}){99})',
  ]) {
    const reasons: string[] = [];
    assert.not.ok(
      matcher(pattern, (why) => reasons.push(why)).matches(0, () => 'a'),
      pattern,
    );
    assert.is(reasons.length, 1, pattern);
  }
});

test('patterns that make a backtracking matcher run for ever', () => {
  assert.not.ok(matches('(a*)*b', 'a'.repeat(5000)));
  assert.not.ok(matches('(a|a)*b', 'a'.repeat(5000)));
  assert.not.ok(matches(`${'.*a'.repeat(30)}b`, 'a'.repeat(3000)));
  assert.ok(matches('(a?){40}a{40}', 'a'.repeat(40)));
});

test.run();
