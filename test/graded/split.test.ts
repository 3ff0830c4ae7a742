import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Engine } from '../../src/engine/index.js';
import { entityLabel } from '../../src/facts/entity.js';
import { Facts } from '../../src/facts/facts.js';
import { AgentdLowering } from '../../src/lower/agentd/index.js';
import { TAGS, type Tag } from '../../src/lower/agentd/model.js';
import { shippedRuleset } from '../../src/ruleset/index.js';
import { run } from '../../src/run.js';
import { Chance } from '../oracle/chance.js';

interface Held {
  readonly name: string;
  readonly tags: readonly Tag[];
}

function fileOf(servers: readonly Held[]): string {
  const items = servers.map(({ name, tags }) => ({ name, endpoint: 'e', tags: { '*': tags } }));
  return JSON.stringify({ config_version: '2', mcp: { servers: items } });
}

/** The two groups that are proposed for an instance; undefined where none are. */
function proposed(servers: readonly Held[]): readonly [reader: string[], actor: string[]] | undefined {
  const facts = new Facts();
  new AgentdLowering(facts, true).byContent({ file: 'a.json', text: fileOf(servers) });
  const evaluated = new Engine().run(shippedRuleset('graded.dl').program, facts);
  if (!evaluated.ok) throw new Error(evaluated.error.message);
  const root = facts.symbols.lookup('a.json#instance');
  const group = (relation: string) =>
    [...(evaluated.result.relation(relation) ?? [])].flatMap(([agent, by = 0]) =>
      agent === root ? [entityLabel(facts.symbols.text(by))] : [],
    );
  const groups = [group('agentd_reader'), group('agentd_actor')] as const;
  return groups[0].length === 0 ? undefined : groups;
}

function legs(servers: readonly Held[]): number {
  return new Set(servers.flatMap(({ tags }) => tags)).size;
}

/** The fewest servers that have to move so that both groups have fewer than three legs; undefined where no split does. */
function fewest(servers: readonly Held[]): number | undefined {
  let least: number | undefined;
  for (let choice = 1; choice < 2 ** servers.length - 1; choice++) {
    const moved = servers.filter((_, i) => (choice >> i) & 1);
    const rest = servers.filter((_, i) => !((choice >> i) & 1));
    if (legs(moved) < 3 && legs(rest) < 3) least = Math.min(least ?? moved.length, moved.length);
  }
  return least;
}

test('the split that is proposed keeps the Rule of Two, and none moves fewer servers', () => {
  const chance = new Chance(41);
  let splits = 0;
  for (let i = 0; i < 400; i++) {
    const servers = Array.from({ length: chance.between(2, 6) }, (_, k) => ({
      name: `s${k}`,
      tags: TAGS.filter(() => chance.percent(40)),
    })).filter(({ tags }) => tags.length > 0);
    if (legs(servers) < 3) continue;
    const groups = proposed(servers);
    const message = fileOf(servers);
    assert.is(
      groups === undefined ? undefined : Math.min(groups[0].length, groups[1].length),
      fewest(servers),
      message,
    );
    if (groups === undefined) continue;
    splits++;
    assert.equal([...groups[0], ...groups[1]].sort(), servers.map(({ name }) => name).sort(), message);
    for (const group of groups) assert.ok(legs(servers.filter(({ name }) => group.includes(name))) < 3, message);
  }
  assert.ok(splits > 50);
});

function repairs(servers: readonly Held[]): readonly string[] {
  const bytes = new TextEncoder().encode(fileOf(servers));
  return run({ paths: ['-'], stdin: { name: 'a.json', bytes } }).report.findings[0]?.repair ?? [];
}

test('a finding names the two groups, or that there are none', () => {
  const one = { name: 'web', tags: ['untrusted_input'] } as const;
  const two = { name: 'vault', tags: ['sensitive'] } as const;
  const three = { name: 'mail', tags: ['egress'] } as const;
  assert.match(repairs([one, two, three])[0] ?? '', /one with `web` and one with `vault`, `mail`/);
  const feeds = { name: 'feeds', tags: ['untrusted_input'] } as const;
  // The two that bring content stay together, and the one that sends moves.
  const [repair = ''] = repairs([one, feeds, two, three]);
  assert.match(repair, /and one with `mail`;/);
  for (const name of ['web', 'feeds', 'vault']) assert.ok(repair.includes(`\`${name}\``), repair);
  assert.match(repairs([{ name: 'all', tags: TAGS }])[0] ?? '', /no two groups/);
});

test.run();
