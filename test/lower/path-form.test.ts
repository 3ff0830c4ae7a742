import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { matcher } from '../../src/engine/match.js';
import {
  folderRegex,
  insideEntry,
  pathEntry,
  pathForm,
  pathRegex,
  segmentsText,
  walkRoot,
} from '../../src/lower/nika/path-form.js';

/** Whether a text is matched, as the engine reads the regular expression. */
function matching(regex: string): (text: string) => boolean {
  const { matches } = matcher(regex, assert.unreachable);
  let id = 0;
  return (text) => matches(id++, () => text);
}

/** A path, where it starts, its segments, and the entry that grants it. */
const paths: [path: string, anchor: string, segments: string, entry: string][] = [
  ['data/q3.csv', '', 'data/q3.csv/', 'data/q3.csv'],
  ['./data//sub/../q3.csv', '', 'data/q3.csv/', 'data/q3.csv'],
  ['.', '', '', '.'],
  ['', '', '', '.'],
  ['data/..', '', '', '.'],
  ['../up.txt', '../', 'up.txt/', '../up.txt'],
  ['data/../../../etc/passwd', '../../', 'etc/passwd/', '../../etc/passwd'],
  ['..cache/x', '', '..cache/x/', '..cache/x'],
  ['/etc/../../etc/passwd', '/', 'etc/passwd/', '/etc/passwd'],
  ['//etc//passwd', '/', 'etc/passwd/', '/etc/passwd'],
  ['/', '/', '', '/'],
  ['~/notes/./a.md', '~', 'notes/a.md/', '~/notes/a.md'],
  ['~', '~', '', '~'],
  ['~/..', '~/../', '', '~/..'],
  ['~ann/../x', '~ann/../', 'x/', '~ann/../x'],
  ['./~/x', '', '~/x/', './~/x'],
  ['./!x', '', '!x/', './!x'],
  ['notes[1]*?.md', '', 'notes[1]*?.md/', 'notes[[]1][*][?].md'],
];

for (const [path, anchor, segments, entry] of paths) {
  test(`${path || '(empty)'} starts at "${anchor}"`, () => {
    const form = pathForm(path);
    assert.equal([form.anchor, segmentsText(form.segments), pathEntry(form)], [anchor, segments, entry]);
  });
}

/** A pattern, paths it lets through, and paths it does not. */
const patterns: [pattern: string, inside: string[], outside: string[]][] = [
  ['data/*.csv', ['data/q3.csv', './data/x/../q3.csv'], ['data/sub/q3.csv', 'q3.csv', 'data', '/data/q3.csv']],
  ['./data/**', ['data', 'data/a', 'data/a/b'], ['datasets', '../data/a', 'data/../../data/a', '/data/a', '~/data/a']],
  ['**', ['.', 'a', 'a/b'], ['/etc/passwd', '~/a', '../a', '../../etc/passwd']],
  ['./**', ['a/b'], ['../../etc/passwd', '/etc/passwd']],
  ['../**', ['../a', '..'], ['../../a', 'a']],
  ['/srv/**/x', ['/srv/x', '/srv/a/b/x', '//srv/x'], ['srv/x', '/srv/y']],
  ['~/**', ['~', '~/a'], ['~ann/a', 'a', './~/a']],
  ['a/[!b]c', ['a/xc'], ['a/bc', 'a//c']],
  ['a[+-9]b', ['a.b', 'a5b'], ['a/b']],
];

for (const [pattern, inside, outside] of patterns) {
  test(`${pattern} stays where it starts`, () => {
    const bound = pathForm(pattern);
    const matches = matching(pathRegex(bound.segments));
    const lets = (path: string) => {
      const { anchor, segments } = pathForm(path);
      return anchor === bound.anchor && matches(segmentsText(segments));
    };
    assert.equal(
      inside.filter((path) => !lets(path)),
      [],
    );
    assert.equal(outside.filter(lets), []);
  });
}

test('the entry of a path lets it through, and the entry for what lies in it lets that through alone', () => {
  for (const [path] of paths) {
    const { anchor, segments } = pathForm(path);
    const own = pathForm(pathEntry({ anchor, segments }));
    assert.equal(own.anchor, anchor);
    assert.ok(matching(pathRegex(own.segments))(segmentsText(segments)), path);
    const inside = pathForm(insideEntry({ anchor, segments }));
    assert.equal(inside.anchor, anchor);
    const matches = matching(pathRegex(inside.segments));
    assert.ok(matches(segmentsText([...segments, 'new.png'])) && !matches(segmentsText(segments)), path);
    assert.ok(matching(folderRegex(inside.segments))(segmentsText(segments)), path);
  }
});

test('a pattern is walked from what stands before its first wildcard', () => {
  const roots = ['./src/**/*.rs', '*.md', '/*.md', 'a/{b,c}/d', 'notes/today.md'].map(walkRoot);
  assert.equal(roots, ['./src', '.', '/', 'a', 'notes/today.md']);
});

test.run();
