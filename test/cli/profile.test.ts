import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { command, inFolder, refused } from './command.js';

const test = suite('--profile');

const files = {
  'p.dl': `.decl edge, path(from: symbol, to: symbol)
.input edge
.output path
.printsize path
path(x, y) :- edge(x, y).
path(x, z) :- path(x, y), edge(y, z).
`,
  'edge.facts': 'a\tb\nb\tc\n',
  'w.nika.yaml': refused,
};

test('run: results are the same, the table is on standard error', () => {
  inFolder(files, (folder) => {
    const plain = command(folder, ['run', 'p.dl', '-D', '-']);
    const profiled = command(folder, ['run', 'p.dl', '-D', '-', '--profile']);
    assert.equal([plain.code, plain.stderr], [0, '']);
    assert.equal([profiled.code, profiled.stdout], [0, plain.stdout]);
    assert.match(profiled.stderr, /^loaded in [\d.]+ ms, evaluated in [\d.]+ ms, 2 rounds, \d+ MiB\n/);
    assert.match(
      profiled.stderr,
      / path\(x, z\) :- path\(x, y\), edge\(y, z\)\. {2}\(p\.dl:6:1\)\n +Δpath, edge by from\n/,
    );
    assert.match(profiled.stderr, /\nrows +store {2}relation\n +3 +bitmap {2}path\n/);
  });
});

test('run: as JSON in a file', () => {
  inFolder(files, (folder) => {
    const { code, stderr } = command(folder, ['run', 'p.dl', '--profile-json', 'profile.json']);
    assert.equal([code, stderr], [0, '']);
    const { rounds, rules, relations } = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8'));
    assert.is(rounds, 2);
    const second = rules.find((rule: { rules: number[]; kind: string }) => rule.rules[0] === 1 && rule.kind === 'rule');
    assert.equal([second.tuples, second.duplicates, second.places], [1, 0, [{ file: 'p.dl', line: 6, column: 1 }]]);
    assert.equal(second.plans[0][1], { access: 'index', relation: 'edge', columns: ['from'] });
    assert.equal(relations.map(({ name }: { name: string }) => name).slice(0, 2), ['edge', 'path']);
    const failed = command(folder, ['run', 'p.dl', '--profile-json', 'missing/profile.json']);
    assert.is(failed.code, 1);
    assert.match(failed.stderr, /^error: cannot write missing\/profile\.json: /);
  });
});

test('analyze: the report is the same, the table is on standard error', () => {
  inFolder(files, (folder) => {
    const plain = command(folder, ['analyze', 'w.nika.yaml']);
    const profiled = command(folder, ['analyze', 'w.nika.yaml', '--profile', '--profile-json', 'profile.json']);
    assert.is(plain.stderr, '');
    assert.equal([profiled.code, profiled.stdout], [plain.code, plain.stdout]);
    assert.match(profiled.stderr, /\(shipped:nika\//);
    assert.match(profiled.stderr, /\nand \d+ more, [\d.]+ ms together\n/);
    const { rules } = JSON.parse(readFileSync(join(folder, 'profile.json'), 'utf8'));
    assert.ok(rules.length > 100, String(rules.length));
    const failed = command(folder, ['analyze', 'w.nika.yaml', '--profile-json', 'missing/profile.json']);
    assert.is(failed.code, 2);
    assert.match(failed.stderr, /error: cannot write missing\/profile\.json: /);
  });
});

test.run();
