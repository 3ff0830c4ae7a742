import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { found, judge, pod, servers } from './judge.js';

const head = 'config_version: "2"\n';
const named = { agentdConfigs: ['a.yaml'], paths: [] };
const three = servers('untrusted_input', 'sensitive', 'egress');

/** The unknown keys of a configuration, by line. */
function unknown(yaml: string): string[] {
  return found({ 'a.yaml': yaml }, named).map((one) => one.replace('AGENTD-CONFIG-KEY a.yaml:', ''));
}

/** In each section a key that belongs there, and `zzz` at a depth of its own. */
const sections = [
  'agent: { name: a, zzz: 1 }',
  'agent: { tools: { internal: all, zzz: 1 } }',
  'agent: { conversation_budget: { windows: [{ per: day, zzz: 1 }] } }',
  'intelligence: { model: m, auth: { kind: static, zzz: 1 } }',
  'intelligence: { pricing: { m: { zzz: 1 } } }',
  'mcp: { servers: [{ name: s, endpoint: e, tags: { "*": [egress] }, oauth: { zzz: 1 } }] }',
  'tools: { overrides: { read: { server: s, tool: t, zzz: 1 } } }',
  'store: { kind: mcp, mcp: { server: s, put: { tool: t, zzz: 1 } } }',
  'store: { retention: { runs: { ttl: 1d, zzz: 1 } } }',
  'memory: { zzz: 1 }',
  'context: { plan: { zzz: 1 } }',
  'knowledge: { auto_context: { zzz: 1 } }',
  'search: { server: s, zzz: 1 }',
  'skills: { sources: [{ server: s, zzz: 1 }] }',
  'limits: { subagents: { depth: 3, zzz: 1 } }',
  'lifecycle: { zzz: 1 }',
  'a2a: { peers: [{ name: p, endpoint: e, zzz: 1 }] }',
  'a2a: { principals: [{ match: { san: x, zzz: 1 } }] }',
  'interface: { pairing: { zzz: 1 } }',
  'webhooks: { default_auth: { hmac: { zzz: 1 } } }',
  'goal: { check: { every: 1h, zzz: 1 } }',
  'observability: { otel: { zzz: 1 } }',
  'security: { workflows: { immutable: true, zzz: 1 } }',
  'security: { exec: { enabled: false, zzz: 1 } }',
  'workflows: [{ name: w, zzz: 1 }]',
  'workflows: [{ name: w, steps: { a: { kind: subagent, instruction: i, zzz: 1 } } }]',
  'workflows: [{ name: w, steps: { a: { kind: foreach, over: o, body: { steps: { b: { kind: noop, zzz: 1 } } } } } }]',
];

for (const section of sections) {
  test(section, () => {
    assert.equal(unknown(`${head}${section}\n`), ['2 zzz']);
    assert.equal(unknown(`${head}${section.replace(/,? zzz: 1/, '')}\n`), []);
  });
}

test('a section that is no mapping has its place', () => {
  for (const section of ['limits: 3', 'store: { retention: yes }'])
    assert.match(unknown(`${head}${section}\n`)[0] ?? '', /^AGENTD-CONFIG-SHAPE a\.yaml:2 (?:3|yes)$/, section);
});

test('what is free to name is no unknown key', () => {
  assert.equal(
    unknown(`${head}vars: { anything: { at: all } }
intelligence: { headers: { x-team: ops }, pricing: { any-model: { currency: EUR } } }
lifecycle: { exit_code_map: { budget: 7 } }
`),
    [],
  );
});

test('keys that every mapping of a language has are unknown here', () => {
  assert.equal(unknown(`${head}constructor: 1\nagent: { toString: 1 }\n`), ['2 constructor', '3 toString']);
});

test('the flat file has keys of its own, and remarks', () => {
  const flat = (more: string) => `${more}mcp_servers: [{ name: s, endpoint: e, "//": a remark }]\n`;
  assert.equal(unknown(flat('"//": a remark\nlimits: { max_steps: 3 }\nintelligence: "https://m.example"\n')), []);
  assert.equal(unknown(flat('limits: { run: { steps: 3 } }\n')), ['1 run']);
  assert.equal(unknown(`${head}"//": no remark\n`), ['2 "//"']);
});

test('one word of another family is refused, in one file and in several', () => {
  const families = (...texts: readonly string[]) => {
    const files = Object.fromEntries(texts.map((text, i) => [`${i}.yaml`, `${text}\n`]));
    return found(files, { agentdConfigs: Object.keys(files), paths: [] });
  };
  assert.equal(families('model: m\nagent: { name: a }'), ['AGENTD-CONFIG-FAMILIES 0.yaml:1 model']);
  assert.equal(families('model: m', 'agent: { name: a }'), ['AGENTD-CONFIG-FAMILIES 0.yaml:1 model']);
  assert.equal(families('model: m', 'model: null\nagent: { name: a }'), []);
  assert.equal(families('intelligence: "https://m.example"', 'agent: { name: a }'), [
    'AGENTD-CONFIG-FAMILIES 0.yaml:1 intelligence',
  ]);
  assert.equal(families('config_version: "1.0"', 'agent: { name: a }'), [
    'AGENTD-CONFIG-FAMILIES 0.yaml:1 config_version',
  ]);
  assert.equal(families('intelligence: { model: m }', 'agent: { name: a }\nlimits: {}'), []);
});

