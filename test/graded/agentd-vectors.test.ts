import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  checkTrifecta,
  type Grant,
  judgeGrants,
  parseTag,
  type SpawnGrant,
  type SpawnRequest,
} from '../../src/library/agentd.js';
import { Scope, ToolScope } from '../../src/library/scope.js';
import { exitCode } from '../../src/report/exit.js';
import type { Report } from '../../src/report/model.js';
import { run } from '../../src/run.js';
import { readVectors } from './vectors.js';

type WrittenScope = 'all' | { readonly only: readonly string[] };
interface WrittenToolScope {
  readonly servers: WrittenScope;
  readonly tools: WrittenScope;
}

interface WrittenConfig {
  readonly mcp?: {
    readonly servers: readonly { readonly name: string; readonly tags?: Readonly<Record<string, readonly string[]>> }[];
  };
  readonly security?: { readonly allow_trifecta?: boolean; readonly exec?: { readonly enabled?: boolean } };
}

interface ConfigVector {
  readonly kind: 'config';
  readonly input: {
    readonly config: WrittenConfig;
    readonly exec_feature_built: boolean;
    readonly spawns?: Readonly<Record<string, SpawnRequest>>;
  };
  readonly expect: {
    readonly root: Grant & { readonly exit_code: number };
    readonly spawns?: Readonly<Record<string, SpawnGrant & { readonly is_error: boolean }>>;
  };
}

interface SourceVector {
  readonly kind: 'config_error' | 'config_source' | 'flags';
  readonly input: {
    readonly config?: WrittenConfig;
    readonly argv?: readonly string[];
    readonly discovered_file?: string | readonly string[];
    readonly config_flag?: string;
  };
  readonly expect: {
    readonly exit_code?: number;
    readonly error_contains?: string;
    readonly root?: { readonly verdict: string; readonly exit_code: number };
    readonly server_tags?: Readonly<Record<string, readonly string[]>>;
  };
}

type Vector = { readonly id: string } & (
  | ConfigVector
  | SourceVector
  | {
      readonly kind: 'check_trifecta';
      readonly input: { readonly tags: readonly string[]; readonly allow_trifecta: boolean };
      readonly expect: { readonly verdict: string; readonly legs: number; readonly refused: boolean };
    }
  | {
      readonly kind: 'scope_narrow';
      readonly input: { readonly parent: WrittenScope; readonly requested: WrittenScope };
      readonly expect: { readonly effective: WrittenScope };
    }
  | {
      readonly kind: 'toolscope_narrow';
      readonly input: { readonly parent: WrittenToolScope; readonly requested: WrittenToolScope };
      readonly expect: WrittenToolScope;
    }
  | {
      readonly kind: 'toolscope_allows';
      readonly input: { readonly scope: WrittenToolScope; readonly calls: readonly (readonly [string, string])[] };
      readonly expect: { readonly allowed: readonly boolean[] };
    }
);

function scope(written: WrittenScope): Scope {
  return written === 'all' ? Scope.all : Scope.only(written.only);
}

function toolScope({ servers, tools }: WrittenToolScope): ToolScope {
  return new ToolScope(scope(servers), scope(tools));
}

function written(scope: Scope): WrittenScope {
  return scope.isAll ? 'all' : { only: scope.allowed };
}

