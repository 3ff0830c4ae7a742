import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatDiagnostic } from '../../src/datalog/index.js';
import { compileRuleset, shippedRuleset } from '../../src/ruleset/index.js';
import { derive, run } from '../../src/run.js';
import { type Files, inFolder, refused } from '../cli/command.js';

const test = suite('own rules');

/** The shortest law: every task of a workflow. */
const law = `/**
 * @finding  TEAM-1
 * @title    A task
 * @severity note
 * @message  {task} is there
 */
.decl there(task: Task)
.output there
there(t) :- task(t, _, _).
`;

function compiled(files: Files, paths: readonly string[] = ['.']) {
  return inFolder(files, (folder) => compileRuleset(paths, folder));
}

/** Codes with their places, as printed. */
function complaints(text: string): string[] {
  const { diagnostics, sources } = compiled({ 'team.dl': text });
  return diagnostics.map((diagnostic) => {
    const [where = ''] = formatDiagnostic(diagnostic, sources).split(': ');
    return `${where} ${diagnostic.code}`;
  });
}

test('the shipped rules declare their findings without a fault', () => {
  const { ruleset, diagnostics } = compiled({ 'team.dl': law });
  assert.equal(diagnostics, []);
  assert.is(ruleset?.rules.length, shippedRuleset().rules.length + 1);
});

test('findings of own rules are in the report beside the shipped ones', () => {
  inFolder({ 'a.nika.yaml': refused, 'rules/team.dl': law }, (cwd) => {
    const { report, rules } = run({ paths: ['.'], cwd, rules: ['rules'] });
    assert.equal(
      report.findings.map(
        ({ code, subject, severity, range }) => `${code} ${subject.task} ${severity} ${range.start.line}`,
      ),
      ['TEAM-1 pull note 7', 'NIKA-SEC-009 push error 9', 'TEAM-1 push note 9'],
    );
    assert.ok(rules.some(({ code, title }) => code === 'TEAM-1' && title === 'A task'));
  });
});

/** The report on a refused workflow, judged with own rules beside the shipped ones. */
function judgedWith(rules: string, memory?: number) {
  return inFolder({ 'a.nika.yaml': refused, 'team.dl': rules }, (cwd) => {
    return run({ paths: ['.'], cwd, rules: ['team.dl'], ...(memory !== undefined && { memory }) }).report;
  });
}

test('own rules that take more memory than there is are named, and the shipped ones judge alone', () => {
  const cases: readonly (readonly [name: string, rules: string, line: number])[] = [
    ['texts', '.decl team_x(a: symbol)\nteam_x("a").\nteam_x(cat(x, x)) :- team_x(x).\n.output team_x\n', 3],
    [
      'counting',
      `${law.replace('.output there\n', '')}there(t) :- there(t), team_n(_).\n.decl team_n(n: number)\nteam_n(0).\nteam_n(n + 1) :- team_n(n).\n.output there\n`,
      12,
    ],
    [
      'a product',
      '.decl n(n: number)\nn(0).\nn(n + 1) :- n(n), n < 2000.\n.decl m(a: number, b: number)\n.output m\nm(a, b) :- n(a), n(b).\n',
      6,
    ],
  ];
  for (const [name, rules, line] of cases) {
    const { findings, errors } = judgedWith(rules, 6 << 20);
    assert.equal(
      findings.map(({ code }) => code),
      ['NIKA-SEC-009'],
      name,
    );
    assert.equal(
      errors.map(({ code, file, range }) => `${code} ${file}:${range?.start.line}`),
      [`RULES-EXHAUSTED team.dl:${line}`],
      name,
    );
    assert.match(errors[0]?.message ?? '', /own rules take more memory than there is.* while computing /, name);
  }
});

test('own rules that cannot be evaluated are named, and the shipped ones judge alone', () => {
  const { findings, errors } = judgedWith('.decl d(x: number)\n.output d\nd(1 / x) :- x = 0.\n');
  assert.equal(
    findings.map(({ code }) => code),
    ['NIKA-SEC-009'],
  );
  assert.equal(
    errors.map(({ code, file, range }) => `${code} ${file}:${range?.start.line}`),
    ['RULES-FAILED team.dl:3'],
  );
});

