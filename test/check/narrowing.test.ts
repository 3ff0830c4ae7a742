import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Permits } from '../../src/check/model.js';
import { Chance } from '../oracle/chance.js';
import { checked } from './workflow.js';

const GRADES = ['low', 'supervised', 'high', 'unbounded'];

/** Tasks of every effect, and what each requires. */
const TASKS: readonly (readonly [body: string, needs: Permits])[] = [
  ['infer: { prompt: p, max_tokens: 9 }', {}],
  ['infer: { prompt: p }', {}],
  ['invoke: { tool: "nika:prompt", args: { message: m } }', { tools: ['nika:prompt'] }],
  ['invoke: { tool: "nika:read", args: { path: in/a.txt } }', { tools: ['nika:read'], fs: { read: ['in/a.txt'] } }],
  [
    'invoke: { tool: "nika:write", args: { path: out/a.txt, content: a } }',
    { tools: ['nika:write'], fs: { write: ['out/a.txt'] } },
  ],
  [
    'invoke: { tool: "nika:fetch", args: { url: "https://a.example.com/" } }',
    { tools: ['nika:fetch'], net: { http: ['a.example.com'] } },
  ],
  ['invoke: { tool: "mcp:crm/find" }', { tools: ['mcp:crm/find'] }],
  ['exec: { command: [ls, in] }', { exec: ['ls'] }],
  ['agent: { prompt: p, max_tokens_total: 9, tools: ["nika:read"] }', { tools: ['nika:read'] }],
];

/** What may be granted beyond what is needed, by category. */
const WIDER = {
  tools: ['nika:*', 'nika:fetch', 'mcp:*', 'nika:write'],
  exec: ['bash', 'cat', 'git'],
  http: ['*', 'b.example.com'],
  read: ['in/**', 'notes/*.md'],
  write: ['out/**', 'out/*', '/tmp/x', '**'],
};

type Category = keyof typeof WIDER;
type Grants = Record<Category, readonly string[]>;

const CATEGORIES: readonly Category[] = ['tools', 'exec', 'http', 'read', 'write'];

function grantsOf({ tools = [], exec = [], net, fs }: Permits): Grants {
  return {
    tools,
    exec: typeof exec === 'boolean' ? [] : exec,
    http: net?.http ?? [],
    read: fs?.read ?? [],
    write: fs?.write ?? [],
  };
}

interface Sample {
  readonly tasks: string;
  readonly needed: Grants;
  readonly granted: Grants;
}

/** A few tasks, some behind others, under a boundary that lets all of them through and more. */
function sample(chance: Chance): Sample {
  const picked = Array.from({ length: chance.between(1, 5) }, () => chance.pick(TASKS));
  const lines = picked.map(([body], i) => {
    const after = i > 0 && chance.percent(50) ? `after: { t${chance.below(i)}: success }, ` : '';
    return `  t${i}: { ${after}${body} }`;
  });
  const needs = picked.map(([, needed]) => grantsOf(needed));
  const needed = each((category) => [...new Set(needs.flatMap((grants) => grants[category]))]);
  const granted = each((category) => [...needed[category], ...WIDER[category].filter(() => chance.percent(25))]);
  return { tasks: lines.join('\n'), needed, granted };
}

function each(entries: (category: Category) => readonly string[]): Grants {
  const [tools, exec, http, read, write] = CATEGORIES.map(entries);
  return { tools: tools ?? [], exec: exec ?? [], http: http ?? [], read: read ?? [], write: write ?? [] };
}

/** The same without some entries that nothing needs, and with some files taken away that nothing writes. */
function narrower({ granted, needed }: Sample, chance: Chance): Grants {
  const left = each((category) =>
    granted[category].filter((entry) => needed[category].includes(entry) || chance.percent(50)),
  );
  return chance.percent(30) ? { ...left, write: [...left.write, '!never/written/**'] } : left;
}

function gradeUnder({ tasks }: Sample, { tools, exec, http, read, write }: Grants, anyProgram: boolean) {
  const block = { tools, exec: anyProgram || exec, net: { http }, fs: { read, write } };
  const report = checked(`model: a/ten\npermits: ${JSON.stringify(block)}\ntasks:\n${tasks}\n`);
  const missing = report.findings.some(({ code }) => code === 'NIKA-SEC-004');
  return { grade: GRADES.indexOf(report.risk_grade), missing };
}

test('narrowing a grant never raises the grade, as long as what is required stays within it', () => {
  const chance = new Chance(2611);
  const lowered = new Set<string>();
  for (let i = 0; i < 250; i++) {
    const wide = sample(chance);
    const anyProgram = chance.percent(20);
    const before = gradeUnder(wide, wide.granted, anyProgram);
    const after = gradeUnder(wide, narrower(wide, chance), anyProgram && chance.percent(50));
    assert.not.ok(before.missing || after.missing, `something is required that is not granted:\n${wide.tasks}`);
    assert.ok(after.grade <= before.grade, `${GRADES[before.grade]} became ${GRADES[after.grade]}:\n${wide.tasks}`);
    if (after.grade < before.grade) lowered.add(`${GRADES[before.grade]} to ${GRADES[after.grade]}`);
  }
  // The samples are of use only where narrowing matters.
  assert.ok(lowered.size >= 4, [...lowered].join(', '));
});

test.run();
