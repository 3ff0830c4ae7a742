import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Discovered, discover } from '../../src/discover/discover.js';
import { readInput } from '../../src/discover/read.js';

/** A folder of its own for each test; `write` makes the folders a file needs. */
interface Place {
  root: string;
}

const find = suite<Place>('discover');

/** Names of any bytes, and /proc. */
const onLinux = process.platform === 'linux' ? find : find.skip;
if (process.platform !== 'linux') console.log('skipped: names of any bytes and /proc are tried on Linux alone');

find.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'discover-')));
});
find.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

function write(root: string, ...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file);
  }
}

function rules(root: string, folder: string, ...lines: string[]): void {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, '.gitignore'), `${lines.join('\n')}\n`);
}

const names = ({ inputs }: Discovered) => inputs.map(({ file }) => file);
const faults = ({ diagnostics }: Discovered) => diagnostics.map(({ code, place }) => `${code} ${place.file}`);

find('folders are searched for the names of workflows, in order', ({ root }) => {
  write(
    root,
    'b.nika.yaml',
    'a/c.nika.yml',
    'a/d.nika',
    'a/nika.yaml',
    'x.yaml',
    'a/my-nika.yaml',
    'a/e.nika.yaml.bak',
  );
  const found = discover(['.'], { cwd: root });
  assert.equal(names(found), ['a/c.nika.yml', 'a/d.nika', 'a/nika.yaml', 'b.nika.yaml']);
  assert.equal(found.diagnostics, []);
  assert.ok(found.inputs.every(({ explicit, role }) => !explicit && role === 'workflow'));
});

find('names of workflows and manifests may be in capitals; those that a program looks for may not', ({ root }) => {
  write(root, 'A.NIKA.YAML', 'b.Nika', 'c.AGENTS.json', 'x/NIKA.YAML', 'x/.AGENTD.YML');
  const found = discover(['.'], { cwd: root });
  assert.equal(names(found), ['A.NIKA.YAML', 'b.Nika', 'c.AGENTS.json']);
});

find('what ignore rules hide is told, where its name says that it is an input', ({ root }) => {
  write(root, 'a.nika', 'b.nika', 'notes.txt', 'out/c.nika', 'out/deep/d.nika.yaml', 'out/e.txt', 'dist/f.js');
  rules(root, '.', 'b.nika', 'notes.txt', 'out/', 'dist');
  const found = discover(['.'], { cwd: root });
  assert.equal(names(found), ['a.nika']);
  assert.equal(faults(found), ['INPUT-IGNORED b.nika', 'INPUT-IGNORED out']);
  assert.ok(found.diagnostics.every(({ severity }) => severity === 'note'));
  assert.match(found.diagnostics[1]?.message ?? '', ': c.nika, deep/d.nika.yaml');
  assert.equal(faults(discover(['.', 'b.nika', 'out'], { cwd: root })), []);
});

find('of very many hidden files some are named', ({ root }) => {
  write(root, ...Array.from({ length: 8 }, (_, i) => `out/${i}.nika`));
  rules(root, '.', 'out');
  assert.match(discover(['.'], { cwd: root }).diagnostics[0]?.message ?? '', '3.nika, 4.nika and 3 more');
});

find('paths are shown relative to the working directory', ({ root }) => {
  write(root, 'here/a.nika', 'there/b.nika');
  const cwd = join(root, 'here');
  assert.equal(names(discover(['../there', join(root, 'here')], { cwd })), ['../there/b.nika', 'a.nika']);
});

find('.git and node_modules are left out, unless given', ({ root }) => {
  write(root, '.git/a.nika', 'node_modules/b/c.nika', 'd/node_modules/e.nika', 'f.nika');
  assert.equal(names(discover(['.'], { cwd: root })), ['f.nika']);
  assert.equal(names(discover(['node_modules'], { cwd: root })), ['node_modules/b/c.nika']);
});

find('a given file is an input whatever its name', ({ root }) => {
  write(root, 'notes.txt', 'ignored.nika');
  rules(root, '.', 'ignored.nika');
  const found = discover(['notes.txt', 'ignored.nika'], { cwd: root });
  assert.equal(names(found), ['ignored.nika', 'notes.txt']);
  assert.ok(found.inputs.every(({ explicit }) => explicit));
});

find('a file that is reached several ways is one input', ({ root }) => {
  write(root, 'a/b.nika', 'a/c.nika');
  symlinkSync('b.nika', join(root, 'a/0.nika'));
  const found = discover(['.', 'a', './a/../a/b.nika', 'a/b.nika'], { cwd: root });
  assert.equal(
    found.inputs.map(({ file, explicit }) => [file, explicit]),
    [
      ['a/b.nika', true],
      ['a/c.nika', false],
    ],
  );
});

find('a folder named as a workflow is walked', ({ root }) => {
  write(root, 'x.nika.yaml/y.nika.yaml');
  assert.equal(names(discover(['.'], { cwd: root })), ['x.nika.yaml/y.nika.yaml']);
});

