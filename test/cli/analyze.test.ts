import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../src/report/model.js';
import { broken, clean, cliPath, command, commandOn, inFolder, refused } from './command.js';

const test = suite('analyze');

function parse(text: string): Report {
  return JSON.parse(text);
}

test('exit codes', () => {
  const cases: [name: string, files: Record<string, string>, args: string[], code: number][] = [
    ['clean', { 'a.nika.yaml': clean }, [], 0],
    ['a finding', { 'a.nika.yaml': refused }, [], 2],
    ['a finding as a warning', { 'a.nika.yaml': refused }, ['--warn'], 0],
    ['a file that cannot be parsed', { 'a.nika.yaml': broken }, [], 2],
    ['the same with --warn', { 'a.nika.yaml': broken }, ['--warn'], 2],
    ['a workflow whose tasks are misspelt', { 'a.nika.yaml': clean.replace('tasks:', 'task:') }, [], 2],
    ['a project file alone', { 'nika.yaml': 'nika: project\n' }, [], 3],
    ['nothing there', { 'readme.md': 'x' }, [], 3],
    ['nothing there, which may be', { 'readme.md': 'x' }, ['--allow-empty'], 0],
    ['a path that is missing', { 'a.nika.yaml': clean }, ['missing.nika.yaml', 'a.nika.yaml'], 1],
    ['a path that is missing, and a finding', { 'a.nika.yaml': refused }, ['missing.nika.yaml', 'a.nika.yaml'], 2],
    ['only a missing path, empty allowed', {}, ['--allow-empty', 'missing'], 1],
    ['an unknown option', {}, ['--frobnicate'], 1],
    ['an unknown law', {}, ['--law', '3'], 1],
    ['an unknown format', {}, ['--format', 'xml'], 1],
    ['a report that cannot be written', { 'a.nika.yaml': clean }, ['--output', 'no/such/folder/report'], 1],
    ['the same with a finding', { 'a.nika.yaml': refused }, ['--output', 'no/such/folder/report'], 2],
    ['help', {}, ['--help'], 0],
  ];
  for (const [name, files, args, code] of cases) {
    const outcome = commandOn(files, ['analyze', ...args]);
    assert.is(outcome.code, code, `${name}: ${outcome.stdout}${outcome.stderr}`);
    assert.not.match(outcome.stdout + outcome.stderr, /^ +at /m, `${name}: a stack trace`);
  }
});

