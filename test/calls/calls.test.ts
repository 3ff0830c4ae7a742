import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from '../../src/run.js';

// One folder is one case: workflows that call each other, and in expected.json what must be found, by file and in order.
interface Expected {
  readonly why: string;
  /** What is given, relative to the folder; the folder itself where it is left out. */
  readonly paths?: readonly string[];
  readonly findings: readonly ExpectedFinding[];
}

interface ExpectedFinding {
  readonly file: string;
  readonly task: string;
  readonly source: string;
  /** The tasks of the path's steps. */
  readonly path?: readonly string[];
  /** What the message says besides. */
  readonly says?: string;
}

const FOLDER = 'test/calls';

function findings(folder: string, paths: readonly string[], parity: boolean) {
  const { report } = run({ paths, cwd: `${process.cwd()}/${FOLDER}/${folder}`, parity });
  assert.equal(report.errors, []);
  return report.findings.filter(({ code }) => code.startsWith('NIKA-SEC-009'));
}

for (const folder of readdirSync(FOLDER).filter((name) => !name.includes('.'))) {
  const expected: Expected = JSON.parse(readFileSync(`${FOLDER}/${folder}/expected.json`, 'utf8'));
  test(`${folder}: ${expected.why}`, () => {
    const found = findings(folder, expected.paths ?? ['.'], false);
    assert.equal(
      found.map(({ file, subject }) => `${file}: ${subject.source} → ${subject.task}`),
      expected.findings.map(({ file, task, source }) => `${file}: ${source} → ${task}`),
    );
    expected.findings.forEach(({ path, says }, i) => {
      if (path)
        assert.equal(
          found[i]?.path.map(({ task }) => task),
          path,
        );
      if (says) assert.match(found[i]?.message ?? '', says);
    });
  });
}

test('the reference checker looks at one file: calls are inert under parity', () => {
  assert.equal(findings('argument-to-sink', ['.'], true), []);
  assert.equal(findings('missing-child', ['.'], true), []);
});

/** A chain of calls from the workflow that fetches to the one that posts what it is told. */
function writeChain(folder: string, length: number): void {
  const permits = 'permits: { fs: { read: ["notes/**"] }, net: { http: ["hooks.example.com"] }, tools: ["nika:*"] }';
  const file = (i: number, tasks: readonly string[]) =>
    writeFileSync(
      `${folder}/w${i}.nika.yaml`,
      [`nika: w${i}`, 'inputs: { x: { type: string } }', permits, 'tasks:', ...tasks].join('\n'),
    );
  const call = (i: number, text: string) =>
    `  c: { with: { x: "${text}" }, invoke: { workflow: ./w${i}.nika.yaml, args: { x: "\${{ with.x }}" } } }`;
  file(0, [
    '  pull: { invoke: { tool: nika:fetch, args: { url: "https://hooks.example.com" } } }',
    call(1, `\${{ tasks.pull.output }}`),
  ]);
  for (let i = 1; i < length; i++) file(i, [call(i + 1, `\${{ inputs.x }}`)]);
  file(length, [`  post: { invoke: { tool: nika:notify, args: { target: hooks, message: "\${{ inputs.x }}" } } }`]);
}

function sinksOfChain(length: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'chain-'));
  try {
    writeChain(folder, length);
    const { findings } = run({ paths: ['.'], cwd: folder }).report;
    const found = findings.filter(({ code }) => code.startsWith('NIKA-SEC-009'));
    return found.map(({ code, file, subject }) => `${code} ${file} ${subject.task}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a chain of calls is followed to its end', () => {
  assert.equal(sinksOfChain(63), ['NIKA-SEC-009 w63.nika.yaml post']);
});

test('the call at which a very long chain is cut is one to a workflow that is not known, never silence', () => {
  assert.equal(sinksOfChain(64), ['NIKA-SEC-009-CALL w63.nika.yaml c']);
});

test.run();
