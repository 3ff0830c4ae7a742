import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { drawManifest } from '../../src/library/map.js';
import { walk } from '../../src/library/walk.js';
import { readManifest } from '../../src/lower/pikuri/index.js';
import { parseDocument } from '../../src/parse/parse.js';
import { run } from '../../src/run.js';
import { Chance } from '../oracle/chance.js';
import { randomTree } from './trees.js';

const file = 'team.agents.yaml';

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** What is wrong with a manifest, each with the text it stands at. */
function faults(text: string): string[] {
  const { root } = parseDocument(file, bytes(text));
  const { diagnostics } = readManifest({ file, text, root });
  return diagnostics.map(({ code, message, place }) => `${code} ${text.slice(place.start, place.end)}: ${message}`);
}

const cases: readonly (readonly [yaml: string, ...faults: string[]])[] = [
  ['- a', 'AGENTS-SHAPE - a: the manifest is no mapping'],
  ['label: a\ntool: {}', 'AGENTS-KEY tool: the manifest has no key `tool`'],
  ['tools: { x: { untrusted: soft } }', 'AGENTS-LEVEL soft: `x`: unknown untrusted level: :soft'],
  ['tools: { x: { review: reviewed } }', 'AGENTS-LEVEL reviewed: `x`: unknown egress review level: :reviewed'],
  [
    'tools: { x: { review: unreviewed, destination: far } }',
    'AGENTS-LEVEL far: `x`: unknown egress destination level: :far',
  ],
  [
    'tools: { x: { destination: tool_vouched } }',
    'AGENTS-AXES tool_vouched: `x`: egress axes disagree on whether the leg exists: :no_egress / :tool_vouched',
  ],
  [
    'tools: { x: { egress_payload_review: unreviewed, egress_destination: no_egress } }',
    'AGENTS-AXES no_egress: `x`: egress axes disagree on whether the leg exists: :unreviewed / :no_egress',
  ],
  ['tools: { x: { private: yes please } }', 'AGENTS-SHAPE yes please: `private` of `x` is neither true nor false'],
  ['tools: { x: hard }', 'AGENTS-SHAPE hard: the legs of `x` are no mapping'],
  ['tools: { x: { untrusted: [hard] } }', 'AGENTS-SHAPE [hard]: `untrusted` of `x` is no word'],
  ['tools: [a, 1]', 'AGENTS-SHAPE 1: an entry of `tools` is no name'],
  ['tools: none', 'AGENTS-SHAPE none: `tools` is no list of names'],
  [
    'personas: { P: { tools: [web] } }',
    'AGENTS-UNKNOWN-TOOL web: the persona `P` names the tool `web`, which is neither in `tools` nor in `pool`',
  ],
  ['personas: { P: { model: x } }', 'AGENTS-KEY model: the persona `P` has no key `model`'],
  ['delegates: [b]', 'AGENTS-UNKNOWN-AGENT b: work is handed to `b`, which is no agent of this manifest'],
  ['children: [{ tools: {} }]', 'AGENTS-SHAPE { tools: {} }: a child has no `label`'],
  [
    'children: [{ label: c, channel_egress: reviewed }]',
    'AGENTS-LEVEL reviewed: unknown egress review level: :reviewed',
  ],
  ['agents: [a]', 'AGENTS-SHAPE [a]: `agents` is no mapping of names to agents'],
  ['contributions: [{ legs: { privat: true } }]', 'AGENTS-KEY privat: the tool `(extension)` has no key `privat`'],
  ['label: a\npool: { unused: { untrusted: hard } }'],
  [
    '$schema: ../agents.schema.json\ntools: { x: { review: unreviewed } }\npersonas: { P: { tools: [x], channel_egress: no_egress } }',
  ],
];

for (const [yaml, ...expected] of cases) test(JSON.stringify(yaml), () => assert.equal(faults(yaml), expected));

test('a tree as JSON is judged as `walk` judges it', () => {
  const chance = new Chance(11);
  for (let i = 0; i < 100; i++) {
    const tree = randomTree(chance);
    const { drawing, diagnostics } = drawManifest('a.agents.json', bytes(JSON.stringify(tree)));
    assert.equal(diagnostics, []);
    assert.is(drawing, walk(tree).render());
  }
});

test('legs that cannot be understood are those of a hostile tool', () => {
  const { drawing } = drawManifest(file, bytes('label: a\ntools: { x: { private: true, untrusted: soft } }'));
  assert.match(drawing ?? '', /^\* a: loud/);
});

test('an extension brings legs under a label, and agents', () => {
  const text =
    'label: a\ncontributions:\n- { label: (mcp), legs: { private: true, untrusted: hard, review: unreviewed } }\n- { children: [{ label: b }] }';
  assert.match(drawManifest(file, bytes(text)).drawing ?? '', /^\* a: loud .*\n├─ tool \(mcp\) .*\n└─ b: silent\n/);
});

test('agents that hand work to each other are drawn once', () => {
  const text = 'label: a\ndelegates: [b]\nagents: { b: { delegates: [c] }, c: { delegates: [b] } }';
  assert.match(
    drawManifest(file, bytes(text)).drawing ?? '',
    /^a: silent\n└─ b: silent\n {3}└─ c: silent\n {6}└─ b: silent drawn above\n/,
  );
});

test('the schema for editors knows the keys and levels that are read', () => {
  const schema = readFileSync('schemas/agents.schema.json', 'utf8');
  const read = ['manifest', 'tools'].map((name) => readFileSync(`src/lower/pikuri/${name}.ts`, 'utf8')).join('');
  const keys = [...read.matchAll(/(?<!\w\[)'(\w+)'(?=[,\]])/g)].map(([, key]) => key ?? '');
  assert.ok(keys.length > 20);
  for (const key of keys) assert.ok(schema.includes(`"${key}"`), key);
});

test('a circle of 5,000 agents, and a manifest of 10,000', () => {
  const ring = Array.from(
    { length: 5_000 },
    (_, i) => `  a${i}: { delegates: [a${(i + 1) % 5_000}], tools: { t: { untrusted: hard } } }`,
  );
  const flat = Array.from(
    { length: 10_000 },
    (_, i) => `- { label: c${i}, tools: { t: { private: true, untrusted: hard, review: unreviewed } } }`,
  );
  for (const text of [
    `label: root\ndelegates: [a0]\nagents:\n${ring.join('\n')}`,
    `label: root\nchildren:\n${flat.join('\n')}`,
  ]) {
    const { report } = run({ paths: ['-'], stdin: { name: file, bytes: bytes(text) } });
    assert.is(report.errors.length, 0);
    assert.ok(report.findings.length >= 5_000);
  }
});

test.run();
