import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TrifectaLegs } from '../../src/library/legs.js';
import type { AgentReport } from '../../src/library/report.js';
import { type AgentNode, walk } from '../../src/library/walk.js';
import { Chance } from '../oracle/chance.js';
import { type Folded, fold, randomTool, randomTree, type Tree } from './trees.js';

const TREES = 2_000;
const severities = ['silent', 'soft', 'loud'];

function plain({ label, legs, verdict, treeVerdict, children }: AgentReport): Folded {
  return { label, legs: legs.plain(), verdict, treeVerdict, children: children.map(plain) };
}

/** The verdicts of a tree by label, as numbers. */
function verdicts(report: AgentReport): Map<string, number> {
  const all = new Map<string, number>();
  const pending = [report];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    all.set(next.label, severities.indexOf(next.verdict));
    pending.push(...next.children);
  }
  return all;
}

test('the rules agree with a direct fold on random trees', () => {
  const chance = new Chance(6);
  for (let i = 0; i < TREES; i++) {
    const tree = randomTree(chance);
    const report = walk(tree);
    assert.equal(plain(report), fold(tree), JSON.stringify(tree));
    const path = report.worstPath;
    assert.is(path.length === 0, report.treeVerdict === 'silent');
    assert.is(path.at(-1)?.verdict ?? 'silent', report.treeVerdict);
  }
});

/** The tree with one of its agents changed. */
function changed(tree: Tree, label: string, change: (node: Tree) => Tree): Tree {
  const children = tree.children.map((child) =>
    label.startsWith(child.label) ? changed(child, label, change) : child,
  );
  return tree.label === label ? change({ ...tree, children }) : { ...tree, children };
}

test('a further tool, child or private flag lowers no verdict', () => {
  const chance = new Chance(7);
  for (let i = 0; i < 600; i++) {
    const tree = randomTree(chance);
    const before = verdicts(walk(tree));
    const label = chance.pick([...before.keys()]);
    const changes: ((node: Tree) => Tree)[] = [
      (node) => ({ ...node, tools: { ...node.tools, more: randomTool(chance) } }),
      (node) => ({ ...node, children: [...node.children, randomTree(chance, 4, `${node.label}+`)] }),
      (node) => ({ ...node, tools: withPrivate(node.tools) }),
    ];
    const after = verdicts(walk(changed(tree, label, chance.pick(changes))));
    for (const [agent, verdict] of before)
      assert.ok((after.get(agent) ?? 0) >= verdict, JSON.stringify({ tree, label }));
  }
});

function withPrivate(tools: Tree['tools']): Tree['tools'] {
  return Object.fromEntries(
    Object.entries(tools).map(([name, legs]) => [name, legs === null ? null : { ...legs, private: true }]),
  );
}

test('the order of tools and children changes nothing but the order of children', () => {
  const chance = new Chance(8);
  for (let i = 0; i < 200; i++) {
    const tree = randomTree(chance);
    assert.equal(byLabel(walk(reversed(tree))), byLabel(walk(tree)));
  }
});

/** Legs and verdicts of all agents of a tree. */
function byLabel(report: AgentReport): object {
  const all = [report];
  for (const next of all) all.push(...next.children);
  return Object.fromEntries(
    all.map(({ label, verdict, treeVerdict, legs }) => [label, { verdict, treeVerdict, legs: legs.plain() }]).sort(),
  );
}

function reversed(tree: Tree): Tree {
  const tools = Object.fromEntries(Object.entries(tree.tools).reverse());
  return { ...tree, tools, children: tree.children.map(reversed).reverse() };
}

const hard = { private: false, untrusted: 'hard', review: 'no_egress' };
const secret = { private: true, untrusted: 'none', review: 'no_egress' };
const post = { private: false, untrusted: 'none', review: 'unreviewed' };

test('a chain of 20,000 agents', () => {
  let node: AgentNode = { label: 'last', tools: { inbox: hard } };
  for (let i = 1; i < 19_999; i++) node = { label: 'link', children: [node] };
  const root = walk({ label: 'root', tools: { secret, post }, children: [node] });
  assert.is(root.verdict, 'soft');
  assert.equal(root.tags, ['private', 'untrusted_weakened', 'egress']);
  assert.equal(
    root.worstPath.map(({ label }) => label),
    ['root'],
  );
  assert.ok(root.render().includes('inbox'));
});

