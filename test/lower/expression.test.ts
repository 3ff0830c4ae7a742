import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readExpression } from '../../src/lower/nika/expression.js';
import type { Mention } from '../../src/lower/nika/mention.js';
import { shown } from './shown.js';

/** What an expression reads, blank-separated, or "unparsed". */
function read(body: string): string {
  const mentions: Mention[] = [];
  const text = `\${{${body}}}`;
  const end = readExpression(text, 3, false, mentions);
  if (end < 0) return mentions.length === 0 ? 'unparsed' : 'left mentions behind';
  assert.is(end, text.length, 'the end is behind the closing braces');
  return mentions.map(shown).join(' ');
}

const cases: [body: string, expected: string][] = [
  // Paths
  ['tasks.pull.output', 'tasks.pull.output'],
  ['  tasks.pull.output  ', 'tasks.pull.output'],
  ['tasks . pull\n . output . body', 'tasks.pull.output'],
  ['tasks.pull', 'tasks.pull'],
  ['tasks.pullFeed.output', 'tasks.pullFeed.output'],
  ['tasks.café.status', 'tasks.café.status'],
  ['tasks.𝒳.status', 'tasks.𝒳.status'],
  ['tasks.__proto__.output', 'tasks.__proto__.output'],
  ['tasks.in.output', 'tasks.in.output'],
  ['tasks.tasks.output', 'tasks.tasks.output'],
  ['tasks.pull["output"]', 'tasks.pull.output'],
  ["tasks.pull [ 'status' ].x", 'tasks.pull.status'],
  ['tasks.pull[with.k]', 'tasks.pull.? with.k'],
  ['tasks.pull[0].output', 'tasks.pull.?'],
  ['tasks.pull["\\x6f"]', 'tasks.pull.?'],
  ['tasks.pull.output[tasks.other.output]', 'tasks.pull.output tasks.other.output'],
  ['tasks', 'tasks.*'],
  ["tasks['pull'].output", 'tasks.pull.output'],
  ['tasks [ \'fetch-page\' ] [ "status" ]', 'tasks.fetch-page.status'],
  ["tasks[''].output", 'tasks.*'],
  ["tasks['a\\x'].output", 'tasks.*'],
  ["tasks['a' == 'b'].output", 'tasks.*'],
  ['tasks[with.which].status', 'tasks.* with.which'],
  ['tasks.size()', 'tasks.*'],
  ['tasks.pull.size() > 0', 'tasks.pull.?'],
  ['(tasks.pull).status', 'tasks.pull.?'],
  ['[tasks.pull][0].status', 'tasks.pull.?'],
  ['size(tasks.pull) > 0', 'tasks.pull'],
  ['with.text', 'with.text'],
  ['with.cfg.item', 'with.cfg'],
  ['with.rows.in[1]', 'with.rows'],
  ['with', 'with.*'],
  ['with["text"]', 'with.text'],
  ['with[inputs.k]', 'with.* inputs.k'],
  ["group['feeds']", 'group.feeds'],
  ['item', 'item'],
  ['item.url', 'item'],
  ['item.tasks.a', 'item'],
  ['index', ''],
  ['group.feeds', 'group.feeds'],
  ['group', 'group.*'],
  ['group[0]', 'group.*'],
  ['size(group.feeds)', 'group.feeds'],
  // Members of something else
  ['inputs.tasks.a', 'inputs.tasks'],
  ['inputs.with.a == const.item', 'inputs.with'],
  ['secrets.group', 'secrets.group'],
  ["secrets['a'] == secrets[inputs.k]", 'secrets.a secrets.* inputs.k'],
  ['my_tasks.pull.output', ''],
  ['items', ''],
  ['x', ''],
  // Operators
  ['!tasks.a.output', 'tasks.a.output'],
  ['!!item', 'item'],
  ['tasks.a.output == tasks.b.output', 'tasks.a.output tasks.b.output'],
  ['with.a != null', 'with.a'],
  ['with.a <= -5', 'with.a'],
  ['with.a in ["x", with.b]', 'with.a with.b'],
  ['with.a in[item]', 'with.a item'],
  ['with.a && with.b || with.c', 'with.a with.b with.c'],
  ['with.a == 1 && with.b == 2', 'with.a with.b'],
  ['(with.a == with.b) == with.c', 'with.a with.b with.c'],
  ['with.a ? with.b : with.c ? with.d : with.e', 'with.a with.b with.c with.d with.e'],
  ['with.a ? with.b ? 1 : 2 : 3', 'with.a with.b'],
  ['size([1, tasks.b.error]) > 0 && !(inputs.quiet)', 'tasks.b.error inputs.quiet'],
  ['has(tasks.a.output.x) && with.b.contains("y")', 'tasks.a.output with.b'],
  ['with.a.startsWith(with.b).size()', 'with.a with.b'],
  ['[]', ''],
  ['[[with.a], []]', 'with.a'],
  ['size', ''],
  // Strings
  ["'tasks.pull.output'", 'quoted:tasks.pull.output'],
  ['"with.text" == with.text', 'quoted:with.text with.text'],
  ["'an item' == 'items'", 'quoted:item'],
  ["'it\\'s tasks.a.output'", 'quoted:tasks.a.output'],
  ["'x' == tasks.a.output", 'tasks.a.output'],
  ["'}}' == tasks.a.output", 'tasks.a.output'],
  ["''", ''],
  // No expressions
  ['', 'unparsed'],
  ["'n: ' + tasks.a.output", 'unparsed'],
  ['with.a == with.b == with.c', 'unparsed'],
  ['with.a with.b', 'unparsed'],
  ['tasks.fetch-page.output', 'unparsed'],
  ['tasks.fetch-2.output', 'unparsed'],
  ['tasks.7.output', 'unparsed'],
  ['tasks.', 'unparsed'],
  ['with.a.matches("x")', 'unparsed'],
  ['with.a.size(1)', 'unparsed'],
  ['with.a.contains()', 'unparsed'],
  ['size()', 'unparsed'],
  ['run(item)', 'unparsed'],
  ['in', 'unparsed'],
  ['with.a in', 'unparsed'],
  ['with.a &', 'unparsed'],
  ['with.a = 1', 'unparsed'],
  ['with.a ? with.b', 'unparsed'],
  ['(item', 'unparsed'],
  ['item)', 'unparsed'],
  ['[item,]', 'unparsed'],
  ['-', 'unparsed'],
  ["'open", 'unparsed'],
  ["'two\nlines'", 'unparsed'],
  ['{"a": item}', 'unparsed'],
];

