// npm run parity:souffle -- SOUFFLE: exports the facts and rules of sets of workflows, runs them through Soufflé (the binary)
// and through `trifecta-datalog run`, and compares every relation as a set of rows, those between facts and results too. The sets are the examples, the
// fixtures, workflows with text that is hard to write down, a team's own rules, and the vectors at ../shared/vectors where
// they are there; under both laws, and as the reference reads where rules differ. The last line is `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPackage } from './build.mjs';
import { root } from './bundle.mjs';

/** @typedef {{ name: string, paths: string[], rules?: string[] }} Workflows */

const command = join(root, 'dist/cli.cjs');
const readings = [
  ['--law', '2.1'],
  ['--law', '2.2'],
  ['--law', '2.1', '--parity'],
  ['--law', '2.2', '--parity'],
];

/** Names and patterns with what sets rows and values apart, with quotes, escapes and characters beyond ASCII. */
const hardText = `nika: hard
permits:
  fs: { read: ["./\\t\\"in\\"/\\n\\r**"], write: ["/out\\\\n"] }
  net: { http: ["üñï.example", "\\"", "a\\r"] }
  tools: ["nika:fetch", "nika:notify", "mcp:\\t/\\n"]
tasks:
  "pull\\ta\\nb\\r":
    invoke: { tool: "nika:fetch", args: { url: "https://news.example.com" } }
  "pu\\"sh":
    with: { "te\\nxt": "\${{ tasks.* }}", "": "\${{ tasks }}" }
    invoke: { tool: "mcp:\\t/\\n", args: { "\\r": "\${{ with['te\\nxt'] }}" } }
`;

/** @param {string} scratch @returns {Workflows[]} */
function sets(scratch) {
  const hard = join(scratch, 'hard');
  mkdirSync(hard);
  writeFileSync(join(hard, 'a "b"\t.nika.yaml'), hardText);
  return [
    { name: 'examples', paths: ['examples'] },
    { name: 'fixtures', paths: ['test/rules'] },
    { name: 'calls', paths: ['test/calls'] },
    { name: 'hard text', paths: [hard] },
    { name: 'own rules', paths: ['test/own-rules/team', 'examples'], rules: ['test/own-rules/team'] },
  ];
}

/** @param {string} file @param {string} folder @returns {string[]} */
function unpack(file, folder) {
  mkdirSync(folder);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  lines.forEach((line, i) => {
    writeFileSync(join(folder, `${String(i).padStart(5, '0')}.nika.yaml`), JSON.parse(line).workflow);
  });
  return [folder];
}

/** @param {string} program @param {string[]} args @param {string} cwd */
function must(program, args, cwd) {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.slice(0, 2000)}`);
}

/** @param {string} file @returns {Set<string>} */
function rows(file) {
  return new Set(readFileSync(file, 'latin1').split('\n'));
}

/** @param {string} ours @param {string} theirs @returns {{ relations: number, tuples: number, different: string[] }} */
function compare(ours, theirs) {
  const names = [...new Set([...readdirSync(ours), ...readdirSync(theirs)])].sort();
  const different = [];
  let tuples = 0;
  for (const name of names) {
    const files = [join(ours, name), join(theirs, name)];
    if (!files.every((file) => existsSync(file))) {
      different.push(`${name} (one file is missing)`);
      continue;
    }
    const [mine, other] = files.map(rows);
    if (mine === undefined || other === undefined) continue;
    tuples += other.size - 1;
    const apart = [...mine, ...other].filter((row) => mine.has(row) !== other.has(row));
    if (apart.length > 0) different.push(`${name} (${apart.length} rows, such as ${JSON.stringify(apart[0])})`);
  }
  return { relations: names.length, tuples, different };
}

/** Makes every relation of a program an output. @param {string} file */
function outputAll(file) {
  const text = readFileSync(file, 'utf8');
  const listed = (/** @type {RegExp} */ pattern) =>
    [...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  const outputs = new Set(listed(/^\.output (.*)$/gm));
  const others = listed(/^\.decl ([\w, ]+)\(/gm).filter((name) => !outputs.has(name));
  writeFileSync(file, `${text}${others.map((name) => `.output ${name}\n`).join('')}`);
}

/** @param {string} souffle @param {Workflows} workflows @param {string[]} reading @param {string} folder */
function judge(souffle, { paths, rules = [] }, reading, folder) {
  const more = rules.length === 0 ? [] : ['--rules', ...rules];
  must(process.execPath, [command, 'facts', ...paths, ...reading, '--out', folder, ...more], root);
  outputAll(join(folder, 'program.dl'));
  const [ours, theirs] = ['ours', 'theirs'].map((name) => join(folder, name));
  if (ours === undefined || theirs === undefined) throw new Error('no folders');
  for (const out of [ours, theirs]) mkdirSync(out);
  must(souffle, ['-w', '-F', '.', '-D', 'theirs', 'program.dl'], folder);
  must(process.execPath, [command, 'run', 'program.dl', '-F', '.', '-D', 'ours'], folder);
  return compare(ours, theirs);
}

/** @param {string} souffle @param {string} scratch */
function judgeAll(souffle, scratch) {
  const all = sets(scratch);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of ['nika-default.jsonl', 'nika-trifecta.jsonl']) {
    const path = resolve(root, '../shared/vectors', file);
    if (existsSync(path)) all.push({ name: `vectors ${file}`, paths: unpack(path, join(scratch, file)) });
    else {
      console.log(`skipped  vectors ${file}: not there`);
      counts.skipped++;
    }
  }
  for (const workflows of all) {
    for (const reading of readings) {
      const name = `${workflows.name} ${reading.join(' ')}`;
      const { relations, tuples, different } = judge(souffle, workflows, reading, mkdtempSync(join(scratch, 'run-')));
      counts[different.length === 0 ? 'passed' : 'failed']++;
      console.log(
        `${different.length === 0 ? 'same    ' : 'DIFFERS '} ${name}: ${tuples} rows of ${relations} relations`,
      );
      for (const relation of different) console.log(`         ${relation}`);
    }
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed === 0;
}

const [souffle] = process.argv.slice(2);
if (souffle === undefined || spawnSync(souffle, ['--version']).status !== 0) {
  console.error('usage: npm run parity:souffle -- SOUFFLE, the path of a Soufflé binary');
  process.exit(1);
}
await buildPackage();
const scratch = mkdtempSync(join(tmpdir(), 'parity-'));
try {
  process.exitCode = judgeAll(resolve(souffle), scratch) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
