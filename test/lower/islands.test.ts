// biome-ignore-all lint/suspicious/noTemplateCurlyInString: islands are what is tested
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findMentions, findWordMentions, templateOf } from '../../src/lower/nika/islands.js';
import type { Mention, Names } from '../../src/lower/nika/mention.js';
import { shown } from './shown.js';

const names: Names = {
  isTask: (id) => ['fetch-page', 'fetch', 'a-b-c'].includes(id),
  isBinding: (name) => name === 'the-text',
  isSecret: (name) => name === 'api-key',
};

function read(text: string): string {
  const mentions: Mention[] = [];
  findMentions(text, names, mentions);
  return mentions.map(shown).join(' ');
}

function readWords(text: string): string {
  const mentions: Mention[] = [];
  findWordMentions(text, mentions);
  return mentions.map(shown).join(' ');
}

function table(title: string, reading: (text: string) => string, cases: readonly (readonly [string, string])[]): void {
  for (const [text, expected] of cases) {
    test(`${title}: ${JSON.stringify(text)} reads ${expected || 'nothing'}`, () => {
      assert.is(reading(text), expected);
    });
  }
}

table('parse', read, [
  ['tasks.a.output', ''],
  ['$ {{ tasks.a.output }}', ''],
  ['${{ tasks.a.output }}', 'tasks.a.output'],
  ['see ${{ tasks.a.output }} and ${{with.b}}, ${{item}}.', 'tasks.a.output with.b item'],
  ['${{\n  tasks.a.output\n}}', 'tasks.a.output'],
  ['$${{ with.a }}}', 'with.a'],
  ["${{ tasks.a.output }} it's ${{ with.b }}", 'tasks.a.output with.b'],
]);

table('escape', read, [
  ['\\${{ with.a }}', '\\with.a'],
  ['\\\\${{ with.a }}', 'with.a'],
  ['\\\\\\${{ with.a }}', '\\with.a'],
  ['\\ ${{ with.a }}', 'with.a'],
  ['\\${{ with.a }} ${{ with.b }}', '\\with.a with.b'],
  // The escaped opener is text, and what follows it may be live.
  ['\\${{ ${{ with.b }}', '\\guess:with.b with.b'],
  ["\\${{ 'x ${{ with.b }} y' }}", '\\quoted:with.b \\guess:with.b with.b'],
  ['\\${{ with.a', '\\guess:with.a'],
]);

table('quotes and braces', read, [
  ["${{ 'tasks.a.output' }}", 'quoted:tasks.a.output'],
  ["${{ '}}' == tasks.a.output }}", 'tasks.a.output'],
  // A reader that knows nothing of quotes sees `'tasks.a.output `, then text.
  ["${{ 'tasks.a.output }}' == with.b }}", 'quoted:tasks.a.output with.b guess:tasks.a.output'],
  // … and here an island inside the quotes.
  ["${{ '}} ${{ tasks.a.output }}' }}", 'quoted:tasks.a.output guess:tasks.a.output'],
  // Where the quotes end is open, and the island can't be parsed either way.
  ["${{ with.a ' }} and ${{ with.b }} it's }} x", 'guess:with.a guess:with.b'],
  ["${{ it's }} and ${{ with.b }}", 'guess:with.b'],
]);

table('guess', read, [
  ["${{ 'n: ' + tasks.a.output }}", 'guess:tasks.a.output'],
  ["${{ 'see tasks.a.output ' + inputs.day }}", 'guess:tasks.a.output guess:inputs.day'],
  ['${{ tasks . a . status + with . b }}', 'guess:tasks.a.status guess:with.b'],
  ['${{ tasks.a["status"] + tasks.b[\'error\'] }}', 'guess:tasks.a.status guess:tasks.b.error'],
  ["${{ tasks['a'] + with[0] + group }}", 'guess:tasks.a guess:with.* guess:group.*'],
  [
    '${{ tasks["fetch-page"].status + with[ "k" ] + tasks[with.k] }}',
    'guess:tasks.fetch-page.status guess:with.k guess:tasks.* guess:with.k',
  ],
  ['${{ inputs.tasks.a + my_tasks.b + items }}', 'guess:inputs.tasks'],
  ['${{ f(x).tasks.a + x[0].item }}', ''],
  ['${{ item + group.feeds + index }}', 'guess:item guess:group.feeds'],
  ['${{ tasks.fetch-page.output }}', 'guess:tasks.fetch guess:tasks.fetch-page.output'],
  ['${{ tasks.fetch-it.output }}', 'guess:tasks.fetch'],
  ['${{ tasks.a-b-c }}', 'guess:tasks.a guess:tasks.a-b-c'],
  ['${{ with.the-text }}', 'guess:with.the guess:with.the-text'],
  ['${{ tasks.7.output }}', 'guess:tasks.7.output'],
  ['${{ tasks. }}', 'guess:tasks.*'],
  ['${{ tasks.a.output == with.b == item }}', 'guess:tasks.a.output guess:with.b guess:item'],
  ['${{ }}', ''],
  ['${{}}', ''],
]);