for (const [body, expected] of cases) {
  test(`${JSON.stringify(body)} reads ${expected || 'nothing'}`, () => {
    assert.is(read(body), expected);
  });
}

test('a mention is as long as the path that it reads', () => {
  const text = `\${{ size(tasks . a . output.body) == with.k }}`;
  const mentions: Mention[] = [];
  readExpression(text, 3, false, mentions);
  assert.equal(
    mentions.map(({ start, end }) => text.slice(start, end)),
    ['tasks . a . output', 'with.k'],
  );
});

test('ten thousand parentheses, negations, conditions and brackets are read or refused, never an overflow', () => {
  const count = 10_000;
  assert.is(read(`${'('.repeat(count)}item${')'.repeat(count)}`), 'unparsed');
  assert.is(read(`${'['.repeat(count)}item`), 'unparsed');
  assert.is(read(`${'size('.repeat(count)}item`), 'unparsed');
  assert.is(read(`${'tasks['.repeat(count)}item`), 'unparsed');
  assert.is(read(`${'!'.repeat(count)}item`), 'item');
  assert.is(read(`${'index ? 1 : '.repeat(count)}item`), 'item');
  assert.is(read(`item${'[0]'.repeat(count)}${'.a'.repeat(count)}`), 'item');
  assert.is(read(`${'index && '.repeat(count)}item`), 'item');
});

test.run();
