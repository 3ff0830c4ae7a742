import { readdirSync, readFileSync } from 'node:fs';
import pc from 'picocolors';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fileRules } from '../../src/report/rules.js';
import { sarif } from '../../src/report/sarif.js';
import { relativeUri } from '../../src/report/uri.js';
import { run } from '../../src/run.js';
import { clean, type Files, inFolder, refused } from '../cli/command.js';
import { assertValid, type Location, type Log, type Result, violations } from './validate.js';

const test = suite('sarif');

function text(paths: readonly string[], cwd: string, more: { parity?: boolean; rules?: string[] } = {}): string {
  const { report, sources, rules } = run({ paths, cwd, ...more });
  return [...sarif(report, { sources, rules, colors: pc.createColors(false) })].join('');
}

function log(paths: readonly string[], cwd: string, more: { parity?: boolean } = {}): Log {
  const made: Log = JSON.parse(text(paths, cwd, more));
  assertValid(made);
  return made;
}

function onFiles(files: Files): Log {
  return inFolder(files, (folder) => log(['.'], folder));
}

function results(made: Log): readonly Result[] {
  return made.runs.flatMap((run) => run.results);
}

function uri({ physicalLocation }: Location): string {
  return physicalLocation.artifactLocation.uri;
}

test('the schema refuses what is no log', () => {
  assert.ok(violations({ version: '2.1.0', runs: [{ results: [] }] }).length > 0);
  assert.ok(violations({ version: '2.0.0', runs: [] }).length > 0);
});

test('logs of the examples, of calls and of all fixtures are valid', () => {
  for (const folder of ['examples', 'test/calls', 'test/rules']) {
    const made = log([folder], process.cwd());
    assert.ok(results(made).length > 0, folder);
  }
  assert.is(results(onFiles({ 'a.nika.yaml': clean })).length, 0);
});

test('every result names its rule, and every shipped finding has its page as help', () => {
  const made = log(['examples', 'test/rules'], process.cwd());
  const rules = made.runs[0]?.tool.driver.rules ?? [];
  for (const { ruleId, ruleIndex } of results(made)) assert.is(rules[ruleIndex]?.id, ruleId);
  assert.is(new Set(rules.map(({ id }) => id)).size, rules.length);
  for (const page of readdirSync('docs/findings').filter((name) => name !== 'files.md')) {
    const rule = rules.find(({ id }) => `${id}.md` === page);
    const title = readFileSync(`docs/findings/${page}`, 'utf8').split('\n')[0] ?? '';
    assert.ok(rule?.help.markdown.startsWith(title), page);
    assert.not.match(rule?.help.markdown ?? '', /\]\((?!https?:)/);
  }
});

test('every code of a file finding has a rule', () => {
  const lists = ['src/parse/codes.ts', 'src/lower/document.ts'].map((path) => readFileSync(path, 'utf8'));
  const codes = lists.join('\n').matchAll(/\| '(NIKA-[A-Z0-9-]+)'/g);
  const known = new Set(fileRules.map(({ code }) => code));
  assert.equal(
    Array.from(codes, ([, code = '']) => code).filter((code) => !known.has(code)),
    [],
  );
});

test('a code flow has every hop, across files', () => {
  const [found] = results(log(['.'], `${process.cwd()}/test/calls/argument-to-sink`)).filter(
    ({ codeFlows }) => codeFlows,
  );
  const hops = found?.codeFlows?.[0]?.threadFlows[0]?.locations ?? [];
  assert.equal([...new Set(hops.map(({ location }) => uri(location)))], ['main.nika.yaml', 'child.nika.yaml']);
  assert.ok(hops.every(({ location }) => (location.message?.text ?? '') !== ''));
  assert.ok(hops.length >= 4);
});

const gates = refused
  .replace('"nika:notify"]', '"nika:notify", "nika:prompt"]')
  .concat(
    '  beside:\n    invoke: { tool: "nika:prompt", args: { message: "go?" } }\n',
    '  unasked:\n    invoke: { tool: "nika:prompt", args: { message: "go?", default: "yes" } }\n',
    `  skipped:\n    when: "\${{ inputs.ask }}"\n    invoke: { tool: "nika:prompt", args: { message: "go?" } }\n`,
  );

