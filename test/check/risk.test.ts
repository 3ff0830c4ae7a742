import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { check } from '../../src/check/check.js';
import type { CheckReport, RiskGrade } from '../../src/check/model.js';
import { inFolder } from '../cli/command.js';
import { checked } from './workflow.js';

/** The grade, and the reasons of that grade. */
function graded({ risk_grade, risk_reasons }: CheckReport): [RiskGrade, ...string[]] {
  return [risk_grade, ...risk_reasons.filter(({ grade }) => grade === risk_grade).map(({ reason }) => reason)];
}

const read = 'read: { invoke: { tool: "nika:read", args: { path: in/a.txt } } }';
const write = 'write: { invoke: { tool: "nika:write", args: { path: out/a.txt, content: a } } }';

test('low: what is computed and read', () => {
  const pure = checked('permits: { tools: ["nika:uuid"] }\ntasks: { id: { invoke: { tool: "nika:uuid" } } }');
  assert.equal(graded(pure), ['low']);
  const reads = checked(`permits: { tools: ["nika:read"], fs: { read: ["in/a.txt"] } }\ntasks:\n  ${read}\n`);
  assert.equal(graded(reads), ['low']);
});

test('a grant that no task uses takes no effect out of the process', () => {
  const report = checked(
    'permits: { net: { http: ["a.example.com"] } }\ntasks: { id: { infer: { prompt: p, max_tokens: 1 } } }\nmodel: a/ten',
  );
  assert.equal(graded(report), ['low']);
});

const supervised: readonly (readonly [permits: string, task: string, reason: string])[] = [
  ['exec: ["ls"]', 'exec: { command: [ls] }', '`t` runs a program'],
  [
    'tools: ["nika:write"], fs: { write: ["out/a.txt"] }',
    'invoke: { tool: "nika:write", args: { path: out/a.txt, content: a } }',
    '`t` calls `nika:write`',
  ],
  [
    'tools: ["nika:fetch"], net: { http: ["a.example.com"] }',
    'invoke: { tool: "nika:fetch", args: { url: "https://a.example.com" } }',
    '`t` calls `nika:fetch`',
  ],
  ['tools: ["mcp:crm/find"]', 'invoke: { tool: "mcp:crm/find" }', '`t` calls `mcp:crm/find`'],
  [
    'tools: ["mcp:crm/find"]',
    'agent: { prompt: p, tools: ["mcp:crm/find"], max_tokens_total: 1 }',
    '`t` may use tools that act outside',
  ],
];

for (const [permits, task, reason] of supervised) {
  test(`supervised: ${task}`, () => {
    const report = checked(`model: a/ten\npermits: { ${permits} }\ntasks: { t: { ${task} } }`);
    assert.equal([report.findings.map(({ code }) => code), graded(report)], [[], ['supervised', reason]]);
  });
}

const unbounded: readonly (readonly [permits: string, reason: string])[] = [
  ['exec: true', '`permits.exec` grants any program'],
  ['exec: ["ls", "bash"]', '`permits.exec` grants `bash`, which runs any program'],
  ['exec: ["/bin/sh"]', '`permits.exec` grants `/bin/sh`, which runs any program'],
  ['exec: ["env"]', '`permits.exec` grants `env`, which runs any program'],
  ['net: { http: ["*"] }', '`permits.net.http` grants any host'],
  ['fs: { write: ["out/**"] }', '`permits.fs.write` grants `out/**`, which is any number of files at any depth'],
];

for (const [permits, reason] of unbounded) {
  test(`unbounded: ${permits}`, () => {
    const report = checked(
      `permits: { ${permits} }\ntasks: { id: { infer: { prompt: p, max_tokens: 1 } } }\nmodel: a/ten`,
    );
    assert.equal(graded(report), ['unbounded', reason]);
  });
}

const bounded = ['exec: false', 'exec: ["bashful", "my-env"]', 'fs: { write: ["out/*"] }', 'fs: { read: ["**"] }'];

for (const permits of bounded) {
  test(`not unbounded: ${permits}`, () => {
    const report = checked(
      `permits: { ${permits} }\ntasks: { id: { infer: { prompt: p, max_tokens: 1 } } }\nmodel: a/ten`,
    );
    assert.equal(graded(report), ['low']);
  });
}

/** All three legs granted; nothing that comes in goes out. */
const legs = (after: string) => `
permits:
  tools: ["nika:fetch", "nika:write", "nika:read", "nika:prompt"]
  fs: { read: ["in/a.txt"], write: ["out/a.txt"] }
  net: { http: ["a.example.com"] }
tasks:
  ask: { invoke: { tool: "nika:prompt", args: { message: go on? } } }
  fetch: { ${after} invoke: { tool: "nika:fetch", args: { url: "https://a.example.com" } } }
  write: { ${after} invoke: { tool: "nika:write", args: { path: out/a.txt, content: a } } }
`;

test('high: the legs together, where nobody is asked before something goes out', () => {
  const open = checked(legs(''));
  assert.equal(open.findings, [], 'nothing flows');
  assert.equal(graded(open), [
    'high',
    'all three legs of the trifecta are granted, and nobody is asked before `fetch`',
    'all three legs of the trifecta are granted, and nobody is asked before `write`',
  ]);
  const gated = checked(legs(`with: { yes: "\${{ tasks.ask.output }}" }, when: "\${{ with.yes == true }}",`));
  assert.is(gated.risk_grade, 'supervised');
});

test('high: an error-level finding stands', () => {
  const report = checked(
    'permits: { net: { http: ["*.example.com"] } }\ntasks: { id: { infer: { prompt: p, max_tokens: 1 } } }\nmodel: a/ten',
  );
  assert.equal(graded(report), ['high', 'NIKA-AUTH-010 stands']);
});

test('unbounded: what cannot be read may do anything', () => {
  for (const text of ['tasks: { t: 7 }', 'tasks: {}', ': [']) assert.is(checked(text).risk_grade, 'unbounded', text);
  assert.is(check('no/such/file.nika.yaml').risk_grade, 'unbounded');
});

test('a run is graded with all that it calls', () => {
  const parent = 'nika: p\npermits: {}\ntasks: { call: { invoke: { workflow: ./child.nika.yaml } } }\n';
  const child = `nika: c\npermits: { tools: ["nika:write"], fs: { write: ["out/a.txt"] } }\ntasks:\n  ${write}\n`;
  inFolder({ 'p.nika.yaml': parent, 'child.nika.yaml': child }, (cwd) => {
    const { risk_reasons } = check('p.nika.yaml', { cwd });
    assert.ok(risk_reasons.some(({ reason }) => reason === '`write` calls `nika:write` in child.nika.yaml'));
  });
  inFolder({ 'p.nika.yaml': parent }, (cwd) => {
    const { risk_reasons } = check('p.nika.yaml', { cwd });
    assert.ok(risk_reasons.some(({ reason }) => reason === '`call` calls a workflow that is not known'));
  });
});

test.run();
