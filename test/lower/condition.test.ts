import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Expression, readCondition } from '../../src/lower/nika/condition.js';

/** A tree as a text with all its parentheses. */
function shown(tree: Expression): string {
  if (tree.kind === 'constant') return tree.value;
  if (tree.kind === 'path') return tree.names.join('.');
  if (tree.kind === 'other') return '?';
  return `(${[tree.operator, ...tree.operands.map(shown)].join(' ')})`;
}

function read(body: string): string | null {
  const read = readCondition(`${body}}}`, 0);
  return read && shown(read.tree);
}

const trees: readonly (readonly [body: string, tree: string])[] = [
  ['with.go == true', '(== with.go true)'],
  ['!a || b && c == 1', '(|| (! a) (&& b (== c 1)))'],
  ['a || b || c', '(|| (|| a b) c)'],
  ['(a || b) && c', '(&& (|| a b) c)'],
  ['a ? b : c ? d : e', '(?: a b (?: c d e))'],
  ["tasks['ask'].output != null", '(!= tasks.ask.output null)'],
  ['a in [\'x\', "x", 1.0, 01]', "(in a 'x 'x 1 1)"],
  ['a in b', '?'],
  ['size(a) == 0', '(== ? 0)'],
  ["a.startsWith('x') && b", '(&& ? b)'],
  ['a < 1', '?'],
  ['[1, 2]', '?'],
  ['a[0]', '?'],
];

for (const [body, tree] of trees) test(body, () => assert.is(read(body), tree));

test('what is no expression has no tree', () => {
  for (const body of ['', 'a b', 'a ==', 'a == b == c', '(a', 'a ? b', "'open", 'in', 'a +b'])
    assert.is(read(body), null, body);
  assert.is(readCondition('a == b', 0), null, 'the island has no end');
});

test('what is very large or very deep has no tree', () => {
  assert.is.not(read(Array(32).fill('a').join('||')), null);
  assert.is(read(Array(33).fill('a').join('||')), null);
  assert.is(read(`${'!'.repeat(100_000)}a`), null);
  assert.is(read(`${'('.repeat(100_000)}a`), null);
});

test.run();
