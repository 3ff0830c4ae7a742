import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clean, command, commandOn, inFolder, refused } from './command.js';

const test = suite('rules');

const team = 'test/own-rules/team';
const wrong = 'gated(t) :- task(t, _, _).\n';
const law = `/**
 * @finding TEAM-1
 * @message {task} is there
 */
.decl there(task: Task)
.output there
there(t) :- task(t, _, _).
`;

test('check says everything and exits with 0 or 2', () => {
  const good = command('.', ['rules', 'check', team]);
  assert.equal(good, { code: 0, stdout: '0 errors · 0 warnings · 2 files · 2 kinds of findings\n', stderr: '' });
  const bad = commandOn({ 'a.dl': wrong, 'b.dl': law.replace('{task}', '{tsk}') }, [
    'rules',
    'check',
    'a.dl',
    'b.dl',
    'gone',
  ]);
  assert.is(bad.code, 2);
  assert.match(bad.stdout, /^a\.dl:1:1: error\[DL-SHIPPED\]/m);
  assert.match(bad.stdout, /^gone: error\[RULES-MISSING\]/m);
  const tags = commandOn({ 'b.dl': law.replace('{task}', '{tsk}') }, ['rules', 'check', 'b.dl']);
  assert.is(tags.code, 2);
  assert.match(tags.stdout, 'did you mean `{task}`?');
});

test('files that ship are checked as the programs they are', () => {
  const said = (...paths: string[]) => command('.', ['rules', 'check', ...paths]);
  assert.equal(said('rules/graded.dl'), { code: 0, stdout: '0 errors · 0 warnings · 1 shipped file\n', stderr: '' });
  for (const path of ['rules', 'rules/main.dl', 'rules/check.dl', 'rules/nika/cost.dl', 'rules/reference/scc.dl'])
    assert.match(said(path).stdout, /^0 errors · 0 warnings · \d+ shipped files?\n$/, path);
  assert.match(said('rules', team).stdout, '2 files');
  inFolder({}, (folder) => {
    cpSync('rules', join(folder, 'rules'), { recursive: true });
    writeFileSync(join(folder, 'rules/graded.dl'), '.include "graded/core.dl"\ngone(a) :- agent(a, _).\n');
    const { stdout, code } = command(folder, ['rules', 'check', 'rules/graded.dl']);
    assert.is(code, 2);
    assert.match(stdout, /^rules\/graded\.dl:2:1: error\[DL-RELATION-UNKNOWN\]/);
    assert.match(stdout, /\n1 error · 0 warnings · 1 file\n$/, 'nothing is declared twice by what it includes');
  });
});

test('list has code, title, severity and file of every kind of finding', () => {
  const { stdout, code } = command('.', ['rules', 'list', team, '--format', 'json']);
  assert.is(code, 0);
  const { rules } = JSON.parse(stdout);
  const find = (wanted: string) => rules.find((rule: { code: string }) => rule.code === wanted);
  assert.equal(find('TEAM-002'), {
    code: 'TEAM-002',
    severity: 'warning',
    title: "A program runs after a server's answer, and nobody is asked between",
    file: `${team}/prompt-before-exec.dl`,
  });
  assert.is(find('NIKA-SEC-009').file, 'shipped:nika/NIKA-SEC-009.dl');
  assert.match(command('.', ['rules', 'list']).stdout, /^NIKA-SEC-009 +error +Lethal trifecta/m);
  assert.is(commandOn({ 'a.dl': wrong }, ['rules', 'list', 'a.dl']).code, 2);
});

