import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { explain } from '../../src/explain.js';
import { shippedRuleset } from '../../src/ruleset/index.js';
import { run } from '../../src/run.js';
import { broken, clean, commandOn, refused } from './command.js';

const test = suite('explain');

const team = `label: assistant
tools:
  notes: { private: true }
  page: { untrusted: hard }
  mail: { review: unreviewed }
`;
const files = { 'a.nika.yaml': refused, 'team.agents.yaml': team };

interface Step {
  readonly kind: string;
  readonly relation?: string;
  readonly values?: readonly unknown[];
  readonly place?: { readonly file: string; readonly line: number };
  readonly premises?: readonly number[];
}

test('a derivation is shown from facts to the finding, with the rule of each step', () => {
  const { code, stdout, stderr } = commandOn(files, ['explain', 'team.agents.yaml']);
  assert.is(code, 0, stderr);
  const lines = stdout.trimEnd().split('\n');
  assert.match(lines[0] ?? '', /^error\[PIKURI-TRIFECTA\]: `assistant` holds/);
  assert.is(lines[1], '--> team.agents.yaml:1:8');
  assert.match(stdout, '  tool_private("team.agents.yaml#assistant", "team.agents.yaml#assistant.notes")  fact\n');
  assert.match(
    lines.at(-1) ?? '',
    /^ *\d+ {2}loud_agent\("team\.agents\.yaml#assistant"\) {2}by shipped:graded\/pikuri\.dl:\d+:1 from [\d, ]+$/,
  );
});

test('findings are chosen by code and by task', () => {
  const heads = (...args: string[]) =>
    commandOn(files, ['explain', ...args]).stdout.match(/^(?:error|warning|note)\[[^\]]+\]/gm);
  assert.equal(heads(), ['error[NIKA-SEC-009]', 'error[PIKURI-TRIFECTA]']);
  assert.equal(heads('--code', 'NIKA-SEC-009'), ['error[NIKA-SEC-009]']);
  assert.equal(heads('--task', 'assistant'), ['error[PIKURI-TRIFECTA]']);
  assert.equal(heads('--task', 'assistant', '--task', 'push'), ['error[NIKA-SEC-009]', 'error[PIKURI-TRIFECTA]']);
  assert.equal(heads('--task', 'assistant', '--code', 'NIKA-SEC-009'), null);
});

test('JSON has the documented shape', () => {
  const { explanations, errors } = JSON.parse(commandOn(files, ['explain', '--format', 'json']).stdout);
  const report = JSON.parse(commandOn(files, ['analyze', '--format', 'json']).stdout);
  assert.equal(errors, []);
  assert.is(explanations.length, report.findings.length);
  explanations.forEach((explanation: { proof: { steps: Step[] } }, i: number) => {
    const { proof, ...head } = explanation;
    for (const [key, value] of Object.entries(head)) assert.equal(value, report.findings[i][key], key);
    proof.steps.forEach(({ kind, place, premises = [] }, at) => {
      assert.ok(premises.every((premise) => premise >= 1 && premise <= at));
      assert.is(place !== undefined, kind === 'rule' || kind === 'aggregate', kind);
      if (place !== undefined) assert.ok(place.file.startsWith('shipped:') && place.line > 0);
    });
  });
});

test('exit codes', () => {
  const cases: [name: string, files: Record<string, string>, args: string[], code: number][] = [
    ['a finding', { 'a.nika.yaml': refused }, [], 0],
    ['nothing found', { 'a.nika.yaml': clean }, [], 3],
    ['found as the file was read, by no rule', { 'a.nika.yaml': broken }, [], 3],
    ['another code', { 'a.nika.yaml': refused }, ['--code', 'X'], 3],
    ['a path that is missing', { 'a.nika.yaml': refused }, ['a.nika.yaml', 'gone'], 1],
    ['a name for standard input that is not read', { 'a.nika.yaml': refused }, ['--stdin-name', 'x'], 1],
  ];
  for (const [name, files, args, code] of cases) {
    const { code: actual, stderr } = commandOn(files, ['explain', ...args]);
    assert.is(actual, code, name);
    assert.is(stderr === '', code === 0, name);
  }
});

test('every finding of every law in the fixtures has a derivation that ends in it', () => {
  const options = { paths: ['test/rules'] };
  const rules = new Map(shippedRuleset().rules.map(({ code, relation }) => [code, relation.name]));
  const found = run(options).report.findings.filter(({ code }) => rules.has(code));
  const { explanations } = explain(options);
  assert.ok(found.length > 50);
  assert.equal(
    explanations.map(({ finding }) => finding),
    found,
  );
  for (const { finding, proof } of explanations) {
    const last = proof.steps.at(-1);
    assert.is(last?.kind, 'rule');
    assert.ok(last && 'relation' in last);
    const relations = shippedRuleset().rules.filter(({ code }) => code === finding.code);
    assert.ok(relations.some(({ relation }) => 'relation' in last && relation.name === last.relation));
    assert.ok(proof.steps.some(({ kind }) => kind === 'fact'));
  }
});

test.run();