test('derivations go on by the shipped rules where own ones cannot be evaluated', () => {
  const rules = '.decl d(x: number)\n.output d\nd(1 / x) :- x = 0.\n';
  inFolder({ 'a.nika.yaml': refused, 'team.dl': rules }, (cwd) => {
    const { result, ruleset, errors } = derive({ paths: ['.'], cwd, rules: ['team.dl'] });
    assert.is(ruleset, shippedRuleset());
    assert.ok(result !== null && [...(result.relation('task') ?? [])].length > 0);
    assert.equal(
      errors.map(({ code }) => code),
      ['RULES-FAILED'],
    );
  });
});

test('a shipped relation takes no rules, facts, inputs or limits, and is not declared again', () => {
  assert.equal(complaints('gated(t) :- task(t, _, _).\n'), ['team.dl:1:1 DL-SHIPPED']);
  assert.equal(complaints('no_claim("a", "b").\n'), ['team.dl:1:1 DL-SHIPPED']);
  assert.equal(complaints('difference(1).\n'), ['team.dl:1:1 DL-SHIPPED']);
  assert.equal(complaints('.limitsize lethal_trifecta(n=0)\n'), ['team.dl:1:12 DL-SHIPPED']);
  assert.equal(complaints('.input gated\n'), ['team.dl:1:8 DL-SHIPPED']);
  assert.equal(complaints('.decl gated(task: Task)\n'), ['team.dl:1:7 DL-RELATION-DUPLICATE']);
  assert.equal(complaints('.type Task <: symbol\n'), ['team.dl:1:7 DL-TYPE-DUPLICATE']);
  const [fault] = compiled({ 'team.dl': 'gated(t) :- task(t, _, _).\n' }).diagnostics;
  assert.match(fault?.message ?? '', '`gated`');
  assert.match(fault?.related?.[0]?.place.file ?? '', 'nika/order.dl');
});

test('nothing that own rules say silences a shipped finding', () => {
  const attempts = [
    'gated(t) :- task(t, _, _).\n',
    '.limitsize tainted(n=0)\n',
    law.replace('TEAM-1', 'NIKA-SEC-009'),
    law.replace('@finding  TEAM-1', '@noclaim NIKA-SEC-009'),
    'not a rule',
    '.pragma "magic-transform" "*"\n',
    `${law}.comp C { }\n.init main = C\n`,
  ];
  for (const text of attempts) {
    inFolder({ 'a.nika.yaml': refused, 'team.dl': text }, (cwd) => {
      const { report } = run({ paths: ['a.nika.yaml'], cwd, rules: ['team.dl'] });
      assert.ok(
        report.findings.some(({ code, severity }) => code === 'NIKA-SEC-009' && severity === 'error'),
        text,
      );
    });
  }
});

test('codes are used once, and shipped ones not at all', () => {
  assert.equal(complaints(law.replace('TEAM-1', 'NIKA-SEC-009')), ['team.dl:2:4 RULE-CODE']);
  assert.equal(complaints(law + law.replaceAll('there(', 'again(').replace('.output there', '.output again')), [
    'team.dl:11:4 RULE-CODE',
  ]);
});

test('what a doc comment says is checked', () => {
  const cases: [from: string, to: string, expected: string[]][] = [
    ['@severity', '@severty', ['team.dl:4:4 RULE-TAG']],
    [' * @finding  TEAM-1\n', ' * @findng   TEAM-1\n', ['team.dl:2:4 RULE-TAG']],
    ['@title    A task', '@title', ['team.dl:3:4 RULE-TAG']],
    [' */', ' * @title again\n */', ['team.dl:6:4 RULE-TAG']],
    [' */', ' * @noclaim TEAM-2\n */', ['team.dl:6:4 RULE-TAG']],
    ['severity note', 'severity fatal', ['team.dl:4:4 RULE-SEVERITY']],
    ['.output there\n', '.printsize there\n', ['team.dl:2:4 RULE-OUTPUT']],
    [' * @message  {task} is there\n', '', ['team.dl:2:4 RULE-MESSAGE']],
    ['{task}', '{tsk}', ['team.dl:5:4 RULE-MESSAGE']],
    [' */', ' * @repair gaet: {task}\n */', ['team.dl:6:4 RULE-RELATION']],
    [' */', ' * @repair gate: {tool}\n */', ['team.dl:6:4 RULE-MESSAGE']],
    [' */', ' * @related idle_gate: {gate} {why}\n */', []],
    [' */', ' * @related see also\n */', ['team.dl:6:4 RULE-RELATION']],
    [' */', ' * @path task from source\n * @along flows\n */', []],
    [' */', ' * @path tsk from source\n * @along flows\n */', ['team.dl:6:4 RULE-PATH']],
    [' */', ' * @path task source\n */', ['team.dl:6:4 RULE-PATH']],
    [' */', ' * @path task from source\n */', ['team.dl:6:4 RULE-PATH']],
    [' */', ' * @path task from sauce\n * @along flows\n */', ['team.dl:6:4 RULE-RELATION']],
    [' */', ' * @path task from source within nowhere\n * @along flows\n */', ['team.dl:6:4 RULE-RELATION']],
    [' */', ' * @path task from source\n * @along task\n */', ['team.dl:7:4 RULE-RELATION']],
    [' */', ' * @along flows\n */', ['team.dl:6:4 RULE-PATH']],
  ];
  for (const [from, to, expected] of cases) {
    assert.ok(law.includes(from), from);
    assert.equal(complaints(law.replace(from, to)), expected, to);
  }
});

