import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Inferred, inferPermits } from '../../src/check/infer.js';
import { run } from '../../src/run.js';

// What `infer-permits --write` leaves in whole files.
type Files = Readonly<Record<string, string>>;

interface Written {
  /** By file. */
  readonly inferred: ReadonlyMap<string, Inferred>;
  /** The files afterwards. */
  readonly texts: ReadonlyMap<string, string>;
  /** The findings of all files then, as "file CODE". */
  readonly findings: readonly string[];
}

/** Writes the block into each file, one after the other. */
function written(files: Files): Written {
  const cwd = mkdtempSync(join(tmpdir(), 'permits-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const inferred = new Map<string, Inferred>();
    for (const name of Object.keys(files)) {
      const one = inferPermits(name, { cwd });
      inferred.set(name, one);
      if (one.text !== null) writeFileSync(join(cwd, name), one.text);
    }
    const { report } = run({ paths: ['.'], cwd });
    const texts = new Map(Object.keys(files).map((name) => [name, readFileSync(join(cwd, name), 'utf8')]));
    return { inferred, texts, findings: report.findings.map(({ file, code }) => `${file} ${code}`) };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** What is not inferred, as "task category: why". */
function open(inferred: Inferred | undefined): string[] {
  return (inferred?.uninferable ?? []).map(
    ({ task, category, why, isFault }) => `${isFault ? 'fault: ' : ''}${task} ${category}: ${why}`,
  );
}

const head = 'nika: x\n';
const below = `${head}tasks:
  build: { exec: { command: ["make", "all"] } }
  keep: { invoke: { tool: "nika:write", args: { path: "out/a.md", content: "a" } } }
`;

test('a caller grants what the workflows it calls need, and theirs', () => {
  const { inferred, texts, findings } = written({
    'top.nika.yaml': `${head}tasks:\n  down: { invoke: { workflow: "./middle.nika.yaml" } }\n`,
    'middle.nika.yaml': `${head}tasks:
  get: { invoke: { tool: "nika:fetch", args: { url: "https://api.example.com/a" } } }
  down: { invoke: { workflow: "./below.nika.yaml" } }
`,
    'below.nika.yaml': below,
  });
  assert.is(
    texts.get('top.nika.yaml'),
    `${head}permits:
  fs:
    write: ["out/a.md"]
  net:
    http: ["api.example.com"]
  exec: ["make"]
  tools: ["nika:fetch", "nika:write"]
tasks:
  down: { invoke: { workflow: "./middle.nika.yaml" } }
`,
  );
  assert.equal(inferred.get('below.nika.yaml')?.permits, {
    fs: { write: ['out/a.md'] },
    exec: ['make'],
    tools: ['nika:write'],
  });
  for (const one of inferred.values()) assert.equal(open(one), []);
  assert.equal(
    findings.filter((finding) => /COMP-002|SEC-004|AUTH-006/.test(finding)),
    [],
  );
});

test('workflows that call each other grant the same', () => {
  const { inferred } = written({
    'a.nika.yaml': `${head}tasks:\n  run: { exec: { command: ["a"] } }\n  b: { invoke: { workflow: "./b.nika.yaml" } }\n`,
    'b.nika.yaml': `${head}tasks:\n  run: { exec: { command: ["b"] } }\n  a: { invoke: { workflow: "./a.nika.yaml" } }\n`,
  });
  for (const one of inferred.values()) assert.equal(one.permits, { exec: ['a', 'b'] });
});

test('what a called workflow computes, and one that is not there, is named with the call', () => {
  const { inferred } = written({
    'top.nika.yaml': `${head}tasks:
  down: { invoke: { workflow: "./below.nika.yaml" } }
  gone: { invoke: { workflow: "./gone.nika.yaml" } }
`,
    'below.nika.yaml': `${below}  get:
    with: { at: "\${{ tasks.build.output }}" }
    invoke: { tool: "nika:fetch", args: { url: "\${{ with.at }}" } }
`,
  });
  assert.equal(open(inferred.get('top.nika.yaml')), [
    'down net.http: what `below.nika.yaml` needs of it is not all in its file',
    'gone *: there is no such file',
  ]);
});

test('grants stay in categories in which an agent, a call or a template decides', () => {
  const before = `${head}permits:
  fs: { read: ["notes/**", "!notes/mine/*"], write: ["old.md"] }
  net: { http: ["api.example.com"] }
  exec: ["git"]
  tools: ["nika:read", "mcp:old/x"]
tasks:
  look: { agent: { prompt: "look it up", tools: ["nika:read"] } }
  todo: { invoke: { tool: "nika:read", args: { path: "todo.md" } } }
  get:
    with: { at: "\${{ tasks.look.output }}" }
    invoke: { tool: "nika:fetch", args: { url: "\${{ with.at }}" } }
`;
  const { inferred, texts } = written({ 'a.nika.yaml': before });
  const tasks = before.slice(before.indexOf('tasks:\n'));
  assert.is(
    texts.get('a.nika.yaml'),
    `${head}permits:
  fs: { read: ["notes/**", "!notes/mine/*", "todo.md"] }
  net: { http: ["api.example.com"] }
  tools: ["nika:fetch", "nika:read"]
${tasks}`,
  );
  const one = inferred.get('a.nika.yaml');
  assert.equal(one?.kept, ['fs.read', 'net.http']);
  assert.equal(one?.permits, { fs: { read: ['todo.md'] }, tools: ['nika:fetch', 'nika:read'] });
  assert.equal(open(one).at(0), 'look fs.read: its agent chooses what it tells `nika:read`');
});

const agents: readonly (readonly [entry: string, categories: readonly string[]])[] = [
  ['nika:read', ['fs.read']],
  ['nika:grep', ['fs.read']],
  ['nika:glob', ['fs.read']],
  ['nika:write', ['fs.write']],
  ['nika:edit', ['fs.write']],
  ['nika:notify', ['net.http']],
  ['nika:fetch', ['fs.read', 'net.http']],
  ['nika:chart', ['fs.read', 'fs.write']],
  ['nika:image_*', ['fs.read', 'fs.write']],
  ['nika:jq', []],
  ['mcp:desk/*', []],
];

for (const [entry, categories] of agents) {
  test(`an agent that is given ${entry} decides of ${categories.join(' and ') || 'nothing'}`, () => {
    const text = `${head}tasks:\n  a: { agent: { prompt: "x", tools: ["${entry}"] } }\n`;
    const { uninferable } = inferPermits({ name: 'a.nika.yaml', text });
    assert.equal(
      uninferable.map(({ category }) => category),
      categories,
    );
  });
}

test('any program stays granted where a program is computed', () => {
  const text = `${head}permits: { exec: true }
tasks:
  name: { exec: { command: ["ls"] } }
  run: { with: { p: "\${{ tasks.name.output }}" }, exec: { command: ["\${{ with.p }}"] } }
`;
  const { inferred, texts } = written({ 'a.nika.yaml': text });
  assert.is(texts.get('a.nika.yaml'), text);
  assert.equal(inferred.get('a.nika.yaml')?.kept, ['exec']);
});

test('what the language does not have is no grant but a fault', () => {
  const { inferred } = written({
    'a.nika.yaml': `${head}tasks:
  line: { exec: { command: "ls | grep x" } }
  word: { exec: { command: "ls" } }
  slip: { invoke: { tool: "nika:raed", args: { path: "a" } } }
  given: { agent: { prompt: "x", tools: ["nika:teleport", "mcp:desk/find"] } }
`,
  });
  const one = inferred.get('a.nika.yaml');
  assert.equal(one?.permits, { exec: ['ls'], tools: ['mcp:desk/find'] });
  assert.equal(open(one), [
    'fault: line exec: `command` is one string: write the program and its arguments as a list, or the line as `shell:`',
    'fault: slip tools: there is no builtin `nika:raed`: did you mean `nika:read`?',
    'fault: given tools: there is no builtin `nika:teleport`: name a builtin that the language has',
  ]);
});

test.run();
