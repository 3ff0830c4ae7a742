import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { check } from '../../src/check/check.js';
import { inFolder } from '../cli/command.js';
import { checked, costOf } from './workflow.js';

test('the ceiling is tokens times price times items times attempts', () => {
  const report = checked(`
model: a/ten
permits: {}
tasks:
  once: { infer: { prompt: p, max_tokens: 1000 } }
  each: { for_each: { items: [x, y, z] }, retry: { max_attempts: 2 }, infer: { prompt: p, max_tokens: 1000 } }
  own: { agent: { prompt: p, model: a/odd, max_tokens_total: 7 } }
  pure: { invoke: { tool: "nika:uuid" } }
`);
  assert.equal(costOf(report, 'once'), {
    task: 'once',
    calls: null,
    model: 'a/ten',
    max_tokens: 1000,
    iterations: 1,
    attempts: 1,
    usd: 0.01,
    min_path_usd: 0.01,
    unbounded_reason: null,
  });
  const { iterations, attempts, usd, min_path_usd } = costOf(report, 'each');
  assert.equal([iterations, attempts, usd, min_path_usd], [3, 2, 0.06, 0.03]);
  // 7 × 0.19305 millionths: a ceiling is rounded up, a floor down.
  assert.equal([costOf(report, 'own').usd, costOf(report, 'own').min_path_usd], [0.000002, 0.000001]);
  assert.is(report.cost.bounded_total_usd, 0.070002);
  assert.is(report.cost.min_path_total_usd, 0.040001);
  assert.is(report.cost.has_unbounded, false);
  assert.equal(report.cost.prices, { source: 'made up', date: '2026-01-02' });
  assert.is(report.cost.tasks.length, 3);
});

const reasons: readonly (readonly [body: string, reason: string])[] = [
  ['infer: { prompt: p }', 'no `max_tokens` is declared'],
  ['infer: { prompt: p, max_tokens: 0 }', '`max_tokens` is no whole number above 0'],
  [`infer: { prompt: p, max_tokens: "\${{ inputs.n }}" }`, '`max_tokens` is computed'],
  ['agent: { prompt: p, max_turns: 3, max_tokens: 9 }', 'no `max_tokens_total` is declared'],
  ['infer: { prompt: p, max_tokens: 9, model: a/none }', 'no price of `a/none` is known'],
  ['infer: { prompt: p, max_tokens: 9, model: ollama/other }', '`ollama/other` runs locally, and has no price'],
  ['infer: { prompt: p, max_tokens: 9, model: mock/echo }', '`mock/echo` runs locally, and has no price'],
  [`infer: { prompt: p, max_tokens: 9, model: "\${{ inputs.m }}" }`, 'its model is computed'],
  ['infer: { prompt: p, max_tokens: 9, model: 7 }', 'its model is no string'],
  [
    `for_each: { items: "\${{ inputs.all }}" }, infer: { prompt: p, max_tokens: 9 }`,
    '`for_each` over an expression runs for nobody knows how many items',
  ],
  [
    `retry: { max_attempts: "\${{ inputs.n }}" }, infer: { prompt: p, max_tokens: 9 }`,
    '`retry.max_attempts` is no whole number above 0',
  ],
];

for (const [body, reason] of reasons) {
  test(`no ceiling: ${body}`, () => {
    const report = checked(`model: a/ten\npermits: {}\ntasks: { t: { ${body} } }`);
    const { usd, min_path_usd, unbounded_reason } = costOf(report, 't');
    assert.equal([usd, min_path_usd, unbounded_reason], [null, null, reason]);
    assert.is(report.cost.has_unbounded, true);
    assert.is(report.risk_grade, 'unbounded');
  });
}

test('without a model there is no ceiling; a price of its own makes a local model one like any other; free is said, never assumed', () => {
  const none = checked('permits: {}\ntasks: { t: { infer: { prompt: p, max_tokens: 9 } } }');
  assert.is(costOf(none, 't').unbounded_reason, 'no model is named');
  const own = checked('model: ollama/own\npermits: {}\ntasks: { t: { infer: { prompt: p, max_tokens: 2000000 } } }');
  assert.equal([costOf(own, 't').usd, own.cost.has_unbounded], [1, false]);
  const free = checked('model: a/free\npermits: {}\ntasks: { t: { infer: { prompt: p, max_tokens: 2000000 } } }');
  assert.equal([costOf(free, 't').usd, free.cost.has_unbounded], [0, false]);
});