test('findings need a place, and inputs of their own get no facts', () => {
  const nowhere = law.replace('(task: Task)', '(task: symbol)');
  assert.equal(complaints(nowhere), ['team.dl:7:7 RULE-PLACE']);
  assert.equal(complaints(`${law}.decl supplied(x: symbol)\n.input supplied\n.output supplied\n`), [
    'team.dl:10:7 RULE-INPUT',
  ]);
});

test('rule files that cannot be read are errors with a place', () => {
  const codes = (files: Files, paths?: readonly string[]) =>
    compiled(files, paths).diagnostics.map(({ code, place }) => `${place.file} ${code}`);
  assert.equal(codes({}, ['gone.dl']), ['gone.dl RULES-MISSING']);
  assert.equal(codes({ 'flows/a.nika.yaml': refused }, ['flows']), ['flows RULES-EMPTY']);
  assert.equal(codes({ 'a.dl': Uint8Array.of(0xff) }), ['a.dl RULES-TEXT']);
  assert.equal(codes({ 'a.dl': ' '.repeat((1 << 20) + 1) }), ['a.dl RULES-TEXT']);
});

test('own files include others of their folder, and none outside of it', () => {
  const files = { 'rules/main.dl': '.include "sub/law.dl"\n', 'rules/sub/law.dl': law, 'law.dl': law };
  assert.equal(compiled(files, ['rules/main.dl']).diagnostics, []);
  assert.equal(compiled(files, ['rules']).diagnostics, []);
  const outside = { ...files, 'rules/main.dl': '.include "../law.dl"\n' };
  assert.equal(
    compiled(outside, ['rules/main.dl']).diagnostics.map(({ code }) => code),
    ['DL-INCLUDE'],
  );
});

test('an own file that goes by the name of a shipped one is a file of its own', () => {
  const { ruleset } = compiled({ 'shipped:main.dl': law }, ['shipped:main.dl']);
  assert.ok(ruleset?.rules.some(({ code }) => code === 'TEAM-1'));
});

test('the worked examples of docs/own-rules.md are the files that are tested', () => {
  const page = readFileSync('docs/own-rules.md', 'utf8');
  const examples = Array.from(page.matchAll(/^```datalog\n(.*?)^```$/gms), ([, text = '']) => text);
  const files = ['refund.dl', 'prompt-before-exec.dl'].map((name) =>
    readFileSync(join('test/own-rules/team', name), 'utf8'),
  );
  for (const file of files) assert.ok(examples.includes(file));
});

test('docs/own-rules.md has every tag and every code', () => {
  const page = readFileSync('docs/own-rules.md', 'utf8');
  const texts = ['src/findings/check.ts', 'src/ruleset/index.ts', 'src/ruleset/read.ts'].map((path) =>
    readFileSync(path, 'utf8'),
  );
  const codes = [...texts.join('\n').matchAll(/'(RULES?-[A-Z]+)'/g)].map(([, code]) => code ?? '');
  const tags = [...(texts[0] ?? '').matchAll(/^ {2}\['(\w+)', '(?:once|many)'\]/gm)].map(([, tag]) => `@${tag}`);
  assert.ok(codes.length > 10 && tags.length > 10);
  const missing = [...new Set([...codes, ...tags])].filter(
    (name) => name !== '@builtin' && !page.includes(`\`${name}`),
  );
  assert.equal(missing, []);
});

test.run();
