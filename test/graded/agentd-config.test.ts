import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutComments } from '../../src/parse/jsonc.js';
import { splitStream } from '../../src/parse/stream.js';
import { type AnalyzeOptions, run } from '../../src/run.js';
import { found, judge, pod, servers } from './judge.js';

const head = 'config_version: "2"\n';

const three = servers('untrusted_input', 'sensitive', 'egress');
const named: Partial<AnalyzeOptions> = { agentdConfigs: ['a.yaml'], paths: [] };

const faults: readonly (readonly [yaml: string, ...faults: string[]])[] = [
  [`${head}mcpp: {}\n`, 'AGENTD-CONFIG-KEY a.yaml:2 mcpp'],
  [`${head}security: { allow_trifectas: true }\n`, 'AGENTD-CONFIG-KEY a.yaml:2 allow_trifectas'],
  [`${head}mcp: { servers: [{ name: a, endpoint: b, tag: {} }] }\n`, 'AGENTD-CONFIG-KEY a.yaml:2 tag'],
  [
    `${head}mcp: { servers: [{ name: a, endpoint: b, tags: { "*": [secret] } }] }\n`,
    'AGENTD-CONFIG-TAG a.yaml:2 secret',
  ],
  [`${head}mcp: { servers: [{ name: a, endpoint: b, tags: [egress] }] }\n`, 'AGENTD-CONFIG-SHAPE a.yaml:2 [egress]'],
  [`${head}mcp: { servers: [{ endpoint: b }] }\n`, 'AGENTD-CONFIG-SHAPE a.yaml:2 { endpoint: b }'],
  [`${head}mcp: { servers: { a: b } }\n`, 'AGENTD-CONFIG-SHAPE a.yaml:2 { a: b }'],
  [`${head}mcp: none\n`, 'AGENTD-CONFIG-SHAPE a.yaml:2 none', 'AGENTD-CONFIG-SHAPE a.yaml:2 none'],
  [`${head}security: { allow_trifecta: "yes" }\n`, 'AGENTD-CONFIG-SHAPE a.yaml:2 "yes"'],
  [`${head}tools: { overrides: { exec: runner } }\n`, 'AGENTD-CONFIG-SHAPE a.yaml:2 runner'],
  [
    `${head}workflows: [{ name: w, steps: { a: { kind: subagent, servers: { a: b } } } }]\n`,
    'AGENTD-CONFIG-SHAPE a.yaml:2 { a: b }',
  ],
  [`mcp_servers: [{ name: a, endpoint: b }]\nmcp: { servers: [] }\n`, 'AGENTD-CONFIG-FAMILIES a.yaml:1 mcp_servers'],
  ['- a\n', 'AGENTD-CONFIG-SHAPE a.yaml:1 - a'],
  [`${head}agent: &x { name: a }\n`, 'NIKA-YAML-001 a.yaml:2 &x'],
];

for (const [yaml, ...expected] of faults) {
  test(JSON.stringify(yaml), () =>
    assert.equal([...new Set(found({ 'a.yaml': yaml }, named))], [...new Set(expected)]),
  );
}

test('exec that is neither on nor off counts as on', () => {
  const yaml = `${head}${servers('untrusted_input')}security: { exec: { enabled: "{{EXEC}}" } }\n`;
  assert.equal(found({ 'a.yaml': yaml }, named), [
    'AGENTD-TRIFECTA a.yaml:3 servers',
    'AGENTD-CONFIG-SHAPE a.yaml:5 "{{EXEC}}"',
  ]);
});

test('a dotfile that is found lifts no gate, the same file by name does', () => {
  const file = `${head}${three}security: { allow_trifecta: true }\n`;
  assert.equal(found({ 'x/.agentd.yaml': file }), [
    'AGENTD-TRIFECTA x/.agentd.yaml:3 servers',
    'AGENTD-CONFIG-OVERRIDE x/.agentd.yaml:7 allow_trifecta',
  ]);
  assert.equal(found({ '.agentd.yml': file }, { agentdConfigs: ['.agentd.yml'], paths: [] }), []);
  // Named, it is not found as well.
  assert.equal(found({ '.agentd.yml': file }, { agentdConfigs: ['.agentd.yml'] }), []);
});

