import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { command, commandOn, inFolder } from './command.js';

const test = suite('run --explain');

const program = `.decl edge, path(from: symbol, to: symbol)
.input edge
.output path
path(x, y) :- edge(x, y).
path(x, z) :- path(x, y), edge(y, z).
.decl long(n: number)
.printsize long
long(n) :- n = count : { path(_, _) }.
.decl size(n: number)
size(n) :- long(n).
`;
const files = { 'p.dl': program, 'edge.facts': 'a\tb\nb\tc\nc\u202e\td\n' };

function explain(tuple: string, ...more: string[]) {
  return commandOn(files, ['run', 'p.dl', '-w', '--explain', tuple, ...more]);
}

test('a proof, with the places of rules', () => {
  assert.equal(explain('path(a, "c")'), {
    code: 0,
    stdout: `1  edge("a", "b")  fact
2  path("a", "b")  by p.dl:4:1 from 1
3  edge("b", "c")  fact
4  path("a", "c")  by p.dl:5:1 from 2, 3
`,
    stderr: '',
  });
});

test('also of a relation that no result needs', () => {
  assert.match(
    explain('size(4)').stdout,
    /long\(4\) {2}by p\.dl:8:1 from \d+\n *\d+ {2}size\(4\) {2}by p\.dl:10:1 from \d+\n$/,
  );
});

test('as JSON, with lines and columns', () => {
  const { code, stdout } = explain('path(b, c)', '--format', 'json');
  assert.is(code, 0);
  assert.equal(JSON.parse(stdout), {
    relation: 'path',
    values: ['b', 'c'],
    holds: true,
    steps: [
      { kind: 'fact', relation: 'edge', values: ['b', 'c'] },
      {
        kind: 'rule',
        relation: 'path',
        values: ['b', 'c'],
        rule: 0,
        place: { file: 'p.dl', line: 4, column: 1 },
        bindings: [
          { variable: 'x', value: 'b' },
          { variable: 'y', value: 'c' },
        ],
        premises: [0],
      },
    ],
  });
});

test('a tuple that was not derived: 3, and the premise that is missing', () => {
  assert.equal(explain('path(a, d)'), {
    code: 3,
    stdout: `path("a", "d") was not derived
  p.dl:4:1  path(x, y) :- edge(x, y).
    missing  edge("a", "d")
  p.dl:5:1  path(x, z) :- path(x, y), edge(y, z).
    found    path("a", "c")  (1 of 2 ways)
    missing  edge("c", "d")
`,
    stderr: '',
  });
  const { code, stdout } = explain('path(a, d)', '--format', 'json');
  assert.is(code, 3);
  const parsed = JSON.parse(stdout);
  assert.equal([parsed.holds, parsed.from, parsed.attempts.length], [false, 'rules', 2]);
  assert.equal(parsed.attempts[0].missing, { kind: 'tuple', relation: 'edge', pattern: ['a', 'd'] });
});

test('what docs/run.md shows is what is printed', () => {
  const page = readFileSync('docs/run.md', 'utf8');
  for (const tuple of ['path(a, c)', 'path(a, d)']) {
    const printed = explain(tuple).stdout.replaceAll('p.dl', 'program.dl');
    assert.ok(page.includes(`--explain '${tuple}'\n${printed}\`\`\``), printed);
  }
});

test('what is no tuple of the program: 1, before anything is read', () => {
  const cases: [tuple: string, said: string][] = [
    ['pth(a, b)', 'error: the program has no relation `pth`; `path` is the nearest name\n'],
    ['path(a)', 'error: `path(from: symbol, to: symbol)` takes 2 values, not 1\n'],
    ['size(a)', 'error: `n` of `size` takes a signed number of 32 bits, not `a`\n'],
    ['path', 'error: `path(from: symbol, to: symbol)` takes 2 values, not 0\n'],
  ];
  for (const [tuple, said] of cases)
    assert.equal(commandOn({ 'p.dl': program }, ['run', 'p.dl', '-w', '--explain', tuple]), {
      code: 1,
      stdout: '',
      stderr: said,
    });
});

test('nothing that could act on a terminal is printed, and no result is written', () => {
  inFolder(files, (folder) => {
    const shown = command(folder, ['run', 'p.dl', '-w', '--explain', 'path("c\u202e", d)']);
    assert.match(shown.stdout, /path\("c\\u\{202e\}", "d"\)/);
    const json = command(folder, ['run', 'p.dl', '-w', '--explain', 'path("c\u202e", d)', '--format', 'json']);
    assert.not.match(json.stdout, /\u202e/);
    assert.equal(JSON.parse(json.stdout).values, ['c\u202e', 'd']);
    assert.equal(readdirSync(folder).sort(), ['edge.facts', 'p.dl']);
  });
});

test.run();
