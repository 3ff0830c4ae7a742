import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../src/datalog/index.js';
import { Engine } from '../../src/engine/index.js';
import { Facts } from '../../src/facts/facts.js';
import { checkFindingRules } from '../../src/findings/check.js';
import { AgentdLowering } from '../../src/lower/agentd/index.js';
import { writeAgents } from '../../src/lower/graded/write.js';
import { shippedRules } from '../../src/rules.js';
import { shippedRuleset } from '../../src/ruleset/index.js';
import { Chance } from '../oracle/chance.js';
import { fold, randomTree } from './trees.js';

for (const entry of ['main.dl', 'graded.dl', 'check.dl']) {
  test(`${entry} is checked without a word`, () => {
    const file = (path: string) => ({ file: path, text: shippedRules.get(path) ?? '' });
    const { ok, diagnostics } = compile(file(entry), { include: file });
    assert.ok(ok);
    assert.equal(diagnostics, []);
    assert.equal(checkFindingRules(shippedRuleset(entry).program), []);
  });
}

/** Relations that the proof of a tuple goes through; none where the tuple does not hold. */
function explained(facts: Facts, relation: string, values: readonly (string | number)[]): Set<string> {
  const run = new Engine().run(shippedRuleset('graded.dl').program, facts);
  if (!run.ok) throw new Error(run.error.message);
  const steps = run.result.explain(relation, values)?.steps ?? [];
  return new Set(steps.map((step) => ('relation' in step ? step.relation : '')));
}

test('every verdict on an agent has a derivation', () => {
  const chance = new Chance(31);
  let told = 0;
  for (let i = 0; i < 40; i++) {
    const tree = { ...randomTree(chance), children: [] };
    const facts = new Facts();
    const tools = Object.entries(tree.tools).map(([name, legs]) => ({ name, legs }));
    writeAgents({ agents: [{ label: tree.label, delegations: [], tools }] }, 'x', facts);
    const { verdict } = fold(tree);
    const steps = explained(facts, 'severity', [`x#${tree.label}`, verdict === 'loud' ? 2 : 1]);
    assert.is(steps.size > 0, verdict !== 'silent');
    if (steps.size === 0) continue;
    told++;
    for (const relation of ['has_private', 'has_untrusted', 'has_review', 'tool_private'])
      assert.ok(steps.has(relation));
  }
  assert.ok(told > 5);
});

test('the verdict on an instance has a derivation down to its tags', () => {
  const facts = new Facts();
  const server = '{ name: s, endpoint: e, tags: { "*": [untrusted_input, sensitive, egress] } }';
  const text = `config_version: "2"\nmcp: { servers: [${server}] }\n`;
  assert.equal(new AgentdLowering(facts, true).byContent({ file: 'a.yaml', text }), []);
  const steps = explained(facts, 'agentd_refused_instance', ['a.yaml#instance']);
  for (const relation of ['agentd_verdict', 'severity', 'agentd_holds', 'agentd_tag']) assert.ok(steps.has(relation));
});

test.run();