test('what never runs has no line, whatever it would cost', () => {
  const report = checked(`
model: a/ten
permits: {}
tasks:
  empty: { for_each: { items: [] }, infer: { prompt: p } }
  closed: { when: false, infer: { prompt: p } }
  runs: { infer: { prompt: p, max_tokens: 100 } }
`);
  assert.equal(
    report.cost.tasks.map(({ task }) => task),
    ['runs'],
  );
  assert.equal([report.cost.bounded_total_usd, report.cost.has_unbounded], [0.001, false]);
});

test('the cheapest path leaves out what has a condition, what waits for that, and what is for trouble', () => {
  const ask = 'infer: { prompt: p, max_tokens: 100 }';
  const report = checked(`
model: a/ten
permits: {}
tasks:
  always: { ${ask} }
  asked: { when: true, ${ask} }
  maybe: { when: "\${{ inputs.x }}", ${ask} }
  then: { after: { maybe: success }, ${ask} }
  ended: { after: { maybe: terminal }, ${ask} }
  trouble: { after: { always: failure }, ${ask} }
  cleanup: { after: { always: unwind }, ${ask} }
`);
  const least = report.cost.tasks.filter(({ min_path_usd }) => min_path_usd !== 0).map(({ task }) => task);
  assert.equal(least, ['always', 'asked', 'ended']);
  assert.equal([report.cost.bounded_total_usd, report.cost.min_path_total_usd], [0.007, 0.003]);
});

const child = (ask: string) => `nika: child\nmodel: a/ten\npermits: {}\ntasks:\n  one: { ${ask} }\n  two: { ${ask} }\n`;
const parent = `nika: parent
permits: {}
tasks:
  call: { for_each: { items: [1, 2] }, retry: { max_attempts: 3 }, invoke: { workflow: ./child.nika.yaml } }
`;

test('a call costs what its child costs, as often as it is made', () => {
  const files = { 'parent.nika.yaml': parent, 'child.nika.yaml': child('infer: { prompt: p, max_tokens: 100 }') };
  inFolder(files, (cwd) => {
    const report = check('parent.nika.yaml', { cwd, prices: `${process.cwd()}/test/check/prices.json` });
    const { calls, model, usd, min_path_usd } = costOf(report, 'call');
    assert.equal([calls, model, usd, min_path_usd], ['child.nika.yaml', null, 0.012, 0.004]);
    assert.is(report.cost.has_unbounded, false);
    assert.equal(report.requirements.models, ['a/ten']);
    assert.equal(
      report.calls.map(({ file }) => file),
      ['child.nika.yaml'],
    );
  });
});

test('a call has no ceiling where its child has none, is not known, or leads in a circle', () => {
  const reasonOf = (files: Record<string, string>) =>
    inFolder(files, (cwd) => costOf(check('parent.nika.yaml', { cwd }), 'call').unbounded_reason);
  const boundless = child('infer: { prompt: p }');
  assert.is(
    reasonOf({ 'parent.nika.yaml': parent, 'child.nika.yaml': boundless }),
    'the workflow it calls has no ceiling',
  );
  assert.is(reasonOf({ 'parent.nika.yaml': parent }), 'what it calls is not known');
  const back = `${child('infer: { prompt: p, max_tokens: 1 }')}  back: { invoke: { workflow: ./parent.nika.yaml } }\n`;
  assert.is(
    reasonOf({ 'parent.nika.yaml': parent, 'child.nika.yaml': back }),
    'the workflows call each other in a circle',
  );
});

test('a child that asks no model costs nothing', () => {
  const files = { 'parent.nika.yaml': parent, 'child.nika.yaml': child('invoke: { tool: "nika:uuid" }') };
  inFolder(files, (cwd) => {
    const { cost } = check('parent.nika.yaml', { cwd });
    assert.equal([cost.tasks, cost.bounded_total_usd, cost.has_unbounded], [[], 0, false]);
  });
});

test('sums outgrow 32 bits without losing a millionth', () => {
  const items = Array.from({ length: 100 }, (_, i) => i).join(', ');
  const report = checked(`
model: a/odd
permits: {}
tasks:
  much: { for_each: { items: [${items}] }, retry: { max_attempts: 9 }, infer: { prompt: p, max_tokens: 2147483647 } }
`);
  assert.is(report.cost.bounded_total_usd, 373114.546249);
});

test.run();
