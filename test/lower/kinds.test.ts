// biome-ignore-all lint/suspicious/noTemplateCurlyInString: islands are what is tested
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Facts } from '../../src/facts/facts.js';
import { lowerWorkflow } from '../../src/lower/index.js';
import { parseDocument } from '../../src/parse/parse.js';
import { columnTypes, type Dump, declared, dump, rows } from './dump.js';

const plain = { wordReferences: false };

test('what a document is follows from its content', () => {
  const kind = (text: string, file: string) => dump(text, plain, file).lowered.kind;
  assert.is(kind('tasks: { a: {} }', 'any.yaml'), 'workflow');
  assert.is(kind('tasks:', 'nika.yaml'), 'workflow');
  assert.is(kind('nika: x\nmodel: y', 'any.yaml'), 'project');
  assert.is(kind('model: y', 'sub/nika.yaml'), 'project');
  assert.is(kind('model: y', 'nikanika.yaml'), 'not-a-workflow');
  assert.is(kind('a: b', 'x.nika.yaml'), 'not-a-workflow');
  assert.is(kind('nika: x\ntask: { a: {} }', 'x.nika.yaml'), 'not-a-workflow');
  assert.is(kind('[tasks]', 'any.yaml'), 'not-a-workflow');
  assert.is(kind('', 'any.yaml'), 'not-a-workflow');
});

test('a file that is named as a workflow and is no mapping leaves a fact, any other none', () => {
  const lines = (text: string, file: string) => dump(text, plain, file).lines;
  for (const file of ['x.nika.yaml', 'x.nika.yml', 'x.nika']) {
    for (const text of ['', '[a]', 'text']) assert.equal(lines(text, file), [`malformed("${file}", "document")`]);
  }
  assert.equal(lines('[a]', 'x.yaml'), []);
  assert.equal(lines('a: b', 'x.nika.yaml'), []);
  assert.equal(lines('nika: x', 'nika.yaml'), []);
});

test('tasks that are no mapping, or none, are said to be', () => {
  const written = {
    '': 'nothing',
    '[]': 'an empty list',
    '{}': 'an empty mapping',
    text: '`text`',
    '[{ id: a }]': 'a list',
  };
  for (const [tasks, what] of Object.entries(written)) {
    assert.equal(
      dump(`nika: x\ntasks: ${tasks}`).lines,
      [
        'workflow("w.nika.yaml")',
        'workflow_index("w.nika.yaml", 0)',
        `shape_misfit("w.nika.yaml#!tasks", "w.nika.yaml", "", "workflow", "tasks", "a mapping of ids to tasks", "${what}")`,
        'malformed("w.nika.yaml", "tasks")',
      ],
      tasks,
    );
  }
});

test('what separates the parts of a symbol is encoded in a path', () => {
  const { lines } = dump('tasks: { a: { infer: } }', plain, 'a#b%/w.yaml');
  assert.ok(lines.includes('task("a%23b%25/w.yaml#a", "a%23b%25/w.yaml", 0)'), lines.join('\n'));
});

test('a pattern is described once in a run, by every file that has it', () => {
  const facts = new Facts();
  for (const file of ['a.yaml', 'b.yaml']) {
    const text = 'permits: { tools: [x], fs: { read: [x] } }\ntasks: { a: { invoke: { tool: x } } }';
    const { root } = parseDocument(file, new TextEncoder().encode(text));
    lowerWorkflow({ file, text, root }, facts, plain);
  }
  assert.is(facts.table('glob', 2).size, 1);
  assert.is(facts.table('normal_path', 2).size, 1);
  assert.is(facts.table('permit', 4).size, 4);
  assert.is(facts.table('invokes', 2).size, 2);
});

test('words are read beside expressions when they are asked for, in positions of their own', () => {
  const text = `tasks:
  a: { infer: }
  b:
    with: { k: "\${{ tasks.aFeed.output == tasks . a }} \\\\\${{ tasks.a.status }}" }
    infer: "\${{ 'item' }}"`;
  const found = rows(dump(text, { wordReferences: true }), 'found');
  assert.equal(found.map((row) => row.replaceAll('w.nika.yaml#', '')).sort(), [
    '"b.input@0", "quoted"',
    '"b.input@w0", "quoted-word"',
    '"b.with.k@0", "parse"',
    '"b.with.k@1", "parse"',
    '"b.with.k@2", "parse"',
    '"b.with.k@w0", "word"',
    '"b.with.k@w1", "word"',
  ]);
  assert.is(rows(dump(text), 'found').length, 4);
});

/** The source text at the place of a symbol. */
function at({ facts }: Dump, text: string, symbol: string): string | undefined {
  const place = facts.places.get(facts.symbols.lookup(symbol) ?? -1);
  return place && text.slice(place.start, place.end);
}

test('entities have their places', () => {
  const text = `permits: { fs: { read: [a] }, exec: true }
nika: here
tasks:
  pull: { invoke: { tool: x } }
  push:
    with: { page: "\\u0041 \${{ tasks.pull.output }}" }
    for_each: { items: [] }
    invoke:
      args:
        text: |
          Dear \${{ with.page }},
          see \${{ tasks .
          pull }}
`;
  const d = dump(text);
  const place = (symbol: string) => at(d, text, `w.nika.yaml${symbol}`);
  assert.is(place(''), 'nika: here');
  assert.is(place('#push'), 'push');
  assert.is(place('#push.with.page'), 'page');
  assert.is(place('#push.input'), 'invoke');
  assert.is(place('#push.item'), 'for_each');
  assert.is(place('#push.with.page@0'), 'tasks.pull.output');
  assert.is(place('#push.input@0'), 'with.page');
  assert.is(place('#push.input@1'), 'tasks .\n          pull');
  assert.is(place('#!permits.fs.read'), '[a]');
  assert.is(place('#!permits.exec'), 'true');
});

test('every relation that is written is declared with as many columns', () => {
  const { facts } = dump('permits: { tools: [x] }\ntasks: { a: { infer: "${{ tasks.a }}" } }', {
    wordReferences: true,
  });
  for (const { name, arity } of facts.tables()) assert.is(columnTypes(name).length, arity, name);
  assert.ok(declared().size > 40);
});

test.run();
