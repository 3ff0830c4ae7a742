import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clean, inFolder, refused } from './command.js';

const test = suite('package');

const consumer = `import { analyze, compile, Engine, type Report } from 'trifecta-datalog';
const report: Report = analyze({ paths: ['.'], law: '2.2' });
const codes: string[] = report.findings.map((finding) => finding.code);
export const all = [codes, compile, new Engine()];
`;

function npm(cwd: string, ...args: string[]): string {
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  return execFileSync('npm', [...args, ...quiet], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function node(cwd: string, script: string): string {
  return execFileSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' });
}

/** The packed tarball, installed into a folder that has nothing but two workflows. dist/ has been built for these tests. */
function installed(use: (folder: string) => void): void {
  inFolder({ 'a.nika.yaml': refused, 'b.nika.yaml': clean, 'package.json': '{}' }, (folder) => {
    npm('.', 'pack', '--pack-destination', folder);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    assert.ok(statSync(join(folder, tarball)).size < 1_000_000, `${statSync(join(folder, tarball)).size} bytes`);
    npm(folder, 'install', `./${tarball}`);
    use(folder);
  });
}

test('the tarball runs after an install into an empty folder: command, import, require and types', () => {
  installed((folder) => {
    assert.equal(
      readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['trifecta-datalog'],
    );
    const command = join(folder, 'node_modules/.bin/trifecta-datalog');
    const printed = execFileSync(command, ['analyze', '--warn'], { cwd: folder, encoding: 'utf8' });
    assert.match(printed, /1 warning · 2 workflows in 2 files/);
    const use = `console.log(analyze({ paths: ['.'] }).findings.map(({ file }) => file).join())`;
    assert.is(node(folder, `const { analyze } = require('trifecta-datalog'); ${use}`), 'a.nika.yaml\n');
    assert.is(node(folder, `import('trifecta-datalog').then(({ analyze }) => ${use})`), 'a.nika.yaml\n');
    const same = `import('trifecta-datalog').then((m) => console.log(m.Engine === require('trifecta-datalog').Engine))`;
    assert.is(node(folder, same), 'true\n');
    for (const [name, module] of [
      ['m.mts', 'node16'],
      ['c.cts', 'node16'],
      ['b.ts', 'esnext'],
    ] as const) {
      writeFileSync(join(folder, name), consumer);
      typeCheck(folder, name, module);
    }
  });
});

/** What stands in blocks of JavaScript on a page. */
function examples(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
}

test('the examples of the README, and those of docs/library.md as one module, are TypeScript as they stand', () => {
  const alone = examples('README.md');
  const library = examples('docs/library.md');
  assert.equal([alone.length, library.length], [3, 4]);
  installed((folder) => {
    [...alone, library.join('\n')].forEach((code, i) => {
      writeFileSync(
        join(folder, `${i}.mts`),
        `declare const console: Record<"log" | "error", (...values: unknown[]) => void>;\n${code}`,
      );
      typeCheck(folder, `${i}.mts`, 'node16');
    });
  });
});

/** As a project does that has no types of Node and checks its libraries. */
function typeCheck(folder: string, file: string, module: 'node16' | 'esnext'): void {
  const moduleResolution = module === 'node16' ? 'node16' : 'bundler';
  const base = { noEmit: true, strict: true, target: 'es2022', lib: ['es2022'], types: [] };
  const config = { compilerOptions: { ...base, module, moduleResolution }, files: [file] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  try {
    execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? error.stdout : error;
    assert.unreachable(`${file}: ${output}`);
  }
}

/** Paths of the files of the tarball. */
function packed(): string[] {
  const [tarball] = JSON.parse(npm('.', 'pack', '--dry-run', '--json'));
  return tarball.files.map(({ path }: { path: string }) => path).sort();
}

/** What the tarball holds besides what was built: texts, and the rules as they are read. */
const TEXTS =
  /^(?:docs\/.*\.md|rules\/.*\.dl|examples\/.*\.nika\.yaml|schemas\/.*\.json|(?:CHANGELOG|CONTRIBUTING|README)\.md|LICENSE|package\.json)$/;

test('the tarball holds what it needs and nothing else', () => {
  assert.equal(
    packed().filter((path) => !TEXTS.test(path)),
    [
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/cli.cjs',
      'dist/datalog.cjs',
      'dist/datalog.d.cts',
      'dist/datalog.d.ts',
      'dist/datalog.mjs',
      'dist/index.cjs',
      'dist/index.d.cts',
      'dist/index.d.ts',
      'dist/index.mjs',
    ],
  );
});

test('no link in the texts of the tarball leads out of it', () => {
  const paths = packed();
  const known = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]));
  const dead: string[] = [];
  let links = 0;
  for (const file of paths.filter((path) => path.endsWith('.md'))) {
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\[[^\]]*\]\(([\w./-]+)(?:#[\w-]*)?\)/g)) {
      links++;
      const path = posix.join(posix.dirname(file), target).replace(/\/$/, '');
      if (!known.has(path)) dead.push(`${file}: ${target}`);
    }
  }
  assert.ok(links > 20);
  assert.equal(dead, []);
});

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

test.run();
