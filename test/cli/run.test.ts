import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { command, commandOn, type Files, inFolder } from './command.js';

const test = suite('run');

const closure = `.decl edge, path(from: symbol, to: symbol)
.input edge
.output path
.printsize path
path(x, y) :- edge(x, y).
path(x, z) :- path(x, y), edge(y, z).
`;

const edges = 'a\tb\nb\tc\n';

function lines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).sort();
}

test('reads and writes files of the given folders; sizes are printed', () => {
  inFolder({ 'p.dl': closure, 'facts/edge.facts': edges, 'out/other': '' }, (folder) => {
    assert.equal(command(folder, ['run', 'p.dl', '-F', 'facts', '-D', 'out']), {
      code: 0,
      stdout: 'path\t3\n',
      stderr: '',
    });
    assert.equal(lines(join(folder, 'out/path.csv')), ['a\tb', 'a\tc', 'b\tc']);
    assert.equal(readdirSync(join(folder, 'out')).sort(), ['other', 'path.csv']);
  });
});

test('-D - prints every output with its header', () => {
  const { code, stdout } = commandOn({ 'p.dl': closure, 'edge.facts': 'a\tb\n' }, ['run', 'p.dl', '-D', '-']);
  assert.is(code, 0);
  assert.is(stdout, 'path\t1\n---------------\npath\nfrom\tto\n===============\na\tb\n===============\n');
});

test('parameters of directives', () => {
  const program = `.decl a(x: symbol, n: number)
.input a(IO=file, filename="in.txt", delimiter=", ", headers=true)
.output a(filename="all.txt", headers=true, delimiter="|")
.output a(filename="named.txt", headers=true, attributeNames="who what")
.output a(IO=stdout)
.output a(rfc4180=true, filename="quoted.csv")
.decl yes, no()
.input yes
.output yes, no
no() :- a("nobody", _).
`;
  inFolder({ 'p.dl': program, 'in.txt': 'x, n\na"b, 1\n', 'yes.facts': '()\n' }, (folder) => {
    const { code, stdout } = command(folder, ['run', 'p.dl']);
    assert.is(code, 0);
    assert.is(stdout, '---------------\na\n===============\na"b\t1\n===============\n');
    assert.is(readFileSync(join(folder, 'all.txt'), 'utf8'), 'x|n\na"b|1\n');
    assert.is(readFileSync(join(folder, 'named.txt'), 'utf8'), 'who what\na"b\t1\n');
    assert.is(readFileSync(join(folder, 'quoted.csv'), 'utf8'), '"a""b",1\n');
    assert.is(readFileSync(join(folder, 'yes.csv'), 'utf8'), '()\n');
    assert.is(readFileSync(join(folder, 'no.csv'), 'utf8'), '');
  });
});

test('numbers, unsigned numbers and bytes that are no text come out as they went in', () => {
  const program = '.decl a(n: number, u: unsigned, s: symbol)\n.input a\n.output a\n';
  const facts = Buffer.from('-2147483648\t4294967295\té\n0\t0\t\xff\n', 'latin1');
  inFolder({ 'p.dl': program, 'a.facts': facts }, (folder) => {
    assert.is(command(folder, ['run', 'p.dl']).code, 0);
    assert.is(readFileSync(join(folder, 'a.csv'), 'latin1'), facts.toString('latin1'));
  });
});

test('standard input and packed files', () => {
  const program = '.decl a, b(x: number)\n.input a(IO=stdin)\n.input b\n.output a, b(IO=stdout)\n';
  const files = { 'p.dl': program, 'b.facts': gzipSync('7\n') };
  const { code, stdout } = commandOn(files, ['run', 'p.dl'], { input: '1\n' });
  assert.is(code, 0);
  assert.match(stdout, /a\n=+\n1\n/);
  assert.match(stdout, /b\n=+\n7\n/);
});

test('the folder of results is made where it is missing, once there are results', () => {
  inFolder({ 'p.dl': '.decl a(x: number)\n.output a\na(1).\n', 'q.dl': 'a(1).\n' }, (folder) => {
    assert.is(command(folder, ['run', 'q.dl', '-D', 'new/out']).code, 2);
    assert.not.ok(readdirSync(folder).includes('new'));
    assert.is(command(folder, ['run', 'p.dl', '-D', 'new/out']).code, 0);
    assert.is(readFileSync(join(folder, 'new/out/a.csv'), 'utf8'), '1\n');
    assert.match(command(folder, ['run', 'p.dl', '-D', 'p.dl']).stderr, 'the results cannot be written');
  });
});

test('included files: beside the file that includes them, then in the folders of -I', () => {
  const files: Files = {
    'src/p.dl': '.include "types.dl"\n#include "more.dl"\n.decl a(x: T) .output a(IO=stdout)\na("x") :- on().\n',
    'src/types.dl': '.type T <: symbol\n',
    'lib/more.dl': '.decl on() on().\n',
    'lib/types.dl': 'this is not read',
    'lib2/more.dl': 'nor is this',
  };
  assert.match(commandOn(files, ['run', 'src/p.dl', '-I', 'lib', '-I', 'lib2']).stdout, /\nx\n/);
  const missing = commandOn(files, ['run', 'src/p.dl']);
  assert.is(missing.code, 2);
  assert.match(missing.stderr, /^src\/p\.dl:2:1: error\[DL-INCLUDE\]: `more\.dl` cannot be found/);
});

