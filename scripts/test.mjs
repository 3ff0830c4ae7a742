// node scripts/test.mjs [path filter…]: runs every test/**/*.test.ts whose path contains a filter, each in a process of
// its own, two at a time. Without a filter the type checker and the linter run too, as suites of one test each.
// The last line sums all suites: `N passed, N failed, N skipped`.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from './build.mjs';
import { buildCore } from './build-core.mjs';
import { bundlePrograms, root } from './bundle.mjs';

/** @typedef {{ name: string, args: string[], counts: (stdout: string, ok: boolean) => Counts }} Suite */
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const parallel = 2;

/** @param {string[]} filters */
function selectTests(filters) {
  return readdirSync(join(root, 'test'), { recursive: true })
    .map((path) => `test/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .sort();
}

/** @param {string} name @param {string[]} args @returns {Suite} */
function check(name, args) {
  return { name, args, counts: (_, ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }) };
}

const checks = [
  check('types of src, test, bench and scripts', ['node_modules/typescript/bin/tsc', '--noEmit']),
  check('types of assembly', ['scripts/check-assembly.mjs']),
  check('lint and format', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']),
];

/**
 * What uvu's summary says; a file that died, asserted nothing or never printed one has failed.
 * @param {string} stdout @param {boolean} ok @returns {Counts}
 */
function uvuCounts(stdout, ok) {
  const summary = stdout.slice(Math.max(0, stdout.lastIndexOf('\n  Total:')));
  /** @param {string} name */
  const count = (name) => Number(new RegExp(`^  ${name}:\\s+(\\d+)`, 'm').exec(summary)?.[1] ?? 0);
  const [passed, skipped] = [count('Passed'), count('Skipped')];
  const failed = count('Total') - passed;
  const silent = passed + failed + skipped === 0;
  return { passed, skipped, failed: failed === 0 && (!ok || silent) ? 1 : failed };
}

/** @param {Suite} suite @returns {Promise<Counts>} */
function run(suite) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, suite.args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('close', (code, signal) => {
      const counts = suite.counts(stdout, code === 0);
      console.log(`${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${suite.name}  ${counts.passed} passed`);
      if (counts.failed > 0) console.log(`${stdout}${stderr}${signal === null ? '' : `ended by ${signal}\n`}`);
      else for (const [line] of stdout.matchAll(/^(?:skipped|note).*$/gm)) console.log(`     ${line}`);
      resolve(counts);
    });
  });
}

/** @param {string[]} tests @param {string} out @returns {Promise<Suite[]>} */
async function bundled(tests, out) {
  const programs = await bundlePrograms(tests, out);
  return tests.map((name, i) => ({ name, args: programs[i] ?? [], counts: uvuCounts }));
}

/** @param {Suite[]} suites @returns {Promise<Counts>} */
async function runAll(suites) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const queue = [...suites];
  const worker = async () => {
    for (let suite = queue.shift(); suite !== undefined; suite = queue.shift()) {
      const counts = await run(suite);
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.skipped += counts.skipped;
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return total;
}

const filters = process.argv.slice(2);
const tests = selectTests(filters);
mkdirSync(join(root, 'build'), { recursive: true });
const out = mkdtempSync(join(root, 'build/test-'));
let total = { passed: 0, failed: 1, skipped: 0 };
try {
  buildCore();
  // The tests of the command run what is shipped.
  if (tests.some((test) => test.startsWith('test/cli/'))) await buildPackage();
  total = await runAll([...(filters.length === 0 ? checks : []), ...(await bundled(tests, out))]);
} catch (error) {
  // esbuild and asc have printed what is wrong.
  console.log(`FAIL build  ${error instanceof Error ? error.message : error}`);
} finally {
  rmSync(out, { recursive: true, force: true });
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