test('both spellings of the dotfile in one folder are an error, in two folders not', () => {
  const codes = (files: Readonly<Record<string, string>>) =>
    found(files).filter((one) => one.startsWith('AGENTD-CONFIG-DOTFILES'));
  assert.equal(codes({ 'a/.agentd.yml': head, 'a/.agentd.yaml': head }), ['AGENTD-CONFIG-DOTFILES a/.agentd.yml:1']);
  assert.equal(codes({ 'a/.agentd.yml': head, 'b/.agentd.yaml': head }), []);
});

test('files of one configuration are laid over each other in order', () => {
  const base = `${head}${three}security: { allow_trifecta: true }\n`;
  const layers = (...texts: readonly string[]) => {
    const files = Object.fromEntries(texts.map((text, i) => [`${i}.yaml`, text]));
    return found(files, { agentdConfigs: Object.keys(files), paths: [] });
  };
  assert.equal(layers(base, 'observability: { log_level: debug }\n'), []);
  assert.equal(layers(base, 'security: { allow_trifecta: null }\n'), ['AGENTD-TRIFECTA 0.yaml:3 servers']);
  assert.equal(layers(base, 'security: null\n'), ['AGENTD-TRIFECTA 0.yaml:3 servers']);
  assert.equal(layers('security: { allow_trifecta: null }\n', base), []);
  // Lists replace.
  assert.equal(layers(`${head}${three}`, servers('sensitive', 'egress')), []);
  assert.equal(layers(servers('sensitive', 'egress'), `${head}${three}`), ['AGENTD-TRIFECTA 1.yaml:3 servers']);
  assert.equal(layers(base, 'securty: {}\n'), ['AGENTD-CONFIG-KEY 1.yaml:1 securty']);
});

test('a configuration that is not there is a failure of the run', () => {
  const { errors } = judge({}, { agentdConfigs: ['gone.yaml'], paths: [] });
  assert.equal(
    errors.map(({ code, file }) => `${code} ${file}`),
    ['INPUT-MISSING gone.yaml'],
  );
});

test('JSON with comments, and commas behind the last entry', () => {
  const text = `// of an instance
{
  "config_version": "2", /* the
  only one */
\t"mcp": { "servers": [
    { "name": "a", "endpoint": "https://a.example//mcp", "tags": { "*": ["untrusted_input", "sensitive", "egress"], } },
  ] },
}
`;
  assert.equal(found({ 'a.jsonc': text }), ['AGENTD-TRIFECTA a.jsonc:5 "servers"']);
  assert.is(withoutComments(text).length, text.length);
  assert.is(withoutComments('{"a":"// /* x"}'), '{"a":"// /* x"}');
  assert.is(withoutComments('1 /* open'), '1        ');
  assert.is(withoutComments('"a\\"// b" // c\n'), '"a\\"// b"     \n');
});

test('the arguments of a container are a configuration', () => {
  const flags = (tags: string) => `[--mcp-tags, "s=${tags}", "--mcp=s=https://s.example"]`;
  assert.equal(found({ 'p.yaml': pod(flags('untrusted_input,sensitive,egress')) }), [
    'AGENTD-TRIFECTA p.yaml:8 --mcp-tags',
  ]);
  assert.equal(found({ 'p.yaml': pod(flags('sensitive,egress')) }), []);
  assert.equal(found({ 'p.yaml': pod(flags('secret')) }), ['AGENTD-CONFIG-TAG p.yaml:8 "s=secret"']);
  assert.equal(found({ 'p.yaml': pod('[--mcp, s=x, --mcp-tags, t=egress]') }), [
    'AGENTD-CONFIG-FLAG p.yaml:8 t=egress',
  ]);
  assert.equal(found({ 'p.yaml': pod('[--mcp, s]') }), ['AGENTD-CONFIG-FLAG p.yaml:8 s']);
});