test('.limitsize ends a recursion after the round that reaches the size', () => {
  const program = `.decl a(x: number)
.output a
.limitsize a(n=5)
a(0).
a(x + 1) :- a(x), x < 1000.
.decl small, path(x: number, y: number)
small(0, 1). small(1, 2). small(2, 3). small(3, 4).
.printsize path
.limitsize path(n=4)
path(x, y) :- small(x, y).
path(x, z) :- path(x, y), small(y, z).
`;
  inFolder({ 'p.dl': program }, (folder) => {
    assert.is(command(folder, ['run', 'p.dl']).stdout, 'path\t4\n');
    assert.equal(lines(join(folder, 'a.csv')), ['0', '1', '2', '3', '4']);
  });
});

test('what no result needs is neither read nor evaluated', () => {
  const program = `.decl a, b(x: number)
.input a
.decl c(x: number)
.output c
b(1 / x) :- a(x).
c(1).
`;
  assert.is(commandOn({ 'p.dl': program }, ['run', 'p.dl']).code, 0);
  assert.is(commandOn({ 'p.dl': `${program}.output b\n` }, ['run', 'p.dl']).code, 1);
});

test('any number of outputs can be printed', () => {
  const names = Array.from({ length: 20 }, (_, i) => `r${i}`);
  const program = names.map((name) => `.decl ${name}(x: number)\n.output ${name}\n${name}(1).\n`).join('');
  const { stdout, stderr } = commandOn({ 'p.dl': program }, ['run', 'p.dl', '-D', '-']);
  assert.is(stderr, '');
  assert.is(stdout.match(/^1$/gm)?.length, 20);
});

test('exit codes, and what is said', () => {
  const numbers = '.decl a(x: number, y: number)\n.input a\n.output a\n';
  const cases: [name: string, files: Files, code: number, said: RegExp][] = [
    ['no program', {}, 1, /^error: p\.dl: the program cannot be read\n$/],
    ['no facts', { 'p.dl': numbers }, 1, /^a\.facts: error: the facts of `a` cannot be read: there is no such file\n$/],
    [
      'a row that is too short',
      { 'p.dl': numbers, 'a.facts': '1\t2\n3\n' },
      1,
      /^a\.facts:2: error: `a`: 1 of 2 values/,
    ],
    [
      'a word for a number',
      { 'p.dl': numbers, 'a.facts': '1\t2\n3\tx\n' },
      1,
      /^a\.facts:2: error: `a`: column 2: `x` is no number/,
    ],
    [
      'a folder for a file',
      { 'p.dl': numbers, 'a.facts/x': '' },
      1,
      /^a\.facts: error: the facts of `a` cannot be read/,
    ],
    ['a program that is refused', { 'p.dl': '.decl a(x: number)\na(x).\n' }, 2, /^p\.dl:2:3: error\[DL-UNGROUNDED\]/],
    [
      'a database',
      { 'p.dl': '.decl a(x: number)\n.input a(IO=sqlite)\n.output a\n' },
      2,
      /error\[DL-DIRECTIVE\]: `a`: `IO=sqlite` is not supported/,
    ],
    [
      'division by zero',
      { 'p.dl': '.decl a(x: number)\n.output a\na(1 / x) :- x = 0.\n' },
      2,
      /^p\.dl:3:1: error\[RUN-DIVISION-BY-ZERO\]: .*\n {2}3 \| a\(1 \/ x\) :- x = 0\.\n/,
    ],
    [
      'a conversion',
      { 'p.dl': '.decl a(x: number)\n.output a\na(to_number("x")).\n' },
      2,
      /^p\.dl:3:1: error\[RUN-CONVERSION\]/,
    ],
  ];
  for (const [name, files, code, said] of cases) {
    const outcome = commandOn(files, ['run', 'p.dl']);
    assert.is(outcome.code, code, name);
    assert.match(outcome.stderr, said, name);
    assert.is(outcome.stdout, '', name);
  }
  assert.is(commandOn({ 'p.dl': '' }, ['run']).code, 1);
});

test('doubts are said, and with -w they are not', () => {
  const files = { 'p.dl': '.decl a(x: number)\n.input a\n.output a\n', 'a.facts': '1\n2\t3\n' };
  const said = commandOn(files, ['run', 'p.dl']);
  assert.equal([said.code, said.stderr], [0, 'a.facts:2: warning: `a` takes the first 1 values of this row alone\n']);
  assert.is(commandOn(files, ['run', 'p.dl', '-w']).stderr, '');
});

test('all results are written, or none', () => {
  const program = '.decl a, b(x: number)\n.output a\n.output b(filename="missing/b.csv")\na(1). b(2).\n';
  inFolder({ 'p.dl': program, 'a.csv': 'old\n' }, (folder) => {
    const { code, stderr } = command(folder, ['run', 'p.dl']);
    assert.is(code, 1);
    assert.match(stderr, /^error: the results cannot be written: /);
    assert.is(readFileSync(join(folder, 'a.csv'), 'utf8'), 'old\n');
    assert.equal(readdirSync(folder).sort(), ['a.csv', 'p.dl']);
    mkdirSync(join(folder, 'missing'));
    assert.is(command(folder, ['run', 'p.dl']).code, 0);
    assert.is(readFileSync(join(folder, 'a.csv'), 'utf8'), '1\n');
  });
  inFolder({ 'p.dl': '.decl a(x: number)\n.output a\na(1 / x) :- x = 0.\n' }, (folder) => {
    writeFileSync(join(folder, 'a.csv'), 'old\n');
    assert.is(command(folder, ['run', 'p.dl']).code, 2);
    assert.is(readFileSync(join(folder, 'a.csv'), 'utf8'), 'old\n');
    assert.not.ok(existsSync(join(folder, 'a.csv.tmp')));
  });
});

test.run();