find('gitignore: nested files, negation, folders, anchors', ({ root }) => {
  write(root, 'out/a.nika', 'b.tmp.nika', 'pkg/out/c.nika', 'pkg/keep.tmp.nika', 'pkg/sub/d.nika', 'pkg/top.nika');
  write(root, 'pkg/sub/top.nika', 'other/sub/d.nika', 'pkg/[x]/e.nika', 'pkg/x/e.nika');
  rules(root, '.', '# comment', '', 'out/', '*.tmp.nika');
  rules(root, 'pkg', '!keep.tmp.nika', '/top.nika', 'sub/d.nika');
  rules(root, 'pkg/[x]', 'e.nika');
  assert.equal(names(discover(['.'], { cwd: root })), [
    'other/sub/d.nika',
    'pkg/keep.tmp.nika',
    'pkg/sub/top.nika',
    'pkg/x/e.nika',
  ]);
});

find('gitignore: a folder unignored further down is read', ({ root }) => {
  write(root, 'build/a.nika', 'pkg/build/b.nika');
  rules(root, '.', 'build');
  rules(root, 'pkg', '!build');
  assert.equal(names(discover(['.'], { cwd: root })), ['pkg/build/b.nika']);
});

find('gitignore: files above the given folder count, up to the repository', ({ root }) => {
  write(root, 'repo/pkg/a.nika', 'repo/pkg/b.nika', 'repo/pkg/c.nika');
  rules(root, '.', 'c.nika');
  rules(root, 'repo', 'pkg/a.nika');
  assert.equal(names(discover(['repo/pkg'], { cwd: root })), ['repo/pkg/a.nika', 'repo/pkg/b.nika', 'repo/pkg/c.nika']);
  mkdirSync(join(root, 'repo/.git'));
  assert.equal(names(discover(['repo/pkg'], { cwd: root })), ['repo/pkg/b.nika', 'repo/pkg/c.nika']);
});

find('gitignore: an ignored folder that is given is read', ({ root }) => {
  write(root, 'out/a.nika', 'out/deep/b.nika');
  mkdirSync(join(root, '.git'));
  rules(root, '.', 'out/');
  assert.equal(names(discover(['.', 'out'], { cwd: root })), ['out/a.nika', 'out/deep/b.nika']);
});

find('gitignore: case counts, and a pattern that would take too long is named and not applied', ({ root }) => {
  write(root, 'a.nika');
  rules(root, '.', 'A.NIKA', '**/a/**/b/**/*', '*****.nika'.repeat(2));
  const found = discover(['.'], { cwd: root });
  assert.equal(names(found), ['a.nika']);
  assert.equal(faults(found), ['INPUT-IGNORE-FILE .gitignore', 'INPUT-IGNORE-FILE .gitignore']);
  assert.ok(found.diagnostics.every(({ severity }) => severity === 'warning'));
});

find('links are followed inside the given folders, and loops end', ({ root }) => {
  write(root, 'in/real/a.nika', 'in/b.txt', 'outside/c.nika');
  symlinkSync('..', join(root, 'in/real/up'));
  symlinkSync('real', join(root, 'in/again'));
  symlinkSync('b.txt', join(root, 'in/linked.nika'));
  symlinkSync('../outside', join(root, 'in/away'));
  symlinkSync('../outside/c.nika', join(root, 'in/c.nika'));
  const found = discover(['in'], { cwd: root });
  assert.equal(names(found), ['in/linked.nika', 'in/real/a.nika']);
  assert.equal(faults(found), ['INPUT-OUTSIDE in/away', 'INPUT-OUTSIDE in/c.nika']);
  assert.equal(
    found.diagnostics.map(({ severity }) => severity),
    ['warning', 'error'],
  );
  assert.equal(names(discover(['in', 'outside'], { cwd: root })), [
    'in/linked.nika',
    'in/real/a.nika',
    'outside/c.nika',
  ]);
  assert.equal(faults(discover(['in', 'outside/c.nika'], { cwd: root })), ['INPUT-OUTSIDE in/away']);
});

find('a folder beside one whose name it begins with is outside', ({ root }) => {
  write(root, 'in/a.nika', 'in-secret/b.nika');
  symlinkSync('../in-secret', join(root, 'in/link'));
  assert.equal(names(discover(['in'], { cwd: root })), ['in/a.nika']);
});

find('links that lead nowhere or to themselves are errors where a workflow is named', ({ root }) => {
  symlinkSync('gone', join(root, 'a.nika'));
  symlinkSync('b.nika', join(root, 'b.nika'));
  symlinkSync('gone', join(root, 'other'));
  const found = discover(['.'], { cwd: root });
  assert.equal(faults(found), ['INPUT-MISSING a.nika', 'INPUT-MISSING b.nika']);
  assert.match(found.diagnostics[0]?.message ?? '', 'leads nowhere');
});

find('pipes, sockets and devices are not opened', ({ root }) => {
  execFileSync('mkfifo', [join(root, 'a.nika'), join(root, 'other')]);
  symlinkSync('other', join(root, 'b.nika'));
  assert.equal(faults(discover(['.'], { cwd: root })), ['INPUT-NOT-A-FILE a.nika', 'INPUT-NOT-A-FILE b.nika']);
  const given = discover(['other', '/dev/null'], { cwd: root });
  assert.equal(
    given.diagnostics.map(({ code }) => code),
    ['INPUT-NOT-A-FILE', 'INPUT-NOT-A-FILE'],
  );
});