table('no end', read, [
  ['${{ tasks.a.output', 'guess:tasks.a.output'],
  ['${{ tasks.a.output } and with.b', 'guess:tasks.a.output guess:with.b'],
  ['${{ with.a }} ${{ See above. tasks.b.output', 'with.a guess:tasks.b.output'],
  ['${{', ''],
]);

table('words', readWords, [
  ['${{ with.b == tasks.a.status }}', 'word:tasks.a.status word:with.b'],
  ['${{ item == item }} ${{ item }}', 'word:item word:item'],
  ['${{ tasks.item.output }} ${{ with.item }}', 'word:tasks.item.output word:item word:with.item word:item'],
  ['${{ inputs.tasks.x }}', 'word:tasks.x'],
  ['${{ my_tasks.x étasks.x 𝒳tasks.x }}', ''],
  ['${{ -tasks.x }}', 'word:tasks.x'],
  ['${{ tasks.Foo tasks.fooBar tasks._a tasks.7 }}', 'word:tasks.foo'],
  ['${{ tasks . x + tasks["x"] }}', ''],
  ['${{ items my_item iteméé item𝒳 }}', ''],
  ['${{ tasks.tasks.with.a }}', 'word:tasks.tasks.with word:with.a'],
  ['\\${{ with.a }}', '\\word:with.a'],
  ["${{ 'tasks.a.output' == tasks.b.output }}", 'quoted-word:tasks.a.output word:tasks.b.output'],
  ["${{ 'item' }} ${{ 'item' == item }}", 'quoted-word:item word:item'],
  ["${{ 'it\\'s with.a' + with.b }}", 'quoted-word:with.a word:with.b'],
  ["${{ '}}' == tasks.a.output }}", ''],
  ["${{ 'tasks.a.output }}' == with.b }}", 'word:tasks.a.output'],
  ['${{ ${{ with.a }} }} ${{ with.b', 'word:with.a'],
]);

test('a template is live, escaped or none', () => {
  assert.is(templateOf('plain $x {{ y }}'), 'none');
  assert.is(templateOf('nika:${{ inputs.t }}'), 'live');
  assert.is(templateOf('\\${{ inputs.t }}'), 'escaped');
  assert.is(templateOf('\\${{ a }} \\\\${{ b }}'), 'live');
  assert.is(templateOf('${{ no end'), 'live');
});

/** Texts that a reader that starts over at every opener takes quadratic time for. */
const count = 100_000;
const long: [title: string, text: string, mentions: number, words: number][] = [
  ['islands', '${{ with.a }} '.repeat(count), count, count],
  ['islands that are no expressions', '${{ with.a + }} '.repeat(count), count, count],
  ['escaped islands', '\\${{ with.a }} '.repeat(count), count, count],
  ['openers without an end', '${{ '.repeat(count), 0, 0],
  ['escaped openers without an end', '\\${{ '.repeat(count), 0, 0],
  ['quotes without an end', "${{ '\\' }} ".repeat(count), 0, 0],
  ['quoted closers', "${{ '}}' }} ".repeat(count), 0, 0],
  ['backslashes', '\\'.repeat(count * 4), 0, 0],
  ['names in one path', `\${{ ${'tasks.'.repeat(count)}}}`, 1, count / 2],
  ['hyphens', `\${{ tasks.a${'-b'.repeat(count)} }}`, 1, 1],
];
for (const [title, text, mentions, words] of long) {
  test(`a hundred thousand ${title} are read once`, () => {
    const found: Mention[] = [];
    findMentions(text, names, found);
    assert.is(found.length, mentions);
    found.length = 0;
    findWordMentions(text, found);
    assert.is(found.length, words);
  });
}

test.run();
