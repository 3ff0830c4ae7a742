// npm run conformance:souffle -- CHECKOUT [--list FILE] [name…]: runs test programs of Soufflé itself through
// `trifecta-datalog run` and compares what comes out. CHECKOUT is a working copy of github.com/souffle-lang/souffle, of
// which nothing is part of this project. The list says which of its tests fall into the dialect, one `tests/GROUP/NAME`
// a line, then, after a tab, `pos`, `neg` or `?` (as the checkout's CMakeLists.txt has it); by default it is looked for
// at ../shared/conformance/souffle/souffle-tests-core.txt. With names, only tests whose path contains one are run.
//
// A positive test passes where the command ends with 0, writes the files the test expects and no others, and each holds the same rows;
// so must what it prints. Order does not count, as in Soufflé's own harness; what goes to standard error does not either.
// Where a C++ program of the checkout drives a test, only the files that it expects are compared: the rest is that program's.
// A negative test passes where the command refuses it. The last line is `N passed, N failed, N skipped`.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackage } from './build.mjs';
import { root } from './bundle.mjs';

/** @typedef {'pos' | 'neg'} Kind */
/** @typedef {{ path: string, kind: string }} Listed */
/** @typedef {{ path: string, name: string, kind: Kind, facts: string[], include: string[], prints: boolean, driven: boolean }} Test */
/** @typedef {{ code: number, stdout: string, stderr: string }} Ended */
/** @typedef {{ outcome: 'passed' | 'failed' | 'skipped', kind: string, path: string, reason: string }} Verdict */

const command = join(root, 'dist/cli.cjs');
const parallel = 2;
/** No test of the list takes more than a few seconds. */
const mostMilliseconds = 120_000;

/** @param {string} file @returns {Listed[]} */
function readList(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [path = '', kind = ''] = line.split('\t');
      return { path, kind };
    });
}

/**
 * How the checkout registers a test that its group does in a way of its own: `souffle_run_test(TEST_NAME x …)`.
 * @param {string} checkout @param {string} path
 */
function registration(checkout, path) {
  const name = path.split('/')[2] ?? '';
  const text = registered(checkout, path);
  return new RegExp(`TEST_NAME\\s+${name}\\s([^)]*)\\)`).exec(text)?.[1]?.trim().split(/\s+/) ?? [];
}

/** @param {string} checkout @param {string} path */
function registered(checkout, path) {
  return readFileSync(join(checkout, path, '../CMakeLists.txt'), 'utf8');
}

/** The words after a keyword, up to the next one. @param {string[]} words @param {string} keyword */
function argumentsOf(words, keyword) {
  const from = words.indexOf(keyword) + 1;
  if (from === 0) return [];
  const rest = words.slice(from);
  const end = rest.findIndex((word) => /^[A-Z_]+$/.test(word));
  return end < 0 ? rest : rest.slice(0, end);
}

/** @param {string} checkout @param {Listed} listed @returns {Test} */
function describe(checkout, { path, kind }) {
  const words = registration(checkout, path);
  const negative = kind === '?' ? words.includes('NEGATIVE') : kind === 'neg';
  const facts = argumentsOf(words, 'FACTS_DIR_NAMES');
  const include = argumentsOf(words, 'INCLUDE_DIRS');
  const name = path.split('/')[2] ?? '';
  const prints = registered(checkout, path).includes(`positive_output_stdout_test(${name})`);
  const driven = existsSync(join(checkout, path, 'driver.cpp'));
  return { path, name, kind: negative ? 'neg' : 'pos', facts, include, prints, driven };
}

