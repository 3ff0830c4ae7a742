import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Node } from '../../src/parse/tree.js';
import { at, codes, parse, plain, scalar } from './helpers.js';

const tree = suite('tree');

tree('types of plain scalars by the core schema', () => {
  const values = (text: string) => plain(parse(text).root);
  assert.equal(values('[12, -3, +4, 0o17, 0x1f, 1.5, .5, 5., 1e3, -2.5E-3]'), [
    ...['12', '-3', '+4', '0o17', '0x1f', '1.5', '.5', '5.', '1e3', '-2.5E-3'].map((text) => `number:${text}`),
  ]);
  assert.equal(values('[true, False, TRUE, null, Null, ~]'), [
    ...['boolean:true', 'boolean:False', 'boolean:TRUE', 'null:null', 'null:Null', 'null:~'],
  ]);
  const strings = ['yes', 'tRue', 'nul', '1_000', '0b1', '1.2.3', '12:30', 'e3', '1e', '0o8'];
  assert.equal(values(`[${strings.join(', ')}]`), strings);
  assert.equal(values('["12", \'true\', "null"]'), ['12', 'true', 'null']);
});

tree('JSON is YAML', () => {
  assert.equal(plain(parse('{"a": [1, "two", null, true], "b": {"c": {}}}').root), [
    ['a', ['number:1', 'two', 'null:null', 'boolean:true']],
    ['b', [['c', []]]],
  ]);
});

tree('keys that objects have anyway are ordinary', () => {
  const parsed = parse('__proto__: 1\nconstructor: { __proto__: x }\ntoString: 2\nhasOwnProperty: 3\n');
  assert.equal(codes(parsed), []);
  assert.equal(plain(parsed.root), [
    ['__proto__', 'number:1'],
    ['constructor', [['__proto__', 'x']]],
    ['toString', 'number:2'],
    ['hasOwnProperty', 'number:3'],
  ]);
});

tree('duplicates stay, in order', () => {
  assert.equal(plain(parse('a: 1\nb: 2\na: 3\n').root), [
    ['a', 'number:1'],
    ['b', 'number:2'],
    ['a', 'number:3'],
  ]);
});

tree('a missing value is null, with an empty range behind its key', () => {
  const { root } = parse('a:\nb: {c}\n');
  assert.equal(plain(root), [
    ['a', 'null:'],
    ['b', [['c', 'null:']]],
  ]);
  const missing = scalar(root, 'b', 'c');
  assert.equal([missing.start, missing.end], [8, 8]);
});

tree('an alias shares the node it stands for; the latest anchor of a name counts', () => {
  const { root } = parse('a: &x [1]\nb: *x\nc: &x two\nd: *x\n');
  assert.is(at(root, 'b'), at(root, 'a'));
  assert.is(scalar(root, 'd').text, 'two');
});

tree('an alias of nothing, or of what it stands in, is its text', () => {
  assert.equal(plain(parse('a: *gone\nb: &b [*b]\n').root), [
    ['a', '*gone'],
    ['b', ['*b']],
  ]);
});

tree('merge keys bring entries in; own keys win, then earlier mappings', () => {
  const text = 'x: &x { k: 1, l: 1 }\ny: &y { l: 2, m: 2 }\nz:\n  n: 3\n  <<: [*x, *y]\n  k: 3\n';
  assert.equal(plain(at(parse(text).root, 'z')), [
    ['l', 'number:1'],
    ['m', 'number:2'],
    ['n', 'number:3'],
    ['k', 'number:3'],
  ]);
  assert.equal(plain(parse('<<: text\n').root), [['<<', 'text']]);
});

tree('an alias bomb stays small written out, and is judged at once', () => {
  const levels = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`)}]`);
  const { root } = parse(`a0: &a0 [x, y]\n${levels.join('\n')}\n`);
  assert.ok(writtenOut(root) < 200_000);
});

tree('a chain of aliases does not nest deeper than brackets may', () => {
  const chain = Array.from({ length: 500 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}]`);
  assert.ok(height(parse(`a0: &a0 [x]\n${chain.join('\n')}\n`).root) <= 66);
});

function writtenOut(node: Node | null): number {
  let count = 0;
  const open = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    count++;
    if (next.kind === 'sequence') open.push(...next.items);
    if (next.kind === 'mapping') for (const { key, value } of next.entries) open.push(key, value);
    if (count > 1_000_000) break;
  }
  return count;
}

function height(root: Node | null): number {
  const open: [Node | null, number][] = [[root, 1]];
  let highest = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, level] = next;
    highest = Math.max(highest, level);
    if (node?.kind === 'sequence') for (const item of node.items) open.push([item, level + 1]);
    if (node?.kind === 'mapping')
      for (const { key, value } of node.entries) open.push([key, level + 1], [value, level + 1]);
  }
  return highest;
}

tree.run();
