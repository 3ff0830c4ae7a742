// biome-ignore-all lint/suspicious/noTemplateCurlyInString: islands are what is tested
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import picocolors from 'picocolors';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formats } from '../../src/report/formats.js';
import type { Report } from '../../src/report/model.js';
import { fileRules } from '../../src/report/rules.js';
import { type Phase, run } from '../../src/run.js';
import { shapes, times, workflow } from './shapes.js';

const test = suite('hostile input, the whole way');

/** What stands beside every hostile file, and has to be judged whatever that does. */
const NEIGHBOUR = 'neighbour.nika.yaml';
const exposed = workflow([
  's: { invoke: { tool: "nika:fetch" } }',
  'neighbour: { with: { x: "${{ tasks.s.output }}" }, invoke: { tool: "nika:notify", args: { message: "${{ with.x }}" } } }',
]);

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Analyses files beside the neighbour, checks what holds for every run, and gives what is said of the files. */
function analyzed(files: Files, begin?: (folder: string, phase: Phase) => void): Report {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  try {
    for (const [name, content] of Object.entries({ ...files, [NEIGHBOUR]: exposed }))
      writeFileSync(join(folder, name), content);
    const { report, sources, rules } = run({ paths: ['.'], cwd: folder }, (phase) => begin?.(folder, phase));
    checkPrinted(formats.pretty(report, { sources, rules, colors: picocolors.createColors(false) }));
    assert.equal(
      report.findings
        .filter(({ file, code }) => file === NEIGHBOUR && spoken.has(code))
        .map(({ subject }) => subject.task),
      ['neighbour'],
    );
    return { ...report, findings: report.findings.filter(({ code }) => spoken.has(code)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Nothing acts on a terminal, no line is longer than a person reads, and no stack is shown. */
function checkPrinted(pieces: Iterable<string>): void {
  for (const piece of pieces) {
    assert.not.match(piece, /[^\P{C}\n]/u);
    assert.not.match(piece, /^ +at .*:\d+:\d+\)?$/m);
    for (const line of piece.split('\n')) assert.ok(line.length < 5_000, `${line.length}: ${line.slice(0, 300)}`);
  }
}

/** What hostile texts are about: whether they can be read, and the trifecta. Most of them depart from the language as well. */
const spoken = new Set([...fileRules.map(({ code }) => code), 'NIKA-SEC-009', 'NIKA-NO-VERDICT']);

function codes({ findings, errors }: Report): string[] {
  return [...findings.filter(({ file }) => file !== NEIGHBOUR), ...errors].map(({ code }) => code);
}

for (const { name, size, codes: expected, make } of shapes) {
  test(`${name}: said once and clearly, and the rest is judged`, () => {
    const found = codes(analyzed(make(Math.ceil(size / 400) * 40)));
    if (expected.length === 0) assert.equal(found.slice(0, 3), []);
    else
      assert.ok(
        expected.some((code) => found.includes(code)),
        `none of ${expected} in ${found.slice(0, 9)}`,
      );
  });
}

function bytes(name: string, content: string | Uint8Array, ...expected: string[]): void {
  test(`${name}: ${expected.join(', ') || 'nothing to say'}`, () => {
    assert.equal([...new Set(codes(analyzed({ 'a.nika.yaml': content })))], expected);
  });
}

const fine = workflow(['a: { infer: x }']);
bytes('an empty file', '', 'NIKA-NOT-A-WORKFLOW');
bytes('only comments', '# nothing\n# here\n', 'NIKA-NOT-A-WORKFLOW');
bytes('a BOM', `\ufeff${fine}`, 'NIKA-YAML-011');
bytes('CRLF', fine.replaceAll('\n', '\r\n'));
bytes('lone CR', fine.replaceAll('\n', '\r'));
bytes('UTF-16', Buffer.from(`\ufeff${fine}`, 'utf16le'), 'NIKA-PARSE-001');
bytes('invalid UTF-8', Buffer.concat([Buffer.from(fine), Buffer.from([0xc3, 0x28])]), 'NIKA-PARSE-001');
bytes('a binary file', Buffer.from(times(5000, (i) => (i * 7919) % 256)), 'NIKA-PARSE-001');
bytes('ten megabytes', Buffer.alloc(10_000_000, 'a: b\n'), 'NIKA-YAML-010');
bytes('64 collections inside one another', `${fine}const: ${'['.repeat(63)}${']'.repeat(63)}\n`);
bytes('65 collections inside one another', `${fine}const: ${'['.repeat(64)}${']'.repeat(64)}\n`, 'NIKA-YAML-009');
bytes(
  '100,000 collections inside one another',
  `${fine}const: ${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'NIKA-YAML-009',
);
bytes('50,000 keys', `${fine}const: { ${times(50_000, (i) => `k${i}: v`).join(', ')} }\n`);
bytes('100,000 islands in one template', workflow([`a: { infer: "${'${{ a }}'.repeat(100_000)}" }`]), 'NIKA-YAML-005');
bytes('100,000 islands', workflow([`a: { infer: [${`"${'${{ a }}'.repeat(1000)}",`.repeat(100)}] }`]));
bytes(
  'an expression 10,000 deep',
  workflow([`a: { infer: "\${{ ${'('.repeat(10_000)}item${')'.repeat(10_000)} }}" }`]),
);
bytes(
  'keys that objects of JavaScript have of their own',
  workflow([
    '__proto__: { with: { __proto__: "${{ tasks.constructor.output }}" }, infer: "${{ with.__proto__ }}" }',
    'constructor: { group: toString, infer: x }',
    'hasOwnProperty: { with: { x: "${{ group.toString }}" }, infer: "${{ inputs.__proto__ }}" }',
  ]),
);

test('an alias bomb is refused where its anchors are, and is not unfolded', () => {
  const levels = times(60, (i) => `  k${i + 1}: &a${i + 1} [${times(9, () => `*a${i}`).join()}]\n`);
  const found = new Set(codes(analyzed({ 'a.nika.yaml': `${fine}const:\n  k0: &a0 [x]\n${levels.join('')}` })));
  assert.ok(found.has('NIKA-YAML-001') && found.has('NIKA-YAML-002'));
});

test('through names of JavaScript taint flows as through others', () => {
  const { findings } = analyzed({
    'a.nika.yaml': workflow([
      '__proto__: { invoke: { tool: "nika:fetch" } }',
      'constructor: { with: { __proto__: "${{ tasks.__proto__.output }}" }, invoke: { tool: "nika:notify", args: { toString: "${{ with.__proto__ }}" } } }',
    ]),
  });
  const [finding] = findings;
  assert.equal([finding?.subject.task, finding?.subject.source], ['constructor', '__proto__']);
});

test('a file that vanishes during the run is an error, and the rest is judged', () => {
  let reads = 0;
  const report = analyzed({ 'a.nika.yaml': fine, 'b.nika.yaml': fine }, (folder, phase) => {
    if (phase === 'read' && reads++ === 0) unlinkSync(join(folder, 'b.nika.yaml'));
  });
  assert.equal(
    report.errors.map(({ code, file }) => [code, file]),
    [['INPUT-MISSING', 'b.nika.yaml']],
  );
  assert.is(report.summary.files, 2);
});

test('the way of a finding is cut where it is long, and says so', () => {
  const relay = (i: number) => `t${i + 1}: { with: { x: "\${{ tasks.t${i}.output }}" }, infer: "\${{ with.x }}" }`;
  for (const n of [300, 3000]) {
    const { findings } = analyzed({
      'a.nika.yaml': workflow([
        't0: { invoke: { tool: "nika:fetch" } }',
        ...times(n, relay),
        `z: { with: { x: "\${{ tasks.t${n}.output }}" }, invoke: { tool: "nika:notify", args: { m: "\${{ with.x }}" } } }`,
      ]),
    });
    const [finding] = findings;
    assert.equal([finding?.subject.task, finding?.subject.source], ['z', 't0']);
    const path = finding?.path ?? [];
    assert.ok(path.length > 20 && path.length < 70, `${path.length}`);
    assert.is(path[0]?.task, 't0');
    assert.is(path.at(-1)?.task, 'z');
    assert.is(path.filter(({ why }) => why.includes('are left out')).length, 1);
  }
});

test('very many writers are one: all of them reach every program', () => {
  const writer = (i: number) =>
    `w${i}: { with: { x: "\${{ tasks.s.output }}" }, invoke: { tool: "nika:write", args: { content: "\${{ with.x }}" } } }`;
  const sinks = (writers: number) =>
    analyzed({
      'a.nika.yaml': workflow([
        's: { invoke: { tool: "nika:fetch" } }',
        'first: { exec: sh }',
        ...times(writers, (i) => `${writer(i).slice(0, -2)}, after: { first: success } }`),
        'last: { after: { first: success }, exec: sh }',
      ]),
    })
      .findings.map(({ subject }) => [subject.task, subject.source])
      .filter(([task]) => task === 'first' || task === 'last');
  assert.equal(sinks(100), [['last', 's']]);
  assert.equal(sinks(300), [
    ['first', 's'],
    ['last', 's'],
  ]);
});

test.run();
