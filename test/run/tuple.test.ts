import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTuple } from '../../src/io/tuple.js';
import { program } from '../engine/evaluate.js';

const test = suite('tuples as text');

const compiled = program(`
  .type Task <: symbol
  .decl path(from: Task, to: Task, n: number, u: unsigned)  .output path
  .decl yes()  .output yes
  .comp C { .decl in(x: number) .output in  in(1). }
  .init c = C
  path("a", "b", 1, 2).
  yes().
`);

function values(text: string): readonly (string | number)[] {
  const parsed = parseTuple(text, compiled);
  if (!parsed.ok) throw new Error(parsed.message);
  return [parsed.relation.name, ...parsed.values];
}

test('symbols in quotes or bare, numbers as in programs', () => {
  assert.equal(values('path("a", "b", 1, 2)'), ['path', 'a', 'b', 1, 2]);
  assert.equal(values(' path ( a b ,task#1.x, -0x10 , 0b11u ) '), ['path', 'a b', 'task#1.x', -16, 3]);
  assert.equal(values('path("a, \\"b\\" (c)\\n\\\\", "", -2147483648, 4294967295)'), [
    'path',
    'a, "b" (c)\n\\',
    '',
    -2147483648,
    4294967295,
  ]);
  assert.equal(values('path(1, -1, 1, 1)'), ['path', '1', '-1', 1, 1]);
  assert.equal(values('yes()'), ['yes']);
  assert.equal(values('yes'), ['yes']);
  assert.equal(values('c.in(7)'), ['c.in', 7]);
});

test('what is no tuple of the program is refused, with what would be one', () => {
  const cases: [text: string, said: RegExp][] = [
    ['', /is no tuple: write `relation\(value, …\)`/],
    ['path("a"', /is no tuple/],
    ['path(a, b, 1, 2).x', /is no tuple/],
    ['pth(a, b, 1, 2)', /^the program has no relation `pth`; `path` is the nearest name$/],
    ['unheardof(1)', /^the program has no relation `unheardof`$/],
    ['path(a, b)', /^`path\(from: Task, to: Task, n: number, u: unsigned\)` takes 4 values, not 2$/],
    ['c.in()', /^`c\.in\(x: number\)` takes 1 value, not 0$/],
    ['yes(1)', /^`yes\(\)` takes 0 values, not 1$/],
    ['path(a, b, x, 2)', /^`n` of `path` takes a signed number of 32 bits, not `x`$/],
    ['path(a, b, "1", 2)', /^`n` of `path` takes a signed number of 32 bits, not the text "1"$/],
    ['path(a, b, 2147483648, 2)', /takes a signed number/],
    ['path(a, b, 1, -2)', /^`u` of `path` takes an unsigned number of 32 bits, not `-2`$/],
    ['path(a, , 1, 2)', /^`to` of `path` takes a text, not nothing$/],
    ['path(a, "b, 1, 2)', /cannot be read: put a value with a comma, a quote or a parenthesis/],
    ['path(a, (b), 1, 2)', /cannot be read/],
    ['path(a, "\\q", 1, 2)', /^`\\q` is no escape/],
  ];
  for (const [text, said] of cases) {
    const parsed = parseTuple(text, compiled);
    assert.not.ok(parsed.ok, text);
    if (!parsed.ok) assert.match(parsed.message, said, text);
  }
});

test.run();
