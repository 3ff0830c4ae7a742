import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeApart } from '../../src/apart.js';
import type { Report } from '../../src/report/model.js';
import { run } from '../../src/run.js';
import { inFolder, refused } from '../cli/command.js';

test('groups are halved until those are found that are too much', () => {
  const files = Array.from({ length: 100 }, (_, i) => `${i}`);
  let judged = 0;
  const tooMuch = new Set(['17', '80']);
  const { parts, failed } = judgeApart(files, (group) => {
    judged++;
    return [...group].some((file) => tooMuch.has(file)) ? null : [...group];
  });
  assert.equal(failed, ['17', '80']);
  assert.equal(parts.flat().sort(), files.filter((file) => !tooMuch.has(file)).sort());
  assert.ok(judged < 35, `${judged} groups`);
  assert.equal(
    judgeApart(['a'], () => assert.unreachable()),
    { parts: [], failed: ['a'] },
  );
});

/** A workflow of very many tasks, each of which reads the one before. */
function large(tasks: number): string {
  const task = (i: number) =>
    `  t${i}: { with: { x: "\${{ tasks.t${i - 1}.output }}" }, infer: { prompt: "\${{ with.x }}" } }\n`;
  const chain = Array.from({ length: tasks }, (_, i) => (i === 0 ? '  t0: { infer: { prompt: hi } }\n' : task(i)));
  return `nika: large\ntasks:\n${chain.join('')}`;
}

const caller = refused.replace('"nika:notify"]', '"nika:*"]').replace(
  / {2}push:[\s\S]*/,
  `  push:
    with: { text: "\${{ tasks.pull.output }}" }
    invoke: { workflow: ./child.nika.yaml, args: { text: "\${{ with.text }}" } }
`,
);
const child = `nika: child
inputs: { text: { type: string } }
permits: { net: { http: ["api.example.com"] }, tools: ["nika:notify"] }
tasks:
  send: { invoke: { tool: "nika:notify", args: { target: ops, message: "\${{ inputs.text }}" } } }
`;

test('a file that takes more memory than there is takes no verdict from the others, and is named', () => {
  const small = { 'a.nika.yaml': refused, 'b.nika.yaml': caller, 'child.nika.yaml': child, 'z.nika.yaml': refused };
  const judge = (files: Readonly<Record<string, string>>, memory?: number): Report =>
    inFolder(files, (folder) => run({ paths: ['.'], cwd: folder, ...(memory && { memory }) }).report);
  const alone = judge(small);
  assert.ok(alone.findings.length >= 3);
  const memory = 6 << 20;
  assert.equal(judge(small, memory), alone, 'the memory is enough for the others');
  const { findings, errors } = judge({ ...small, 'm.nika.yaml': large(6_000) }, memory);
  assert.equal(
    errors.map(({ code, file }) => `${code} ${file}`),
    ['ENGINE-MEMORY m.nika.yaml'],
  );
  assert.equal(findings, alone.findings);
});

test.run();