function sortedLegs(legs: object): object {
  return Object.fromEntries(Object.entries(legs).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Judges files in a fresh folder. */
function judgeFiles(files: Readonly<Record<string, string>>, more: object = {}): Report {
  const folder = mkdtempSync(join(tmpdir(), 'agentd-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return run({ paths: ['.'], cwd: folder, ...more }).report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkConfig({ input, expect }: ConfigVector): void {
  const text = JSON.stringify(input.config, null, 2);
  // As a file that is named: the verdict on the instance, its exit code and who brings each leg.
  const report = judgeFiles(
    { 'agent.json': text },
    { agentdConfigs: ['agent.json'], agentdExec: input.exec_feature_built, paths: [] },
  );
  const named = { RefusedTrifecta: 'AGENTD-TRIFECTA', AllowedWithWarning: 'AGENTD-GRANT', Ok: undefined }[
    expect.root.verdict
  ];
  const finding = report.findings.find(
    ({ code, subject }) => (code === 'AGENTD-TRIFECTA' || code === 'AGENTD-GRANT') && subject.task === 'instance',
  );
  assert.is(finding?.code, named);
  assert.is(exitCode(report, false), expect.root.exit_code);
  if (finding !== undefined) {
    const names = (leg: string) => [...(finding.legs?.[leg] ?? [])].map(({ name }) => name).sort();
    assert.equal(
      { egress: names('egress'), sensitive: names('private'), untrusted_input: names('untrusted') },
      sortedLegs(expect.root.legs),
    );
  }
  // As data: every leg, and what is spawned.
  const grants = judgeGrants({
    servers: (input.config.mcp?.servers ?? []).map(({ name, tags = {} }) => ({
      name,
      tags: Object.values(tags)
        .flat()
        .flatMap((tag) => parseTag(tag) ?? []),
    })),
    exec: input.exec_feature_built && input.config.security?.exec?.enabled === true,
    allowTrifecta: input.config.security?.allow_trifecta === true,
    spawns: input.spawns ?? {},
  });
  assert.is(grants.instance.verdict, expect.root.verdict);
  assert.equal(sortedLegs(grants.instance.legs), sortedLegs(expect.root.legs));
  for (const [name, { is_error, ...spawn }] of Object.entries(expect.spawns ?? {})) {
    const found = grants.spawns[name];
    assert.equal(
      { ...found, legs: sortedLegs(found?.legs ?? {}) },
      { ...spawn, legs: sortedLegs(spawn.legs), droppedTools: [] },
      name,
    );
    assert.is(found?.verdict === 'RefusedTrifecta', is_error);
  }
}

/** The command line as a container has it. */
function pod(argv: readonly string[]): string {
  const containers = [{ name: 'agentd', image: 'agentd', args: argv }];
  return JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'agentd' }, spec: { containers } });
}

function reportOf({ input }: SourceVector): Report {
  const { config = { config_version: '2' }, argv, discovered_file: found, config_flag: named } = input;
  if (argv !== undefined) return judgeFiles({ 'pod.yaml': pod(argv) });
  if (found === undefined) {
    const file = named ?? 'agent.json';
    return judgeFiles({ [file]: JSON.stringify(config) }, { agentdConfigs: [file], paths: [] });
  }
  const files = typeof found === 'string' ? [found] : found;
  return judgeFiles(Object.fromEntries(files.map((file) => [file, JSON.stringify(config)])));
}

function checkSource(vector: SourceVector): void {
  const { expect } = vector;
  const report = reportOf(vector);
  assert.is(exitCode(report, false), expect.exit_code ?? expect.root?.exit_code ?? 0);
  const errors = report.findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (expect.error_contains !== undefined)
    assert.ok(errors.join('\n').includes(expect.error_contains), errors.join('\n'));
  if (expect.server_tags !== undefined) assert.equal(errors, []);
}

function check(vector: Vector): void {
  switch (vector.kind) {
    case 'check_trifecta': {
      const { tags, allow_trifecta: allowTrifecta } = vector.input;
      const verdict = checkTrifecta(
        tags.flatMap((tag) => parseTag(tag) ?? []),
        { allowTrifecta },
      );
      assert.is(verdict, vector.expect.verdict);
      assert.is(verdict === 'RefusedTrifecta', vector.expect.refused);
      assert.is(new Set(tags).size, vector.expect.legs);
      break;
    }
    case 'scope_narrow':
      assert.equal(written(scope(vector.input.parent).narrow(scope(vector.input.requested))), vector.expect.effective);
      break;
    case 'toolscope_narrow': {
      const narrowed = toolScope(vector.input.parent).narrow(toolScope(vector.input.requested));
      assert.equal({ servers: written(narrowed.servers), tools: written(narrowed.tools) }, vector.expect);
      break;
    }
    case 'toolscope_allows': {
      const scope = toolScope(vector.input.scope);
      assert.equal(
        vector.input.calls.map(([server, tool]) => scope.allows(server, tool)),
        vector.expect.allowed,
      );
      break;
    }
    case 'config':
      checkConfig(vector);
      break;
    default:
      checkSource(vector);
  }
}

const vectors = readVectors<Vector>('agentd');
if (vectors === undefined) {
  console.log('skipped: the vectors of agentd are not there');
  test.skip('vectors of agentd', () => {});
}
for (const vector of vectors ?? []) test(vector.id, () => check(vector));

test.run();