test('test compares fixtures with what is expected, and --update writes it', () => {
  assert.match(command('.', ['rules', 'test', team]).stdout, /\n7 fixtures, 0 failed\n$/);
  inFolder({}, (folder) => {
    cpSync(team, join(folder, 'team'), { recursive: true });
    const golden = join(folder, 'team/refund-by-agent/expected.json');
    const expected = readFileSync(golden, 'utf8');
    writeFileSync(golden, expected.replace('clerk may', 'clerk must'));
    const differs = command(folder, ['rules', 'test', 'team']);
    assert.is(differs.code, 2);
    assert.match(differs.stdout, /FAIL {2}refund-by-agent: 1 finding\n {6}- .*clerk must.*\n {6}\+ .*clerk may/);
    assert.is(command(folder, ['rules', 'test', 'team', '--update']).code, 0);
    assert.is(readFileSync(golden, 'utf8'), expected);
    writeFileSync(golden, '{}');
    assert.is(command(folder, ['rules', 'test', 'team']).code, 2);
  });
});

test('what shipped rules find is no part of what is expected', () => {
  inFolder({ 'rules.dl': law, 'one/a.nika.yaml': refused }, (folder) => {
    assert.is(command(folder, ['rules', 'test', '.', '--update']).code, 0);
    const golden: { code: string }[] = JSON.parse(readFileSync(join(folder, 'one/expected.json'), 'utf8'));
    assert.equal(
      golden.map(({ code }) => code),
      ['TEAM-1', 'TEAM-1'],
    );
  });
});

test('test says which rules never fired, and of what it cannot do', () => {
  const files = { 'rules.dl': law, 'one/expected.json': '[]\n', 'one/a.nika.yaml': 'nika: x\ntasks: {}\n' };
  const silent = commandOn(files, ['rules', 'test', '.']);
  assert.match(silent.stdout, 'never fired: TEAM-1');
  assert.is(commandOn({ 'rules.dl': law }, ['rules', 'test', '.']).code, 1);
  assert.is(commandOn({}, ['rules', 'test', 'gone']).code, 1);
  assert.is(commandOn({ ...files, 'rules.dl': wrong }, ['rules', 'test', '.']).code, 2);
  const none = commandOn({ 'one/expected.json': '[]\n' }, ['rules', 'test', '.']);
  assert.is(none.code, 2);
  assert.match(
    none.stderr,
    /RULES-EMPTY.*\n {2}repair: name the rules with `--rules PATH…`, or put them into this folder\n/,
  );
  const unreadable = { ...files, 'one/a.nika.yaml': 'tasks: {\n' };
  assert.match(commandOn(unreadable, ['rules', 'test', '.']).stdout, 'NIKA-PARSE-001');
});

test('findings of own rules are in every format, and count for the exit code', () => {
  const files = { 'flows/a.nika.yaml': clean, 'team.dl': law };
  for (const format of ['pretty', 'json', 'sarif']) {
    const { code, stdout } = commandOn(files, ['analyze', 'flows', '--format', format, '--rules', 'team.dl']);
    assert.is(code, 2, format);
    assert.match(stdout, 'TEAM-1', format);
    assert.match(stdout, 'push is there', format);
  }
  assert.is(commandOn(files, ['analyze', 'flows']).code, 0);
});

test('rules with errors fail the run, and the shipped ones judge all the same', () => {
  const files = {
    'a.nika.yaml': refused,
    'clean.nika.yaml': 'nika: x\ntasks: { a: { infer: { prompt: "hi" } } }\n',
    'team.dl': wrong,
  };
  const findings = commandOn(files, ['analyze', '.', '--rules', 'team.dl', '--format', 'json']);
  assert.is(findings.code, 2);
  assert.match(findings.stderr, 'team.dl:1:1: `gated` is a shipped relation');
  assert.is(commandOn(files, ['analyze', 'clean.nika.yaml', '--rules', 'team.dl']).code, 1);
  const swallowed = commandOn({ 'flows/a.nika.yaml': refused, 'team.dl': law }, [
    'analyze',
    '--rules',
    'team.dl',
    'flows',
  ]);
  assert.match(swallowed.stdout, 'write the paths to analyse before'.replace('write', 'give'));
});

test.run();
