import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { command, inFolder } from './command.js';

const test = suite('run: budgets');

// `done` is finished when `n` grows without end.
const files = {
  'p.dl': '.decl done, n(x: number)\n.output done, n\n.printsize done\ndone(1).\nn(0) :- done(_).\nn(x + 1) :- n(x).\n',
  'done.csv': 'old\n',
};

const cases: [flag: string, value: string, said: RegExp][] = [
  ['--max-tuples', '1000', /more than 1000 tuples were derived while computing n/],
  ['--max-memory', '2.5', /the memory of 2621440 bytes was used up while computing n/],
  ['--max-time', '0.2', /the time of 200 ms was used up while computing n/],
];

for (const [flag, value, said] of cases)
  test(`${flag}: an error at the rule that grew, and nothing is written`, () => {
    inFolder(files, (folder) => {
      const { code, stdout, stderr } = command(folder, ['run', 'p.dl', flag, value, '--profile-json', 'x.json']);
      assert.equal([code, stdout], [2, '']);
      assert.match(stderr, said);
      assert.match(stderr, /^p\.dl:6:1: error\[RUN-BUDGET\]: .*\n {2}6 \| n\(x \+ 1\) :- n\(x\)\.\n/);
      assert.equal(readdirSync(folder).sort(), ['done.csv', 'p.dl']);
      assert.is(readFileSync(join(folder, 'done.csv'), 'utf8'), 'old\n');
    });
  });

test('a budget that suffices changes nothing, one that is none is refused', () => {
  inFolder({ 'p.dl': '.decl a(x: number)\n.output a\na(1). a(2).\n' }, (folder) => {
    const budget = ['--max-tuples', '2', '--max-memory', '16', '--max-time', '60'];
    assert.match(command(folder, ['run', 'p.dl', '-D', '-', ...budget]).stdout, /\n1\n2\n/);
    for (const [flag, value] of [
      ['--max-tuples', '0'],
      ['--max-memory', '1G'],
      ['--max-time', '-1'],
    ] as const) {
      const { code, stderr } = command(folder, ['run', 'p.dl', flag, value]);
      assert.is(code, 1);
      assert.match(
        stderr,
        new RegExp(`option '${flag} .*' argument '${value}' is invalid. It takes a positive number`),
      );
    }
  });
});

test('a match that backtracks without end', () => {
  const program =
    '.decl a(s: symbol)\n.output a\na(s) :- s = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", match("(a*)*\\\\1b", s).\n';
  inFolder({ 'p.dl': program }, (folder) => {
    const { code, stderr } = command(folder, ['run', 'p.dl']);
    assert.is(code, 2);
    assert.match(
      stderr,
      /^p\.dl:3:1: error\[RUN-BUDGET\]: a match of "\(a\*\)\*\\\\1b", which backtracks, takes more than 1000000/,
    );
    assert.equal(readdirSync(folder), ['p.dl']);
  });
});

test.run();
