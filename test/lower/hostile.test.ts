// biome-ignore-all lint/suspicious/noTemplateCurlyInString: islands are what is tested
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Facts } from '../../src/facts/facts.js';
import { lowerWorkflow } from '../../src/lower/index.js';
import type { Mapping, Node, Scalar } from '../../src/parse/tree.js';
import { dump, rows } from './dump.js';

test('ids that JavaScript objects have of their own are ids like others', () => {
  const ids = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const tasks = ids.map(
    (id) => `  ${id}: { with: { ${id}: "\${{ tasks.${id}.output }}" }, infer: "\${{ with.${id} }}" }`,
  );
  const d = dump(`tasks:\n${tasks.join('\n')}`, { wordReferences: true });
  assert.is(rows(d, 'task').length, 4);
  assert.is(rows(d, 'reads_task').filter((row) => row.includes('@0')).length, 4);
  assert.is(rows(d, 'reads_binding').filter((row) => row.includes('@0')).length, 4);
  const ghosts = dump('tasks: { a: { infer: "${{ tasks.__proto__.output }} ${{ with.constructor }}" } }');
  assert.equal(rows(ghosts, 'reads_ghost'), ['"w.nika.yaml#a.input@0", "__proto__"']);
  assert.equal(rows(ghosts, 'reads_binding'), []);
});

test('tasks may be called as the roots of expressions are', () => {
  const ids = ['tasks', 'with', 'group', 'item', 'status'];
  const tasks = ids.map((id) => `  ${id}: { group: ${id}, infer: "\${{ tasks.${id}.${id} }} \${{ group.${id} }}" }`);
  const d = dump(`tasks:\n${tasks.join('\n')}`);
  assert.equal(
    rows(d, 'reads_task').map((row) => row.replaceAll('w.nika.yaml#', '')),
    ids.map((id) => `"${id}.input@0", "${id}", "${id}"`),
  );
  assert.is(rows(d, 'reads_group').length, 5);
  assert.is(rows(d, 'reads_item').length, 0);
});

test('no two entities of a workflow share a symbol', () => {
  const d = dump(`tasks:
  group: { group: output, infer: "\${{ group.output }} \${{ tasks }}" }
  group.output: { infer: }
  a: { with: { "*": 1, x: 2, x.y: 3 }, infer: "\${{ with }}" }
  a.with.x: { infer: }
  "*": { with: "\${{ item }}", infer: }
  a%2Ewith: { with: { x: 1 }, infer: }`);
  const entities = ['task', 'slots', 'binding', 'pool', 'binding_pool', 'fold', 'reference'];
  const symbols = entities.flatMap((relation) => {
    const firsts = rows(d, relation).map((row) => row.split(', '));
    return relation === 'slots' ? firsts.flatMap((columns) => columns.slice(1)) : firsts.map(([first]) => first);
  });
  assert.is(new Set(symbols).size, symbols.length, symbols.join('\n'));
});

test('long names are clipped in symbols, and stay apart', () => {
  const [a, b] = ['a'.repeat(60_000), `${'a'.repeat(59_999)}b`];
  const d = dump(
    `tasks: { ${a}: { infer: }, ${b}: { with: { ${a}: 1, ${b}: 2 }, infer: "\${{ tasks.${b} }}${'${{ item }}'.repeat(2_000)}" } }`,
  );
  assert.is(new Set(rows(d, 'slots')).size, 2);
  assert.is(new Set(rows(d, 'binding')).size, 2);
  assert.is(rows(d, 'reads_item').length, 2_000);
  assert.ok(rows(d, 'reads_item').every((row) => row.length < 250));
  assert.match(rows(d, 'reads_task')[0] ?? '', /^"w\.nika\.yaml#(a{100}%~[0-9a-f]{32})\.input@0", "w\.nika\.yaml#\1"/);
});

test('ids of any letters', () => {
  const d = dump('tasks: { café: { infer: }, 数据: { infer: "${{ tasks.café.output }} ${{ tasks.数据 }}" } }');
  assert.is(rows(d, 'reads_task').length, 2);
});

test('ten thousand tasks, each reading the next', () => {
  const tasks = Array.from({ length: 10_000 }, (_, i) => `  t${i}: { infer: "\${{ tasks.t${i + 1}.output }}" }`);
  const d = dump(`tasks:\n${tasks.join('\n')}`);
  assert.is(rows(d, 'task').length, 10_000);
  assert.is(rows(d, 'reads_task').length, 9_999);
  assert.equal(rows(d, 'reads_ghost'), ['"w.nika.yaml#t9999.input@0", "t10000"']);
});

test('fifty thousand keys, and a hundred thousand items', () => {
  const keys = Array.from({ length: 50_000 }, (_, i) => `k${i}: v`);
  assert.is(rows(dump(`tasks: { a: { with: { ${keys.join(', ')} }, infer: } }`), 'binding').length, 50_000);
  const items = '"${{ item }}",'.repeat(50_000);
  assert.is(rows(dump(`tasks: { a: { infer: [${items}] } }`), 'reads_item').length, 50_000);
  assert.is(rows(dump(`permits: { tools: [${'x,'.repeat(100_000)}] }\ntasks: {}`), 'permit').length, 100_000);
});

test('a key that stands twice is seen in small mappings and in large ones, at any depth', () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: ${i}`).join(', ');
  for (const count of [1, 7, 8, 20]) {
    const file = (last: string) => `tasks: { a: { infer: [{ ${pairs(count)}, ${last} }] } }`;
    assert.equal(rows(dump(file('k0: again')), 'malformed'), ['"w.nika.yaml", "duplicate-key"'], `${count} keys`);
    assert.equal(rows(dump(file('[k0]: k0')), 'malformed'), [], `${count} keys`);
  }
});

test('of ten thousand unreadable tasks the first ones are said', () => {
  const lines = dump(`tasks:\n${Array.from({ length: 10_000 }, (_, i) => `  t${i}:`).join('\n')}`);
  assert.equal(rows(lines, 'malformed'), ['"w.nika.yaml", "task-value"']);
  // One for the name that is missing.
  assert.is(rows(lines, 'shape_misfit').length + rows(lines, 'missing_key').length, 250);
});

test('a type deeper than any stack', () => {
  let type: Node = scalar('string');
  for (let i = 0; i < 100_000; i++) type = mapping('array', type);
  const root = mapping('tasks', mapping('a', mapping('returns', type)));
  lowerWorkflow({ file: 'w', text: '', root }, new Facts(), { wordReferences: true });
});

test('a tree deeper than any stack', () => {
  let value: Node = scalar('${{ item }}');
  for (let i = 0; i < 100_000; i++) value = { kind: 'sequence', items: [value], start: 0, end: 0 };
  const root = mapping('tasks', mapping('a', mapping('infer', value)));
  const facts = new Facts();
  lowerWorkflow({ file: 'w', text: '', root }, facts, { wordReferences: true });
  assert.is(facts.table('reads_item', 1).size, 2);
});

function scalar(text: string): Scalar {
  return { kind: 'scalar', text, plain: false, type: 'string', offset: 0, start: 0, end: 0 };
}

function mapping(key: string, value: Node): Mapping {
  return { kind: 'mapping', entries: [{ key: scalar(key), value }], start: 0, end: 0 };
}

test.run();