test('the command itself: version, help, no and unknown commands', () => {
  inFolder({}, (folder) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.equal(command(folder, ['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
    assert.match(command(folder, ['--help']).stdout, /analyze/);
    assert.is(command(folder, []).code, 1);
    assert.is(command(folder, ['frobnicate']).code, 1);
    assert.not.ok(command(folder, ['\u001b[31m']).stderr.includes('\u001b'));
  });
});

test('JSON has the documented shape', () => {
  const { stdout } = commandOn({ 'sub/a.nika.yaml': refused, 'b.nika.yml': clean }, ['analyze', '--format', 'json']);
  const report = parse(stdout);
  assert.equal(Object.keys(report), ['schemaVersion', 'tool', 'law', 'summary', 'findings', 'noClaims', 'errors']);
  assert.equal(report.summary, {
    files: 2,
    workflows: 2,
    agents: 0,
    findings: { error: 1, warning: 0, note: 0 },
    noClaims: 0,
  });
  const [found] = report.findings;
  assert.equal(
    Object.keys(found ?? {}).join(' '),
    'code severity message file range subject path related repair fingerprint',
  );
  assert.is(found?.code, 'NIKA-SEC-009');
  assert.is(found?.file, 'sub/a.nika.yaml');
  assert.equal(found?.range.start, { line: 9, column: 3 });
  assert.equal(found?.subject, { workflow: 'sub/a.nika.yaml', task: 'push', source: 'pull', sources: ['pull'] });
  assert.match(found?.message ?? '', /^lethal trifecta complete · human gate required/);
  assert.equal(Object.keys(found?.path[0] ?? {}), ['task', 'why', 'file', 'range']);
  assert.is(found?.path[0]?.task, 'pull');
  assert.is(found?.path.at(-1)?.task, 'push');
  assert.ok((found?.repair.length ?? 0) > 0);
});

test('pretty names source, sink, disjunct and place, shows the lines and ends with the counts', () => {
  const { stdout, stderr } = commandOn({ 'a.nika.yaml': refused, 'b.nika.yaml': clean }, ['analyze']);
  assert.is(stderr, '');
  assert.match(stdout, /^error\[NIKA-SEC-009\]: lethal trifecta complete · human gate required/);
  assert.match(stdout, /pull.*push/);
  assert.match(stdout, /net\.http/);
  assert.match(stdout, /--> a\.nika\.yaml:9:3/);
  assert.match(stdout, /^ *8 \| {5}invoke: .*\n *\| {5}\^{6}/m);
  assert.match(stdout, /= repair: /);
  assert.match(stdout, /\n1 error · 2 workflows in 2 files · law 2\.1\n$/);
});

test('--warn says the same, as warnings', () => {
  const files = { 'a.nika.yaml': refused };
  const hard = parse(commandOn(files, ['analyze', '--format', 'json']).stdout);
  const soft = parse(commandOn(files, ['analyze', '--format', 'json', '--warn']).stdout);
  assert.equal(soft.summary.findings, { error: 0, warning: 1, note: 0 });
  assert.equal(
    soft.findings,
    hard.findings.map((finding) => ({ ...finding, severity: 'warning' })),
  );
});

test('--law 2.2 counts the output of programs', () => {
  const log = refused
    .replace(/invoke: \{ tool: "nika:fetch".*/, 'exec: { command: [git, log] }')
    .replace('  net:', '  exec: [git]\n  net:');
  const files = { 'a.nika.yaml': log };
  assert.is(commandOn(files, ['analyze']).code, 0);
  assert.is(commandOn(files, ['analyze', '--law', '2.2']).code, 2);
});

test('--parity lists what it makes no claim of, with the reason; by default the same file is judged', () => {
  const files = { 'a.nika.yaml': refused.replace('tasks.pull.output', 'tasks.pull.output }} ${{ tasks.ghost.output') };
  const silent = commandOn(files, ['analyze', '--parity', '--format', 'json']);
  const report = parse(silent.stdout);
  assert.equal(
    report.findings.map(({ code }) => code),
    ['NIKA-DAG-002'],
  );
  assert.is(report.summary.noClaims, 1);
  assert.is(report.noClaims[0]?.file, 'a.nika.yaml');
  assert.ok((report.noClaims[0]?.reason ?? '') !== '');
  assert.match(commandOn(files, ['analyze', '--parity']).stdout, /^no claim\[.*\]: a\.nika\.yaml: /m);
  assert.is(commandOn(files, ['analyze']).code, 2);
});

test('several broken files and a good one: each is reported, all are analysed', () => {
  const files = { 'a.nika.yaml': broken, 'b.nika.yaml': refused, 'c.nika.yaml': '- list\n', 'd.nika.yaml': clean };
  const { code, stdout } = commandOn(files, ['analyze', '--format', 'json']);
  const report = parse(stdout);
  assert.is(code, 2);
  assert.is(report.summary.files, 4);
  assert.equal([...new Set(report.findings.map(({ file }) => file))], ['a.nika.yaml', 'b.nika.yaml', 'c.nika.yaml']);
});

test('a missing path is named beside the findings', () => {
  const { code, stdout } = commandOn({ 'a.nika.yaml': refused }, ['analyze', 'gone', '.', '--format', 'json']);
  const report = parse(stdout);
  assert.is(code, 2);
  assert.is(report.findings.length, 1);
  assert.equal(
    report.errors.map(({ file }) => file),
    ['gone'],
  );
});

test('standard input is a file with a name', () => {
  const { code, stdout } = commandOn({}, ['analyze', '-', '--stdin-name', 'draft.nika.yaml', '--format', 'json'], {
    input: refused,
  });
  assert.is(code, 2);
  assert.is(parse(stdout).findings[0]?.file, 'draft.nika.yaml');
  assert.is(commandOn({}, ['analyze', '-'], { input: clean }).code, 0);
  assert.is(commandOn({}, ['analyze', '-'], { input: '' }).code, 2);
});

test('--list-inputs names every input and its kind, and judges none', () => {
  const files = { 'b.nika.yaml': refused, 'a.nika.yml': clean, 'nika.yaml': 'nika: project\n', 'c.nika.yaml': broken };
  const { code, stdout } = commandOn(files, ['analyze', '.', 'nika.yaml', '--list-inputs']);
  assert.is(code, 0);
  assert.is(
    stdout,
    'workflow        a.nika.yml\nworkflow        b.nika.yaml\nnot-a-workflow  c.nika.yaml\nproject         nika.yaml\n',
  );
  const json = JSON.parse(commandOn(files, ['analyze', '--list-inputs', '--format', 'json']).stdout);
  assert.equal(json.inputs[0], { file: 'a.nika.yml', kind: 'workflow' });
});

test('--output writes the file whole, and leaves nothing beside it', () => {
  inFolder({ 'a.nika.yaml': refused, 'report.json': 'old' }, (folder) => {
    const printed = command(folder, ['analyze', '--format', 'json']).stdout;
    const { code, stdout } = command(folder, ['analyze', '--format', 'json', '--output', 'report.json']);
    assert.is(code, 2);
    assert.is(stdout, '');
    assert.is(readFileSync(join(folder, 'report.json'), 'utf8'), printed);
    assert.equal(readdirSync(folder).sort(), ['a.nika.yaml', 'report.json']);
  });
});

test('--output through a link writes what it names; a pipe stays one', () => {
  inFolder({ 'a.nika.yaml': clean, 'real.txt': 'old' }, (folder) => {
    symlinkSync('real.txt', join(folder, 'link.txt'));
    assert.is(command(folder, ['analyze', '--output', 'link.txt']).code, 0);
    assert.match(readFileSync(join(folder, 'real.txt'), 'utf8'), /^0 errors/);
    mkdirSync(join(folder, 'folder'));
    assert.is(command(folder, ['analyze', '--output', 'folder']).code, 1);
    const read = 'mkfifo pipe; cat pipe & "$0" "$1" analyze --output pipe; wait';
    assert.match(
      execFileSync('sh', ['-c', read, process.execPath, cliPath], { cwd: folder, encoding: 'utf8' }),
      /^0 errors/,
    );
  });
});

test('the same input gives the same bytes, whatever the order of the paths', () => {
  const files = { 'a.nika.yaml': refused, 'b.nika.yaml': refused, 'c.nika.yaml': broken };
  inFolder(files, (folder) => {
    const forth = command(folder, ['analyze', 'a.nika.yaml', 'b.nika.yaml', 'c.nika.yaml', '--format', 'json']).stdout;
    const back = command(folder, ['analyze', 'c.nika.yaml', 'b.nika.yaml', 'a.nika.yaml', '--format', 'json']).stdout;
    assert.is(back, forth);
    assert.is(command(folder, ['analyze', '.', 'a.nika.yaml', '--format', 'json']).stdout, forth);
  });
});

test('an internal fault is one line', () => {
  inFolder({ 'a.nika.yaml': clean }, (folder) => {
    const preload = join(folder, 'fault.cjs');
    writeFileSync(preload, `JSON.stringify = () => { throw new TypeError('a \\u001b fault') };`);
    const args = ['analyze', '--format', 'json'];
    const hidden = command(folder, args, { env: { NODE_OPTIONS: `--require ${preload}` } });
    assert.is(hidden.code, 1);
    assert.is(hidden.stderr, 'internal fault: a \\u{1b} fault (TRIFECTA_DEBUG=1 shows where)\n');
    const shown = command(folder, args, { env: { NODE_OPTIONS: `--require ${preload}`, TRIFECTA_DEBUG: '1' } });
    assert.match(shown.stderr, /^ +at /m);
  });
});

test.run();