/** @param {string[]} args @param {string} cwd @returns {Promise<Ended>} */
function run(args, cwd) {
  return new Promise((resolve) => {
    const options = { cwd, encoding: /** @type {const} */ ('latin1'), maxBuffer: 1 << 28, timeout: mostMilliseconds };
    execFile(process.execPath, [command, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** @param {string} text */
function sorted(text) {
  return text.split('\n').sort().join('\n').trim();
}

/** @param {string} file @param {string} actual @param {string} label @returns {string[]} */
function differences(file, actual, label) {
  const expected = sorted(readFileSync(file, 'latin1'));
  const found = sorted(actual);
  if (expected === found) return [];
  const [a, b] = [expected.split('\n'), found.split('\n')];
  const at = a.findIndex((line, i) => line !== b[i]);
  const first = at < 0 ? a.length : at;
  return [
    `${label}: ${b.length} lines for ${a.length}; the first other one is ${JSON.stringify(b[first] ?? '')} for ${JSON.stringify(a[first] ?? '')}`,
  ];
}

/** @param {string} folder */
function csvFiles(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort();
}

/** @param {string} expected @param {string} out @param {Ended} ended @param {Test} test @returns {string[]} */
function compare(expected, out, ended, { name, driven }) {
  const [wanted, written] = [csvFiles(expected), csvFiles(out)];
  const missing = wanted.filter((file) => !written.includes(file)).map((file) => `${file} is not written`);
  const more = written.filter((file) => !wanted.includes(file)).map((file) => `${file} is written`);
  const both = wanted.filter((file) => written.includes(file));
  const rows = both.flatMap((file) => differences(join(expected, file), readFileSync(join(out, file), 'latin1'), file));
  const printed = join(expected, `${name}.out`);
  if (driven) return [...missing, ...rows];
  return [...missing, ...more, ...rows, ...(existsSync(printed) ? differences(printed, ended.stdout, 'output') : [])];
}

/**
 * Runs a test once, on one folder of facts. @param {string} checkout @param {Test} test @param {string | null} variant
 * @returns {Promise<string[]>} what was wrong
 */
async function runOnce(checkout, test, variant) {
  const folder = join(checkout, test.path);
  const out = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const include = test.include.flatMap((name) => ['-I', join(folder, name)]);
    const program = join(folder, `${test.name}.dl`);
    const ended = await run(
      ['run', program, '-D', test.prints ? '-' : out, '-F', join(folder, variant ?? 'facts'), ...include],
      out,
    );
    if (test.kind === 'neg') return ended.code === 1 || ended.code === 2 ? [] : [`ended with ${ended.code}`];
    if (ended.code !== 0) return [`ended with ${ended.code}: ${ended.stderr.trim().split('\n').slice(0, 3).join(' ')}`];
    return compare(variant === null ? folder : join(folder, variant), out, ended, test);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** @param {string} checkout @param {Listed} listed @returns {Promise<Verdict>} */
async function judge(checkout, listed) {
  const { path } = listed;
  const name = path.split('/')[2] ?? '';
  /** @param {Verdict['outcome']} outcome @param {string} kind @param {string} reason @returns {Verdict} */
  const verdict = (outcome, kind, reason) => ({ outcome, kind, path, reason });
  if (!existsSync(join(checkout, path, `${name}.dl`)))
    return verdict('skipped', listed.kind, 'the checkout has no program of this name');
  const test = describe(checkout, listed);
  const wrong = [];
  for (const variant of test.facts.length > 0 ? test.facts : [null])
    wrong.push(...(await runOnce(checkout, test, variant)));
  return verdict(wrong.length === 0 ? 'passed' : 'failed', test.kind, wrong.join('; '));
}

/** @param {string} checkout @param {Listed[]} list @returns {Promise<Verdict[]>} */
async function judgeAll(checkout, list) {
  /** @type {Verdict[]} */
  const verdicts = [];
  const queue = [...list];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const verdict = await judge(checkout, next);
      verdicts.push(verdict);
      if (verdict.outcome !== 'passed')
        console.log(`${verdict.outcome} ${verdict.path} (${verdict.kind}): ${verdict.reason}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return verdicts;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'string' } } });
const [checkout, ...names] = positionals;
const file = values.list ?? join(root, '../shared/conformance/souffle/souffle-tests-core.txt');
if (checkout === undefined || !existsSync(join(checkout, 'tests')) || !existsSync(file)) {
  console.error('usage: npm run conformance:souffle -- CHECKOUT [--list FILE] [name…]');
  console.error(existsSync(file) ? 'CHECKOUT is a working copy of souffle-lang/souffle' : `there is no list ${file}`);
  process.exit(1);
}
await buildPackage();
const list = readList(file).filter(({ path }) => names.length === 0 || names.some((name) => path.includes(name)));
const verdicts = await judgeAll(checkout, list);
/** @param {string} outcome @param {string} [kind] */
const count = (outcome, kind) =>
  verdicts.filter((verdict) => verdict.outcome === outcome && (kind === undefined || verdict.kind === kind)).length;
for (const kind of ['pos', 'neg'])
  console.log(
    `${kind === 'pos' ? 'positive' : 'negative'}: ${count('passed', kind)} passed, ${count('failed', kind)} failed`,
  );
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exitCode = count('failed') === 0 && count('passed') > 0 ? 0 : 1;
