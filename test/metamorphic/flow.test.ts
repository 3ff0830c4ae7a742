import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../src/findings/index.js';
import { Random } from '../fuzz/random.js';
import { ALL_DIFFERENCES, type Case, findingsOf } from '../vectors/judge.js';
import {
  type Change,
  PRINTS,
  renamed,
  reordered,
  withClause,
  withConsent,
  withOtherNames,
  withUnrelated,
} from './changes.js';
import { corpus } from './corpus.js';

const test = suite('the laws of order, consent and secrets under changes');
const CODES = ['NIKA-SEC-006', 'NIKA-SEC-007', 'NIKA-SEC-014', 'NIKA-SEC-015'];
const cases = corpus();
const before = judged(cases);

function judged(all: readonly Case[]): Map<string, readonly Finding[]> {
  const byCase = new Map<string, Finding[]>(all.map(({ name }) => [name, []]));
  for (const finding of findingsOf(all, '2.1', ALL_DIFFERENCES)) {
    if (CODES.includes(finding.code)) byCase.get(finding.subject.workflow)?.push(finding);
  }
  return byCase;
}

function changed(change: Change): Map<string, readonly Finding[]> {
  const random = new Random(11, 0);
  return judged(cases.map(({ name, workflow }) => ({ name, workflow: change(workflow, random) })));
}

/** What a finding says: its code, task, prompt and sources, each task under the name it is given here. */
function said({ code, subject, names }: Finding, name: (id: string) => string): string {
  const tasks = names.flatMap((symbol) => /#([\w-]+)$/.exec(symbol)?.[1] ?? []).map(name);
  const sources = subject.sources.map((source) => (source.startsWith('secrets.') ? source : name(source)));
  return `${code} of ${tasks} from ${sources.sort()}`;
}

const ownName = (id: string) => id;

function listed(findings: readonly Finding[] = [], name = ownName): string {
  return findings
    .map((finding) => said(finding, name))
    .sort()
    .join('; ');
}

function same(change: Change, name = ownName): void {
  const after = changed(change);
  for (const { name: file } of cases) assert.is(listed(after.get(file)), listed(before.get(file), name), file);
}

test('there are findings of each law to keep', () => {
  const codes = [...before.values()].flat().map(({ code }) => code);
  for (const code of CODES) assert.ok(codes.filter((other) => other === code).length > 2, code);
});

for (const [name, change] of Object.entries(PRINTS)) {
  test(`printed ${name}, a workflow has the same findings`, () => same(change));
}

test('under other names, a workflow has the same findings but for the names', () => same(withOtherNames, renamed));

test('in another order of tasks, a workflow has the same findings', () => same(reordered));

test('an unrelated task changes nothing', () => same(withUnrelated));

/** Something reads all tasks at once, and so a prompt that is added as well. */
function readsAllTasks(workflow: string): boolean {
  const islands = workflow.match(/\$\{\{.*?\}\}/gs) ?? [];
  return islands.some((island) => /(?<![\w.])tasks(?!\w|\s*\.|\s*\[\s*['"])/.test(island));
}

test('a prompt whose yes tasks ask for adds no finding', () => {
  const after = changed(withConsent);
  let cleared = 0;
  for (const { name, workflow } of cases) {
    if (readsAllTasks(workflow)) continue;
    const known = new Set((before.get(name) ?? []).map((finding) => said(finding, ownName)));
    const now = (after.get(name) ?? []).map((finding) => said(finding, ownName));
    assert.equal(
      now.filter((finding) => !known.has(finding)),
      [],
      name,
    );
    cleared += known.size - now.length;
  }
  assert.ok(cleared > 5, `${cleared} findings less`);
});

/** A workflow with the clause that one of its findings asks for. */
interface Mended extends Case {
  readonly of: string;
  readonly finding: Finding;
}

function mended({ name, workflow }: Case): Mended[] {
  return (before.get(name) ?? []).flatMap((finding, i) => {
    const clause = /add `(\{.*\})` to/.exec(finding.repair[0] ?? '')?.[1];
    const secret = /^secrets\.(\w+)$/.exec(finding.subject.source ?? '')?.[1];
    if (clause === undefined || secret === undefined) return [];
    const text = withClause(secret, clause)(workflow, new Random(1, 1));
    return [{ name: `${name}-${i}`, workflow: text, of: name, finding }];
  });
}

test('the clause that a finding asks for clears it, and adds none', () => {
  const all = cases.flatMap(mended);
  const after = judged(all);
  for (const { name, of, finding } of all) {
    const others = (before.get(of) ?? []).filter((one) => one !== finding).map((one) => said(one, ownName));
    const left = (after.get(name) ?? []).map((one) => said(one, ownName));
    assert.equal(
      left.filter((one) => !others.includes(one)),
      [],
      name,
    );
  }
  assert.ok(all.length > 10, `${all.length} were mended`);
});

test.run();