test('prompts that do not guard are related locations, with the reason', () => {
  const [found] = results(onFiles({ 'a.nika.yaml': gates }));
  const said = (found?.relatedLocations ?? []).map(({ physicalLocation, message }) => {
    const line = gates.split('\n')[physicalLocation.region.startLine - 1] ?? '';
    return `${line.trim()} ${message?.text.split(': ')[1]}`;
  });
  assert.equal(said.sort(), [
    'beside: another way leads past it',
    'skipped: it may be passed without an answer',
    'unasked: it has a `default:`, so nobody need answer',
  ]);
});

test('the prompts of a caller are related to what happens in the child', () => {
  const made = log(['.'], `${process.cwd()}/test/sarif/idle-gate-in-caller`);
  const [found] = results(made).filter(({ relatedLocations }) => relatedLocations);
  assert.equal((found?.relatedLocations ?? []).map(uri), ['main.nika.yaml']);
  assert.equal((found?.locations ?? []).map(uri), ['child.nika.yaml']);
});

test('fingerprints stay when lines move, and change with names and files', () => {
  const prints = (files: Files) =>
    results(onFiles(files)).map(({ partialFingerprints }) => partialFingerprints['trifectaDatalog/v1']);
  const before = prints({ 'a.nika.yaml': refused });
  assert.is(before.length, 1);
  assert.equal(prints({ 'a.nika.yaml': `# moved\n\n${refused.replace('tasks:', 'tasks: # here')}` }), before);
  assert.not.equal(prints({ 'b.nika.yaml': refused }), before);
  assert.not.equal(prints({ 'a.nika.yaml': refused.replaceAll('push', 'shove') }), before);
  const anchors = prints({ 'a.nika.yaml': `${clean}const: { one: &a 1, two: &b 2 }\n` });
  assert.is(anchors.length, 2);
  assert.is(new Set(anchors).size, 2);
});

test('paths are percent-encoded', () => {
  assert.is(relativeUri('a b/c#d?e%f:g.nika.yaml'), 'a%20b/c%23d%3Fe%25f%3Ag.nika.yaml');
  assert.is(relativeUri('../x\u0001/ü.nika'), '../x%01/%C3%BC.nika');
  assert.is(relativeUri("it's[1](2)!*"), 'it%27s%5B1%5D%282%29%21%2A');
  const [found] = results(onFiles({ 'a b/x#1:2.nika.yaml': refused }));
  assert.equal((found?.locations ?? []).map(uri), ['a%20b/x%231%3A2.nika.yaml']);
});

test('text of files is no link, no placeholder and no terminal escape in a message', () => {
  const id = '[look](http://evil.example) {0} \\e[31m';
  const hostile = refused
    .replace('  pull:', `  "${id}":`)
    .replace('tasks.pull.output', `tasks['${id.replace('\\e', '')}'].output`);
  const made = onFiles({ 'a.nika.yaml': hostile.replaceAll('\\e', '') });
  assert.equal(
    results(made).map(({ ruleId }) => ruleId),
    ['NIKA-PARSE-006', 'NIKA-SEC-009'],
  );
  for (const { message } of results(made)) {
    assert.match(message.text, '[look\\](http://evil.example) {{0}}');
    assert.not.match(message.text, /[^\\]\]\(http/);
  }
  const acting = inFolder({ 'a.nika.yaml': refused.replaceAll('push', '"pu\\e[31msh"') }, (folder) =>
    text(['.'], folder),
  );
  assert.not.match(acting, '\u001b');
});

test('files of which no claim is made are notes', () => {
  const ghost = refused.replace('with:', 'after: [nobody]\n    with:');
  const made = inFolder({ 'a.nika.yaml': ghost }, (folder) => log(['.'], folder, { parity: true }));
  const notes = made.runs[0]?.invocations[0]?.toolExecutionNotifications ?? [];
  assert.equal(
    notes.map(({ level }) => level),
    ['note'],
  );
  assert.is(made.runs[0]?.invocations[0]?.executionSuccessful, true);
});

test.run();