test('a step of a kind that is not known, and one that misspells what it asks for', () => {
  const step = (yaml: string) => found({ 'a.yaml': `${head}workflows: [{ name: w, steps: { a: ${yaml} } }]\n` }, named);
  assert.equal(step('{ kind: subagents }'), ['AGENTD-CONFIG-SHAPE a.yaml:2 subagents']);
  assert.equal(step('{ depends_on: [] }'), ['AGENTD-CONFIG-SHAPE a.yaml:2 { depends_on: [] }']);
  assert.equal(step('{ kind: subagent, server: [] }'), ['AGENTD-CONFIG-KEY a.yaml:2 server']);
});

test('`servers: none` grants every server', () => {
  const text = `${head}${three}security: { allow_trifecta: true }
workflows: [{ name: w, steps: { a: { kind: subagent, servers: none }, b: { kind: subagent, servers: [] } } }]\n`;
  assert.equal(found({ 'a.yaml': text }, named), ['AGENTD-CONFIG-SHAPE a.yaml:8 none']);
  const granted = judge({ 'a.yaml': text }, named).findings.filter(({ code }) => code === 'AGENTD-GRANT');
  assert.equal(
    granted.map(({ subject }) => subject.task),
    ['instance', 'w/a'],
  );
});

const all = '[{"name": "s", "endpoint": "x", "tags": {"*": ["untrusted_input", "sensitive", "egress"]}}]';
const env = (...variables: readonly string[]) =>
  variables
    .map((variable) => variable.split('='))
    .map(([name, ...value]) => `        - { name: ${name}, value: '${value.join('=')}' }\n`)
    .join('');
/** The codes on a container with these variables and arguments. */
function container(variables: readonly string[], args = '[]'): string[] {
  return judge({ 'p.yaml': pod(args, variables.length === 0 ? '' : `      env:\n${env(...variables)}`) }).findings.map(
    ({ code }) => code,
  );
}

test('a switch is set by the last of file, variable and flag', () => {
  const refused = ['AGENTD-TRIFECTA'];
  const list = `AGENTD_MCP_SERVERS=${all}`;
  const allowed = ['AGENTD-GRANT'];
  assert.equal(container([list]), refused);
  for (const name of [
    'ALLOW_TRIFECTA',
    'AGENT_ALLOW_TRIFECTA',
    'AGENTD_ALLOW_TRIFECTA',
    'AGENTD_SECURITY_ALLOW_TRIFECTA',
  ]) {
    assert.equal(container([list, `${name}=true`]), allowed, name);
    assert.equal(container([list, `${name}=false`]), refused, name);
    assert.equal(container([list, `${name}=false`], '[--allow-trifecta]'), allowed, name);
  }
  for (const flag of ['--security.allow_trifecta', '--security-allow-trifecta', '--security.allow-trifecta']) {
    assert.equal(container([list], `[${flag}, "true"]`), allowed, flag);
    assert.equal(container([list, 'ALLOW_TRIFECTA=1'], `[${flag}, "false"]`), refused, flag);
    assert.equal(container([list], `["${flag}=true"]`), allowed, flag);
  }
});

test('servers and programs are set by variables and flags', () => {
  const untrusted = all.replace(', "sensitive", "egress"', '');
  assert.equal(container([`AGENT_MCP_SERVERS=${untrusted}`, 'AGENTD_SECURITY_EXEC_ENABLED=true']), ['AGENTD-TRIFECTA']);
  assert.equal(container([`MCP_SERVERS=${untrusted}`], '[--security.exec.enabled, "true"]'), ['AGENTD-TRIFECTA']);
  assert.equal(container([`MCP_SERVERS=${untrusted}`], '[--security.exec.enabled, "false"]'), []);
  assert.equal(container([`MCP_SERVERS=${untrusted}`], `[--mcp.servers, '${all}']`), ['AGENTD-TRIFECTA']);
  assert.equal(container([`AGENTD_MCP_SERVERS=${all.replace('"tags"', '"tag"')}`]), ['AGENTD-CONFIG-KEY']);
});

test('a variable without a prefix is not meant for agentd in a container of another program', () => {
  const other = pod('[]', `      env:\n${env(`MCP_SERVERS=${all}`)}`).replace('image: agentd', 'image: other');
  assert.equal(judge({ 'p.yaml': other }).findings, []);
});

test.run();
