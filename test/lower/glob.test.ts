import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { matcher } from '../../src/engine/match.js';
import { globRegex } from '../../src/lower/nika/glob.js';
import { normalPath } from '../../src/lower/nika/path.js';

/** A glob, what Python's fnmatchcase says it matches, and what it says it doesn't. */
const globs: [glob: string, matches: string[], others: string[]][] = [
  ['nika:fetch', ['nika:fetch'], ['nika:fetch2', 'xnika:fetch', 'Nika:fetch', 'nika:fetch\n']],
  ['nika:*', ['nika:', 'nika:fetch', 'nika:a/b:c', 'nika:a\nb'], ['mcp:fetch', 'nika']],
  ['*', ['', 'mcp:a/b', '\n'], []],
  ['**', ['', 'a/b'], []],
  ['nika:fetc?', ['nika:fetch', 'nika:fetc\n'], ['nika:fetc', 'nika:fetchh']],
  ['?*?', ['ab', 'abc'], ['a', '']],
  ['*?', ['a', 'ab'], ['']],
  ['nika:[ef]etch', ['nika:fetch', 'nika:eetch'], ['nika:etch', 'nika:[ef]etch']],
  ['[a-c]x', ['ax', 'cx'], ['dx', '-x']],
  ['[!a-c]x', ['dx', '!x', '\nx'], ['ax', 'x']],
  ['[^a]', ['^', 'a'], ['b']],
  ['[]a]', [']', 'a'], ['[]a]']],
  ['[!]a]', ['b'], [']', 'a']],
  ['[a-]', ['a', '-'], ['b']],
  ['[-a]', ['a', '-'], ['b']],
  ['[a-c-e]', ['b', '-', 'e'], ['d']],
  ['[--/]', ['-', '.', '/'], ['0', 'a']],
  ['[b-a]', [], ['a', 'b', '-', '']],
  ['[!b-a]', ['a', '-', '\n'], ['', 'ab']],
  ['[b-ac]', ['c'], ['a', 'b', '-']],
  ['[\\]', ['\\'], ['[\\]']],
  ['[[]', ['['], [']']],
  ['[', ['['], []],
  ['[]', ['[]'], []],
  ['[!]', ['[!]'], ['a']],
  ['a[b', ['a[b'], ['ab']],
  ['a.b', ['a.b'], ['axb']],
  ['a+(b)|{c}^$', ['a+(b)|{c}^$'], ['ab', 'aab']],
  ['\\*', ['\\', '\\x'], ['*']],
  ['a*b*c*d*e', ['abcde', 'a1b2c3d4e', 'abbccddee'], ['abcd', 'acbde', 'abcdef']],
  ['*a*b*a*', ['aba', 'xxaxxbxxaxx'], ['ab', 'baa']],
  ['a*1*2*3*', ['a123', 'a1x2x3x'], ['a132']],
];
for (const [glob, matches, others] of globs) {
  test(`${glob} is read as fnmatchcase reads it`, () => {
    const regex = globRegex(glob);
    // With and without `u`, since what evaluates the rules may choose either.
    for (const flags of ['', 'u']) {
      const whole = new RegExp(`^(?:${regex})$`, flags);
      const all = [...matches, ...others];
      assert.equal(
        all.filter((text) => whole.test(text)),
        matches,
        `${regex} with ${flags}`,
      );
    }
  });
}

test('a glob of many stars and classes fails at once where it does not match', () => {
  for (const glob of [`${'*[!x]'.repeat(2000)}x`, `${'*a'.repeat(20_000)}x`]) {
    const { matches } = matcher(globRegex(glob), assert.unreachable);
    assert.not(matches(1, () => 'a'.repeat(4000)));
  }
  const { matches } = matcher(globRegex(`${'*[!x]'.repeat(2000)}x`), assert.unreachable);
  assert.ok(matches(1, () => `${'a'.repeat(4000)}x`));
});

test('half a million open classes are read once', () => {
  assert.is(globRegex(`]${'['.repeat(500_000)}`), `\\]${'\\['.repeat(500_000)}`);
});

const paths: [path: string, normal: string][] = [
  ['', '.'],
  ['.', '.'],
  ['./out/**', 'out/**'],
  ['a//b/./c/', 'a/b/c'],
  ['a/../b/**', 'b/**'],
  ['a/..', '.'],
  ['a/../../x', '../x'],
  ['../../a', '../../a'],
  ['..cache/x', '..cache/x'],
  ['~/out/**', '~/out/**'],
  ['/', '/'],
  ['/../a', '/a'],
  ['//a', '//a'],
  ['///a', '/a'],
  ['/./../', '/'],
];
for (const [path, normal] of paths) {
  test(`${JSON.stringify(path)} is the path ${normal}`, () => {
    assert.is(normalPath(path), normal);
  });
}

test.run();
