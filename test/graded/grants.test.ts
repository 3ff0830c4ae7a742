import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkTrifecta, type Grants, judgeGrants, type SpawnRequest } from '../../src/library/agentd.js';
import { exitCode } from '../../src/report/exit.js';
import { run } from '../../src/run.js';
import { Chance } from '../oracle/chance.js';
import { type Configuration, foldInstance, foldSpawn, randomConfiguration } from './configurations.js';

const CONFIGURATIONS = 2_000;
const severities = ['Ok', 'AllowedWithWarning', 'RefusedTrifecta'];

function severity(verdict: string | undefined): number {
  return severities.indexOf(verdict ?? 'Ok');
}

test('the rules agree with a direct fold on random configurations', () => {
  const chance = new Chance(21);
  for (let i = 0; i < CONFIGURATIONS; i++) {
    const configuration = randomConfiguration(chance);
    const { instance, spawns } = judgeGrants(configuration);
    const message = JSON.stringify(configuration);
    assert.equal(instance, foldInstance(configuration), message);
    for (const name of Object.keys(configuration.spawns)) {
      assert.equal(spawns[name], { ...foldSpawn(configuration, name), droppedTools: [] }, `${name} of ${message}`);
    }
  }
});

/** The configuration as a file, its spawns as steps; those of other spawns have the instance as parent in a file. */
function asFile({ servers, exec, allowTrifecta, spawns }: Configuration): string {
  const steps = Object.entries(spawns).map(([name, { servers: asked }]) => [
    name,
    { kind: 'subagent', ...(asked && { servers: asked }) },
  ]);
  return JSON.stringify({
    config_version: '2',
    mcp: {
      servers: servers.map(({ name, tags }) => ({ name, endpoint: 'https://x.example/mcp', tags: { '*': tags } })),
    },
    security: { allow_trifecta: allowTrifecta, exec: { enabled: exec } },
    workflows: [{ name: 'flow', steps: Object.fromEntries(steps) }],
  });
}

test('files of random configurations have the findings that the fold asks for', () => {
  const chance = new Chance(22);
  for (let i = 0; i < 300; i++) {
    const random = randomConfiguration(chance);
    const spawns = Object.fromEntries(
      Object.entries(random.spawns).map(([name, { servers }]) => [name, servers ? { servers } : {}]),
    );
    const configuration = { ...random, spawns };
    const text = asFile(configuration);
    const { report } = run({ paths: ['-'], stdin: { name: 'agent.json', bytes: new TextEncoder().encode(text) } });
    const found = (code: string) =>
      report.findings
        .filter((one) => one.code === code)
        .map(({ subject }) => subject.task ?? '')
        .sort();
    const names = Object.keys(spawns);
    const refused = names.filter((name) => foldSpawn(configuration, name).verdict === 'RefusedTrifecta');
    const instance = foldInstance(configuration).verdict;
    assert.equal(
      found('AGENTD-SPAWN-TRIFECTA'),
      refused.map((name) => `flow/${name}`),
      text,
    );
    assert.equal(found('AGENTD-TRIFECTA'), instance === 'RefusedTrifecta' ? ['instance'] : [], text);
    assert.equal(
      found('AGENTD-LATENT'),
      names.filter((name) => foldSpawn(configuration, name).latent).map((name) => `flow/${name}`),
      text,
    );
    assert.is(exitCode(report, false), instance === 'RefusedTrifecta' ? 2 : 0, text);
  }
});

test('a spawn holds no more than its parent, and has no leg that its parent lacks', () => {
  const chance = new Chance(23);
  for (let i = 0; i < 500; i++) {
    const configuration = randomConfiguration(chance);
    const { spawns } = judgeGrants(configuration);
    for (const [name, { parent }] of Object.entries(configuration.spawns)) {
      const child = spawns[name];
      const above = parent === undefined ? undefined : spawns[parent];
      const held = above?.holds ?? configuration.servers.map((server) => server.name);
      assert.ok(child?.holds.every((server) => held.includes(server)));
      if (above === undefined) continue;
      for (const leg of Object.keys(child?.legs ?? {})) assert.ok(leg in above.legs);
    }
  }
});

test('narrowing what a spawn asks for adds no leg and no server, to it or to what it spawns', () => {
  const chance = new Chance(26);
  let narrowed = 0;
  for (let i = 0; i < 500; i++) {
    const configuration = randomConfiguration(chance);
    const names = Object.keys(configuration.spawns);
    if (names.length === 0) continue;
    const name = chance.pick(names);
    const request = configuration.spawns[name];
    const servers = (request?.servers ?? configuration.servers.map((server) => server.name)).filter(
      () => chance.below(2) === 0,
    );
    const before = judgeGrants(configuration).spawns;
    const after = judgeGrants({
      ...configuration,
      spawns: { ...configuration.spawns, [name]: { ...request, servers } },
    }).spawns;
    for (const each of names) {
      const [wide, narrow] = [before[each], after[each]];
      for (const [leg, by] of Object.entries(narrow?.legs ?? {}))
        assert.ok(
          by.every((server) =>
            Object.entries(wide?.legs ?? {}).some(([of, all]) => of === leg && all.includes(server)),
          ),
        );
      assert.ok(
        narrow?.holds.every((server) => wide?.holds.includes(server)),
        JSON.stringify(configuration),
      );
      if ((narrow?.holds.length ?? 0) < (wide?.holds.length ?? 0)) narrowed++;
    }
  }
  assert.ok(narrowed > 100);
});