find('a file swapped for a pipe or a link after it was found is not read', ({ root }) => {
  write(root, 'a.nika', 'b.nika', 'c.nika', 'secret');
  const found = discover(['.'], { cwd: root });
  for (const name of ['a.nika', 'b.nika', 'c.nika']) rmSync(join(root, name));
  execFileSync('mkfifo', [join(root, 'a.nika')]);
  symlinkSync('secret', join(root, 'b.nika'));
  const results = found.inputs.map((input) => readInput(input));
  assert.equal(
    results.map((result) => (result.ok ? 'read' : result.diagnostic.code)),
    ['INPUT-NOT-A-FILE', 'INPUT-MISSING', 'INPUT-MISSING'],
  );
});

find('missing paths, an empty path, and a file used as a folder', ({ root }) => {
  write(root, 'a.nika');
  const found = discover(['gone', '', 'a.nika/b', 'a\0b', 'a.nika'], { cwd: root });
  assert.equal(names(found), ['a.nika']);
  assert.equal(
    found.diagnostics.map(({ code }) => code),
    ['INPUT-MISSING', 'INPUT-MISSING', 'INPUT-MISSING', 'INPUT-MISSING'],
  );
});

find('names with spaces, quotes, newlines and percent signs', ({ root }) => {
  const strange = [' a b.nika', '"q".nika', "it's.nika", 'new\nline.nika', '%41.nika', 'é😀.nika', '-.nika', '\\.nika'];
  write(root, ...strange);
  const found = discover(['.'], { cwd: root });
  assert.equal(names(found), [...strange].sort());
  for (const input of found.inputs) {
    const result = readInput(input);
    assert.is(result.ok && Buffer.from(result.bytes).toString(), input.file);
  }
});

onLinux(
  'names that are no UTF-8 are escaped, opened by their bytes, and distinct from what they look like',
  ({ root }) => {
    const folder = Buffer.from(`${root}/d`);
    const broken = Buffer.concat([folder, Buffer.from([0xff, 0xc3]), Buffer.from('é%.nika')]);
    writeFileSync(broken, 'by bytes');
    write(root, 'd%FF%C3é%25.nika');
    const found = discover(['.'], { cwd: root });
    assert.equal(names(found), ['d%FF%C3é%25.nika', 'd%FF%C3é%25.nika#2']);
    const contents = found.inputs.map((input) => readInput(input)).map((result) => result.ok && `${result.bytes}`);
    assert.ok(contents.includes('by bytes') && contents.includes('d%FF%C3é%25.nika'));
  },
);

find('standard input', ({ root }) => {
  write(root, 'a.nika');
  const stdin = { name: 'from-pipe.nika', bytes: Buffer.from('text') };
  const found = discover(['-', 'a.nika', '-'], { cwd: root, stdin });
  assert.equal(names(found), ['a.nika', 'from-pipe.nika']);
  const [, input] = found.inputs;
  assert.ok(input?.explicit);
  const result = input && readInput(input);
  assert.is(result?.ok && `${result.bytes}`, 'text');
  assert.equal(faults(discover(['-'], { cwd: root })), ['INPUT-MISSING -']);
});

find('folders nested deeper than 256 are named, not read', ({ root }) => {
  const path = (depth: number) => Array(depth).fill('d').join('/');
  write(root, `${path(256)}/a.nika`, `${path(257)}/b.nika`);
  const found = discover(['.'], { cwd: root });
  assert.equal(names(found), [`${path(256)}/a.nika`]);
  assert.equal(faults(found), [`INPUT-TOO-DEEP ${path(257)}`]);
});

find('no more than the cap and one byte is read of a file', ({ root }) => {
  writeFileSync(join(root, 'a.nika'), Buffer.alloc(10_000_000, 'x'));
  const [input] = discover(['.'], { cwd: root }).inputs;
  const whole = input && readInput(input);
  assert.is(whole?.ok && whole.bytes.length, 1_048_577);
  const part = input && readInput(input, 10);
  assert.is(part?.ok && part.bytes.length, 11);
});

onLinux('a file whose size is not known beforehand is read to its end', () => {
  const [input] = discover(['/proc/self/status'], { cwd: '/' }).inputs;
  const result = input && readInput(input);
  const text = result?.ok ? `${result.bytes}` : '';
  assert.ok(text.startsWith('Name:') && text.endsWith('\n'));
});

find('the same tree gives the same inputs', ({ root }) => {
  write(root, 'b/a.nika', 'a.nika', 'c/d/e.nika');
  const first = discover(['.'], { cwd: root });
  renameSync(join(root, 'a.nika'), join(root, 'moved'));
  write(root, 'a.nika');
  assert.equal(names(discover(['c', 'b', 'a.nika'], { cwd: root })), names(first));
});

find.run();
