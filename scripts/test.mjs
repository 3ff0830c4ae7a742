// node scripts/test.mjs [path filter…]: bundles test/**/*.test.ts and runs each file in a process of its own with uvu.
// The last line sums all suites: `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildCore } from './build-core.mjs';
import { root, shared } from './bundle.mjs';

const filters = process.argv.slice(2);
buildCore();
const out = join(root, 'build/test');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const tests = readdirSync(join(root, 'test'), { recursive: true })
  .map((path) => join('test', String(path)))
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
  .sort();
await build({
  ...shared,
  entryPoints: tests,
  outdir: out,
  outbase: 'test',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  sourcemap: 'inline',
});

let passed = 0;
let failed = 0;
let skipped = 0;
for (const test of tests) {
  const bundled = join(out, test.replace(/^test./, '').replace(/\.ts$/, '.cjs'));
  const run = spawnSync(process.execPath, ['--enable-source-maps', bundled], { cwd: root, encoding: 'utf8' });
  const count = (name) => Number(new RegExp(`^  ${name}:\\s+(\\d+)`, 'm').exec(run.stdout)?.[1] ?? 0);
  const [total, ok] = [count('Total'), count('Passed')];
  const crashed = run.status !== 0 && total === ok;
  passed += ok;
  failed += total - ok + (crashed ? 1 : 0);
  skipped += count('Skipped');
  const bad = run.status !== 0;
  console.log(`${bad ? 'FAIL' : 'ok  '} ${test}  ${ok}/${total}`);
  if (bad) console.log(run.stdout + run.stderr);
  else if (run.stdout.includes('\nskipped')) console.log(run.stdout.match(/^skipped.*$/gm)?.join('\n'));
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
