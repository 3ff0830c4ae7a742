import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inferPermits } from '../../src/check/infer.js';
import { pathName } from '../../src/lower/nika/names.js';
import { type Block, inferredBlocks } from '../../src/permits/block.js';
import { withPermits } from '../../src/permits/edit.js';
import type { ReportedFinding } from '../../src/report/model.js';
import { derive, run } from '../../src/run.js';
import {
  escaped,
  literalTasks,
  path,
  pick,
  type Random,
  random,
  type Tasks,
  withConstants,
  workflow,
} from './workflows.js';

const BOUNDARY = new Set(['NIKA-SEC-004', 'NIKA-AUTH-006', 'NIKA-TOO-MANY-PATTERNS']);

/** Runs something in a folder that holds these files, by name. */
function inFolder<T>(files: ReadonlyMap<string, string>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'permits-'));
  try {
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The findings of SEC-004 and AUTH-006 of each file, in one run. */
function found(files: ReadonlyMap<string, string>): Map<string, ReportedFinding[]> {
  return inFolder(files, (cwd) => {
    const { findings, errors } = run({ paths: ['.'], cwd }).report;
    assert.equal(errors, []);
    const byFile = new Map<string, ReportedFinding[]>([...files.keys()].map((name) => [name, []]));
    for (const finding of findings) if (BOUNDARY.has(finding.code)) byFile.get(finding.file)?.push(finding);
    return byFile;
  });
}

function blocks(files: ReadonlyMap<string, string>): Map<string, Block> {
  return inFolder(files, (cwd) => {
    const { result, facts } = derive({ paths: ['.'], cwd });
    if (result === null) throw new Error('the rules could not be evaluated');
    const of = inferredBlocks(result, facts);
    return new Map([...files.keys()].map((name) => [name, of(facts.symbols.intern(pathName(name)))]));
  });
}

function withBlock(text: string, block: Block): string {
  const edited = withPermits(text, block);
  if (edited === null) throw new Error(`no place for ${JSON.stringify(block)} in\n${text}`);
  return edited;
}

/** All blocks with one entry less. */
function smaller(block: Block): Block[] {
  const { fs: { read = [], write = [] } = {}, net: { http = [] } = {}, exec, tools = [] } = block;
  const lists: [string[], (entries: string[]) => Block][] = [
    [[...read], (read) => ({ ...block, fs: { ...block.fs, read } })],
    [[...write], (write) => ({ ...block, fs: { ...block.fs, write } })],
    [[...http], (http) => ({ ...block, net: { http } })],
    [exec === true ? [] : [...(exec ?? [])], (exec) => ({ ...block, exec })],
    [[...tools], (tools) => ({ ...block, tools })],
  ];
  const less = lists.flatMap(([entries, put]) => entries.map((_, i) => put(entries.filter((_, at) => at !== i))));
  const { exec: _, ...programless } = block;
  return exec === true ? [...less, programless] : less;
}

const next = random(20261130);
const generated = new Map(Array.from({ length: 200 }, (_, i) => [`g${i}.nika.yaml`, workflow(literalTasks(next))]));

test('with the inferred block nothing is refused, and without any one entry of it something is', () => {
  const inferred = blocks(generated);
  const whole = new Map([...generated].map(([name, text]) => [name, withBlock(text, inferred.get(name) ?? {})]));
  for (const [name, findings] of found(whole))
    assert.equal(
      findings.map(({ message }) => message),
      [],
      whole.get(name),
    );
  const variants = new Map<string, string>();
  for (const [name, block] of inferred) {
    const text = generated.get(name) ?? '';
    for (const [i, less] of smaller(block).entries()) variants.set(name.replace('.', `-${i}.`), withBlock(text, less));
  }
  assert.ok(variants.size > 500, `${variants.size}`);
  for (const [name, findings] of found(variants)) assert.ok(findings.length > 0, variants.get(name));
});

test('the block that is inferred is inferred again where it stands', () => {
  const inferred = blocks(generated);
  const whole = new Map([...generated].map(([name, text]) => [name, withBlock(text, inferred.get(name) ?? {})]));
  assert.equal([...blocks(whole)], [...inferred]);
});

test('the examples: with the inferred block nothing is refused, and what cannot be inferred is named', () => {
  const files = new Map<string, string>();
  for (const name of readdirSync('examples')) {
    const { text, uninferable, errors } = inferPermits(`examples/${name}`);
    assert.equal(errors, []);
    files.set(name, text ?? '');
    const computed = /url: "\$\{\{|target: "\$\{\{|path: "\$\{\{/.test(readFileSync(`examples/${name}`, 'utf8'));
    assert.ok(!computed || uninferable.length > 0, name);
  }
  for (const [name, findings] of found(files)) assert.equal(findings, [], name);
});

const POOL = {
  read: ['**', './**', 'data/*', 'data/**', '../**', '/srv/**', '~/**', '*.md', 'a[[]1]/*'],
  tools: ['nika:*', 'nika:read', 'mcp:**', 'mcp:desk/*', 'mcp:desk/**', '**', 'nika:chart'],
  http: ['*', 'api.example.com', 'x.example', '8.8.8.8'],
  exec: ['ls', 'git', './x'],
} as const;

type Boundary = { fs: { read: string[]; write: string[] }; net: { http: string[] }; tools: string[]; exec: string[] };

function boundary(next: Random): Boundary {
  const some = (pool: readonly string[]) => pool.filter(() => next(3) === 0);
  return {
    fs: { read: some([...POOL.read, path(next)]), write: some([...POOL.read, path(next)]) },
    net: { http: some(POOL.http) },
    tools: some(POOL.tools),
    exec: some(POOL.exec),
  };
}

function wider(from: Boundary, next: Random): Boundary {
  const to = structuredClone(from);
  pick(
    [
      () => to.fs.read.push(pick(POOL.read, next)),
      () => to.fs.write.push(path(next).replace(/^!/, './!')),
      () => to.net.http.push(pick(POOL.http, next)),
      () => to.tools.push(pick(POOL.tools, next)),
      () => to.exec.push(pick(POOL.exec, next)),
    ],
    next,
  )();
  return to;
}

test('a pattern that is one too many adds no finding of the boundary, wherever it stands, and is refused', () => {
  const [before, after] = [new Map<string, string>(), new Map<string, string>()];
  const patterns = Array.from({ length: 256 }, (_, i) => `data/s${i}*/x`);
  const tasks: Tasks = {
    in: { invoke: { tool: 'nika:read', args: { path: 'data/s7/x' } } },
    out: { invoke: { tool: 'nika:read', args: { path: 'data/other' } } },
  };
  for (const [i, more] of [
    ['new/*', ...patterns],
    [...patterns, 'new/*'],
    [...patterns, 'new'],
  ].entries()) {
    before.set(`m${i}.nika.yaml`, workflow(tasks, { tools: ['nika:read'], fs: { read: patterns } }));
    after.set(`m${i}.nika.yaml`, workflow(tasks, { tools: ['nika:read'], fs: { read: more } }));
  }
  for (const findings of found(before).values()) assert.is(findings.length, 1, 'that of `out`');
  const codes = [...found(after).values()].map((findings) => findings.map(({ code }) => code));
  assert.equal(codes, [['NIKA-TOO-MANY-PATTERNS'], ['NIKA-TOO-MANY-PATTERNS'], ['NIKA-SEC-004']]);
});

/** Task and place: what is refused, however the limit is worded. */
function refused(findings: readonly ReportedFinding[] | undefined): string[] {
  return (findings ?? [])
    .map(({ subject, message }) => `${subject.task}: ${message.replace(/, (?:and|which) .*$/s, '')}`)
    .sort();
}

test('a grant that is added adds no finding, and one that is taken away takes none', () => {
  const [narrow, wide] = [new Map<string, string>(), new Map<string, string>()];
  for (let i = 0; i < 300; i++) {
    const [tasks, from] = [literalTasks(next), boundary(next)];
    narrow.set(`w${i}.nika.yaml`, workflow(tasks, from));
    wide.set(`w${i}.nika.yaml`, workflow(tasks, wider(from, next)));
  }
  const [before, after] = [found(narrow), found(wide)];
  let fewer = 0;
  for (const [name, findings] of before) {
    const known = new Set(refused(findings));
    assert.equal(
      refused(after.get(name)).filter((line) => !known.has(line)),
      [],
      `${narrow.get(name)}\n${wide.get(name)}`,
    );
    if ((after.get(name)?.length ?? 0) < findings.length) fewer++;
  }
  assert.ok(fewer > 10, `${fewer} boundaries let through more`);
});

test('what constants give is inferred and judged as if it were written there', () => {
  const [written, given] = [new Map<string, string>(), new Map<string, string>()];
  let some = 0;
  for (let i = 0; i < 200; i++) {
    const [tasks, permits] = [literalTasks(next), i % 2 === 0 ? undefined : boundary(next)];
    const by = withConstants(tasks, next);
    written.set(`c${i}.nika.yaml`, workflow(tasks, permits));
    given.set(`c${i}.nika.yaml`, workflow(by.tasks, permits, by.constants));
    some += Object.keys(by.constants).length;
  }
  assert.ok(some > 200, `${some} constants`);
  assert.equal([...blocks(given)], [...blocks(written)]);
  const expected = found(written);
  for (const [name, findings] of found(given))
    assert.equal(refused(findings), refused(expected.get(name)), `${written.get(name)}\n${given.get(name)}`);
});

test('new names of tasks change names only, and another format nothing', () => {
  const [plain, renamed, reformatted] = [
    new Map<string, string>(),
    new Map<string, string>(),
    new Map<string, string>(),
  ];
  for (let i = 0; i < 100; i++) {
    const [tasks, permits] = [literalTasks(next), boundary(next)];
    const names: Tasks = Object.fromEntries(Object.entries(tasks).map(([id, task]) => [`renamed_${id}`, task]));
    plain.set(`n${i}.nika.yaml`, workflow(tasks, permits));
    renamed.set(`n${i}.nika.yaml`, workflow(names, permits));
    reformatted.set(`n${i}.nika.yaml`, `# another\n${escaped({ tasks, permits, nika: 'x' })}`);
  }
  const [one, two, three] = [found(plain), found(renamed), found(reformatted)];
  for (const [name, findings] of one) {
    const said = findings.map(({ code, message, repair }) => [code, message, ...repair].join(' '));
    const again = two
      .get(name)
      ?.map(({ code, message, repair }) => [code, message.replace('`renamed_', '`'), ...repair].join(' '));
    assert.equal(again, said, plain.get(name));
    assert.equal(refused(three.get(name)), refused(findings), plain.get(name));
  }
});

test.run();