/** The verdicts of an instance and all its spawns. */
function verdicts({ instance, spawns }: Grants): number[] {
  return [instance, ...Object.values(spawns)].map(({ verdict }) => severity(verdict));
}

test('an override makes no verdict stricter, a further server or tag none milder', () => {
  const chance = new Chance(24);
  for (let i = 0; i < 500; i++) {
    const configuration = randomConfiguration(chance);
    const before = verdicts(judgeGrants(configuration));
    const allowed = verdicts(judgeGrants({ ...configuration, allowTrifecta: true }));
    allowed.forEach((verdict, k) => {
      assert.ok(verdict <= (before[k] ?? 0));
    });
    const more = verdicts(judgeGrants({ ...configuration, servers: withMore(configuration, chance) }));
    more.forEach((verdict, k) => {
      assert.ok(verdict >= (before[k] ?? 0), JSON.stringify(configuration));
    });
  }
});

/** A server more, or a tag more on one that has some: the first tag of a server takes away what its absence stood for. */
function withMore({ servers }: Configuration, chance: Chance): Configuration['servers'] {
  if (chance.below(2) === 0)
    return [...servers, { name: 'more', tags: [chance.pick(['untrusted_input', 'sensitive', 'egress'] as const)] }];
  return servers.map((server) =>
    server.tags.length === 0 ? server : { ...server, tags: [...server.tags, 'egress' as const] },
  );
}

test('the order of servers and tags changes nothing', () => {
  const chance = new Chance(25);
  for (let i = 0; i < 200; i++) {
    const configuration = randomConfiguration(chance);
    const servers = chance
      .shuffled(configuration.servers)
      .map(({ name, tags }) => ({ name, tags: chance.shuffled(tags) }));
    assert.equal(judgeGrants({ ...configuration, servers }), judgeGrants(configuration));
  }
});

test('names of tools narrow by pattern along the chain', () => {
  const dropped = (parent: readonly string[], child: readonly string[]) => {
    const spawns = { parent: { tools: parent }, child: { parent: 'parent', tools: child } };
    return judgeGrants({ servers: [], spawns }).spawns.child?.droppedTools;
  };
  assert.equal(dropped(['read_*', 'list'], ['read_file', 'write_file', 'list', 'l*']), ['write_file']);
  assert.equal(dropped(['*'], ['anything', 'any*']), []);
  assert.equal(dropped(['read_file'], ['read_*', 'send_*']), ['send_*']);
});

test('a chain of 20,000 spawns', () => {
  const spawns: Record<string, SpawnRequest> = {};
  for (let i = 0; i < 20_000; i++) {
    spawns[`s${i}`] =
      i === 0
        ? { servers: ['web', 'vault'] }
        : { parent: `s${i - 1}`, ...(i === 10_000 && { servers: ['vault', 'mail'] }) };
  }
  const servers = [
    { name: 'web', tags: ['untrusted_input'] as const },
    { name: 'vault', tags: ['sensitive'] as const },
    { name: 'mail', tags: ['egress'] as const },
  ];
  const grants = judgeGrants({ servers, spawns });
  assert.equal(grants.spawns.s9999?.holds, ['vault', 'web']);
  assert.equal(grants.spawns.s19999?.holds, ['vault']);
  assert.equal(grants.spawns.s10000?.dropped, ['mail']);
});

test('a parent that is no spawn is refused', () => {
  assert.throws(() => judgeGrants({ servers: [], spawns: { a: { parent: 'b' } } }), /no spawn is called b/);
});

test("spawns that are each other's parents are refused, however many lead to them", () => {
  const circles: readonly Readonly<Record<string, SpawnRequest>>[] = [
    { x: { parent: 'x' } },
    { x: { parent: 'y' }, y: { parent: 'x' } },
    { a: {}, z: { parent: 'x' }, x: { parent: 'y' }, y: { parent: 'x' } },
  ];
  for (const spawns of circles)
    assert.throws(
      () => judgeGrants({ servers: [], spawns }),
      (error: unknown) => error instanceof RangeError && /circle/.test(error.message),
    );
  const chain = { a: { parent: 'b' }, b: { parent: 'c' }, c: {} };
  assert.is(judgeGrants({ servers: [], spawns: chain }).spawns.a?.verdict, 'Ok');
});

test('true alone is an override', () => {
  const legs = ['untrusted_input', 'sensitive', 'egress'] as const;
  assert.is(checkTrifecta(legs, JSON.parse('{"allowTrifecta":"false"}')), 'RefusedTrifecta');
  assert.is(checkTrifecta(legs, JSON.parse('{"allowTrifecta":1}')), 'RefusedTrifecta');
  assert.is(checkTrifecta(legs, { allowTrifecta: true }), 'AllowedWithWarning');
});

test.run();