test('a tree of 100,000 agents', () => {
  const leaf = (i: number): AgentNode => ({ label: `leaf ${i}`, tools: { inbox: hard, post } });
  const branch = (i: number): AgentNode => ({
    label: `branch ${i}`,
    tools: i === 150 ? { secret } : {},
    children: Array.from({ length: 331 }, (_, j) => leaf(i * 331 + j)),
  });
  const root = walk({ label: 'root', children: Array.from({ length: 302 }, (_, i) => branch(i)) });
  assert.is(root.verdict, 'soft');
  const soft = root.children.filter(({ verdict }) => verdict === 'soft');
  assert.equal(
    soft.map(({ label }) => label),
    ['branch 150'],
  );
  assert.is(
    root.children.reduce((sum, { children }) => sum + children.length + 1, 1),
    100_265,
  );
});

test('what cannot be a tree is refused', () => {
  const children: AgentNode[] = [];
  const circle: AgentNode = { label: 'circle', children };
  children.push(circle);
  assert.throws(() => walk(circle), /the tree contains itself: circle/);
  assert.throws(
    () => walk({ label: 'a', tools: { x: { ...hard, untrusted: 'soft' } } }),
    /unknown untrusted level: :soft/,
  );
  assert.throws(
    () => walk({ label: 'a', children: [{ label: 'b', channel_egress: 'reviewed' }] }),
    /unknown egress review level: :reviewed/,
  );
});

test('an agent that stands at two places is judged at each', () => {
  const shared: AgentNode = { label: 'shared', tools: { inbox: hard } };
  const root = walk({ label: 'root', tools: { secret, post }, children: [shared, shared] });
  assert.is(root.verdict, 'soft');
  assert.is(root.children.length, 2);
});

test('the drawing names tools, hand-offs, verdicts and the way each leg came', () => {
  const drawing = walk({
    label: 'assistant',
    tools: { read: secret, notes: null },
    children: [
      { label: 'RESEARCHER', channel_egress: 'human_reviewed', tools: { fetch: { ...hard, review: 'unreviewed' } } },
    ],
  }).render();
  assert.equal(drawing.split('\n'), [
    '* assistant: loud [private, untrusted_hard, egress]',
    '├─ tool read [private]',
    '├─ tool notes [untrusted_hard, egress] undeclared',
    '└─ RESEARCHER: silent [untrusted_hard, egress] hand-off: human_reviewed',
    '   └─ tool fetch [untrusted_hard, egress]',
    '',
    'worst verdict: loud',
    'worst path: assistant',
    '',
    'why assistant is loud:',
    '  ① private data',
    '    read: its own',
    '  ② untrusted content',
    '    notes: its own',
    '    fetch: of RESEARCHER; as a report (weakened)',
    '  ③ a way out',
    '    notes: its own',
    '    fetch: of RESEARCHER; the hand-off is human_reviewed',
    '',
  ]);
});

test('no drawing speaks of safety', () => {
  const chance = new Chance(9);
  for (let i = 0; i < 100; i++) assert.not.match(walk(randomTree(chance)).render(), /\b(?:un)?saf|secure|harmless/i);
});

test('a child that is no agent is refused and hides none behind it', () => {
  for (const child of [undefined, null]) {
    const tree = JSON.parse('{"label":"a","children":[null,{"label":"b"}]}');
    tree.children[0] = child;
    assert.throws(
      () => walk(tree),
      (error: unknown) => error instanceof TypeError && /child of a/.test(error.message),
    );
  }
});

test('a union with a word that is no level is refused', () => {
  const legs = JSON.parse(
    '{"private":false,"untrusted":"bogus","review":"unreviewed","destination":"attacker_reachable"}',
  );
  assert.throws(
    () => TrifectaLegs.NONE.union(legs),
    (error: unknown) => error instanceof RangeError,
  );
});

test.run();
