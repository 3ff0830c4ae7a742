import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseString } from '../../src/parse/parse.js';
import type { Block } from '../../src/permits/block.js';
import { withPermits } from '../../src/permits/edit.js';
import { flowText } from '../../src/permits/yaml.js';
import { hostile } from './hostile.js';

const block: Block = { fs: { read: ['a.md'] }, exec: ['ls'] };
const tasks = 'tasks:\n  a: { exec: { command: [ls] } }';

/** What it is about, a file before, and after. */
const cases: [what: string, before: string, after: string][] = [
  [
    'no block: above the tasks and their comment',
    `# head\nnika: x # name\n\n# the work\n${tasks}\n`,
    `# head\nnika: x # name\n\npermits:\n  fs:\n    read: ["a.md"]\n  exec: ["ls"]\n# the work\n${tasks}\n`,
  ],
  ['no block, no final newline', tasks, `permits:\n  fs:\n    read: ["a.md"]\n  exec: ["ls"]\n${tasks}`],
  [
    'no block, lines that end with CR LF',
    `nika: x\r\n${tasks.replace('\n', '\r\n')}\r\n`,
    `nika: x\r\npermits:\r\n  fs:\r\n    read: ["a.md"]\r\n  exec: ["ls"]\r\n${tasks.replace('\n', '\r\n')}\r\n`,
  ],
  [
    'a block in block style, with comments around it',
    `permits: # mine\n    # first\n    exec: false # none\n    tools:\n      - nika:log\n# after\n${tasks}\n`,
    `permits: # mine\n    # first\n    exec: ["ls"] # none\n    fs:\n      read: ["a.md"]\n# after\n${tasks}\n`,
  ],
  [
    'a block in flow style',
    `permits: { exec: false } # mine\n${tasks}\n`,
    `permits: { fs: { read: ["a.md"] }, exec: ["ls"] } # mine\n${tasks}\n`,
  ],
  ['null', `permits: ~ # ?\n${tasks}\n`, `permits: { fs: { read: ["a.md"] }, exec: ["ls"] } # ?\n${tasks}\n`],
  ['no value', `permits: # ?\n${tasks}\n`, `permits: { fs: { read: ["a.md"] }, exec: ["ls"] } # ?\n${tasks}\n`],
  [
    'behind the tasks',
    `${tasks}\npermits:\n  exec: true`,
    `${tasks}\npermits:\n  exec: ["ls"]\n  fs:\n    read: ["a.md"]`,
  ],
  [
    'names of variables, and comments beside what stays',
    `permits:\n  # for the locale\n  env: [LANG] # one\n  exec: [ls] # lists\n  # no network\n  net:\n    http: [a.example]\n${tasks}\n`,
    `permits:\n  # for the locale\n  env: [LANG] # one\n  exec: [ls] # lists\n  # no network\n  fs:\n    read: ["a.md"]\n${tasks}\n`,
  ],
  [
    'names of variables in flow style',
    `permits: { env: [LANG, "TZ"], exec: true }\n${tasks}\n`,
    `permits: { fs: { read: ["a.md"] }, exec: ["ls"], env: [LANG, "TZ"] }\n${tasks}\n`,
  ],
  [
    'names of variables in JSON',
    '{"permits": {"env": ["LANG"]}, "tasks": {"a": {}}}\n',
    '{"permits": {"fs": {"read": ["a.md"]}, "exec": ["ls"], "env": ["LANG"]}, "tasks": {"a": {}}}\n',
  ],
  [
    'lists in block style, item by item, one at the depth of its key',
    `permits:\n  fs:\n    read:\n    - b.md # old\n    - 'a.md' # kept\n    # last\n    write:\n      - c\n  exec:\n    - "git"\n${tasks}\n`,
    `permits:\n  fs:\n    read:\n    - 'a.md' # kept\n    # last\n  exec:\n    - "ls"\n${tasks}\n`,
  ],
  [
    'what grants the same stays as it is written',
    `permits: { exec: ['ls'], net: {}, "fs": { read: [a.md], write: [] }, tools: [] }\n${tasks}\n`,
    `permits: { exec: ['ls'], net: {}, "fs": { read: [a.md], write: [] }, tools: [] }\n${tasks}\n`,
  ],
  [
    'a list in place of a truth value, and of what is none',
    `permits:\n  exec:\n    all: yes\n  fs: true\n${tasks}\n`,
    `permits:\n  exec: ["ls"]\n  fs: { read: ["a.md"] }\n${tasks}\n`,
  ],
  [
    'JSON without a block',
    '{"tasks": {"a": {}}}\n',
    '{"permits": {"fs": {"read": ["a.md"]}, "exec": ["ls"]}, "tasks": {"a": {}}}\n',
  ],
  [
    'JSON with one',
    '{"permits": null, "tasks": {"a": {}}}\n',
    '{"permits": {"fs": {"read": ["a.md"]}, "exec": ["ls"]}, "tasks": {"a": {}}}\n',
  ],
  [
    'the last of equal keys',
    `permits: {}\npermits: { exec: true }\n${tasks}\n`,
    `permits: {}\npermits: { fs: { read: ["a.md"] }, exec: ["ls"] }\n${tasks}\n`,
  ],
];

for (const [what, before, after] of cases) {
  test(what, () => {
    assert.is(withPermits(before, block), after);
    assert.is(withPermits(after, block), after, 'written again, it is the same');
  });
}

test('what is no workflow stays as it is', () => {
  for (const text of ['', '- a', 'tasks: {', '{}', 'nika: x\n']) assert.is(withPermits(text, block), null, text);
});

test('an empty block is written as one', () => {
  assert.is(withPermits(`permits:\n  exec: true\n${tasks}`, {}), `permits: {}\n${tasks}`);
  assert.is(withPermits(`permits:\n  env: [A]\n  exec: true\n${tasks}`, {}), `permits:\n  env: [A]\n${tasks}`);
  assert.is(withPermits(`permits: { exec: true, env: [A] }\n${tasks}`, {}), `permits: { env: [A] }\n${tasks}`);
  assert.is(withPermits(tasks, {}), `permits: {}\n${tasks}`);
});

test('every string reads back as it is, in a document that the profile takes', () => {
  for (const text of hostile) {
    const { root, diagnostics } = parseString('', `tools: ${flowText([text])}`);
    const value = root?.kind === 'mapping' ? root.entries[0]?.value : undefined;
    const read = value?.kind === 'sequence' ? value.items[0] : undefined;
    assert.equal(diagnostics, [], JSON.stringify(text));
    assert.ok(read?.kind === 'scalar' && read.type === 'string' && read.text === text, JSON.stringify(text));
  }
});

test.run();
