import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { json } from '../../src/report/json.js';
import { run } from '../../src/run.js';

/** Fetches that all come to one post: the repair names the tasks that one prompt has to stand before. */
function workflow(fetches: number): string {
  const names = Array.from({ length: fetches }, (_, i) => `pull_${i}`);
  const tasks = names.map(
    (name) => `  ${name}: { invoke: { tool: "nika:fetch", args: { url: "https://x.example" } } }\n`,
  );
  const read = names.map((name) => `\${{ tasks.${name}.output }}`).join(' ');
  return `nika: w
permits: { fs: { read: ["./in/**"] }, net: { http: ["x.example"] }, tools: ["nika:*"] }
tasks:
${tasks.join('')}  push: { invoke: { tool: "nika:notify", args: { target: ops, message: "${read}" } } }
  tell: { invoke: { tool: "nika:notify", args: { target: ops, message: "${read}" } } }
`;
}

function report(fetches: number) {
  const bytes = new TextEncoder().encode(workflow(fetches));
  const options = { paths: ['-'], stdin: { name: 'w.nika.yaml', bytes } };
  return JSON.parse([...json(run(options).report)].join(''));
}

test('a list that a repair cuts is whole in JSON, and once for all findings', () => {
  const { lists, findings } = report(30);
  const pushes = findings.filter(({ code }: { code: string }) => code === 'NIKA-SEC-009');
  assert.is(pushes.length, 2);
  for (const { repair, lists: cut } of pushes) {
    assert.match(repair.join('\n'), /`pull_11` and 18 more/);
    assert.equal(cut, [0]);
  }
  assert.equal(lists, [{ name: 'task', values: Array.from({ length: 30 }, (_, i) => `pull_${i}`) }]);
});

test('where nothing is cut there are no lists', () => {
  const { lists, findings } = report(12);
  assert.is(lists, undefined);
  assert.ok(findings.every((finding: object) => !('lists' in finding)));
});

test.run();