test('variables of a container are a configuration', () => {
  const env = (value: string, more = '') =>
    pod('[]', `      env:\n        - { name: AGENTD_MCP_SERVERS, value: '${value}' }\n${more}`);
  const all = '[{"name": "s", "endpoint": "x", "tags": {"*": ["untrusted_input", "sensitive", "egress"]}}]';
  assert.equal(found({ 'p.yaml': env(all) }), [
    `AGENTD-TRIFECTA p.yaml:10 { name: AGENTD_MCP_SERVERS, value: '${all}' }`,
  ]);
  const allowed = env(all, '        - { name: ALLOW_TRIFECTA, value: "1" }\n');
  assert.equal(found({ 'p.yaml': allowed }), []);
  assert.equal(judge({ 'p.yaml': allowed }).findings[0]?.record, {
    event: 'scope.trifecta_grant',
    fields: { grant: 'agent', setting: 'ALLOW_TRIFECTA' },
  });
});

test('a ConfigMap that no container here mounts is judged by itself, with places in the file', () => {
  const map = `# a comment
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: agents }
    data:
      notes.txt: nothing
      agent.yaml: |
        config_version: "2"
${three.replace(/^/gm, '        ').trimEnd()}
        security:
          allow_trifectas: true
`;
  assert.equal(found({ 'm.yaml': map }), [
    'AGENTD-TRIFECTA m.yaml:13 servers',
    'AGENTD-CONFIG-KEY m.yaml:18 allow_trifectas',
  ]);
});

test('documents of a stream are read each by itself', () => {
  const broken = 'a: {{ .Values.helm }}\n';
  assert.equal(
    found({ 'm.yaml': `${broken}---\n${pod('[--mcp-tags, "s=untrusted_input,sensitive,egress", --mcp, s=x]')}` }),
    ['AGENTD-TRIFECTA m.yaml:10 --mcp-tags'],
  );
  assert.equal(
    splitStream('# a\n---\na: 1\n--- {b: 2}\n---\n# c\n').map(({ text }) => text),
    ['---\na: 1\n', '--- {b: 2}\n'],
  );
});

test('files that have nothing to do with agentd are passed over', () => {
  const files = {
    'package.json': '{ "name": "mcp_servers" }',
    'config.yaml': 'config_version: "3"\nmcp: {}\n',
    'servers.json': '{ "mcp_servers": [{ "name": "no endpoint" }] }',
    'broken.yaml': 'config_version: "2"\nmcp: {{ nope }\n',
    'pod.yaml': pod('[--verbose]'),
    'list.yaml': 'mcp_servers: { a: b }\n',
  };
  const { findings, errors, summary } = judge(files);
  assert.equal([findings.length, errors.length, summary.files, summary.agents], [0, 0, 0, 0]);
});

test('a file that is given is judged by its content', () => {
  assert.equal(found({ 'a.conf': `${head}${three}` }, { paths: ['a.conf'] }), ['AGENTD-TRIFECTA a.conf:3 servers']);
});

test('without programs in the build, exec counts nothing', () => {
  const text = `${head}${servers('untrusted_input')}security: { exec: { enabled: true } }\n`;
  assert.equal(found({ 'a.yaml': text }, named), ['AGENTD-TRIFECTA a.yaml:3 servers']);
  assert.equal(found({ 'a.yaml': text }, { ...named, agentdExec: false }), []);
});

test('10,000 spawns of 5,000 servers', () => {
  const many = servers(
    ...Array.from({ length: 5_000 }, (_, i) => ['untrusted_input', 'sensitive', 'egress'][i % 3] ?? ''),
  );
  const steps = Array.from({ length: 10_000 }, (_, i) => `      s${i}: { kind: subagent }\n`);
  const text = `${head}${many}workflows:\n  - name: w\n    steps:\n${steps.join('')}`;
  const { report } = run({ paths: ['-'], stdin: { name: 'a.yaml', bytes: new TextEncoder().encode(text) } });
  assert.is(report.findings.filter(({ code }) => code === 'AGENTD-SPAWN-TRIFECTA').length, 10_000);
});

test.run();
