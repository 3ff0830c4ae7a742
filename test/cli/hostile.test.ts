import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../src/report/model.js';
import { broken, clean, cliPath, command, inFolder, refused } from './command.js';

const test = suite('hostile folders, by the command');

/** Another user than root, who may read everything. */
const NOBODY = 65534;
const names = [
  ' a b.nika.yaml',
  '"q".nika.yaml',
  "it's.nika.yaml",
  'new\nline.nika.yaml',
  '-.nika.yaml',
  '$(id).nika.yaml',
];

function makeHostile(folder: string): void {
  for (const name of names) writeFileSync(join(folder, name), refused);
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder}/b`), Buffer.from([0xff, 0xfe]), Buffer.from('.nika.yaml')]),
    refused,
  );
  mkdirSync(join(folder, 'x.nika.yaml'));
  writeFileSync(join(folder, 'x.nika.yaml/inside.nika.yaml'), clean);
  execFileSync('mkfifo', [join(folder, 'pipe.nika.yaml')]);
  symlinkSync('..', join(folder, 'x.nika.yaml/up'));
  symlinkSync('loop.nika.yaml', join(folder, 'loop.nika.yaml'));
  writeFileSync(join(folder, 'binary.nika.yaml'), Buffer.alloc(1000, 0));
  writeFileSync(join(folder, 'large.nika.yaml'), Buffer.alloc(10_000_000, 'a: b\n'));
  writeFileSync(join(folder, 'empty.nika.yaml'), '');
  writeFileSync(join(folder, 'broken.nika.yaml'), broken);
}

test('strange names, pipes, loops and broken files: each is said, the others are judged', () => {
  inFolder({}, (folder) => {
    makeHostile(folder);
    const { code, stdout, stderr } = command(folder, ['analyze', '--format', 'json']);
    const report: Report = JSON.parse(stdout);
    const said = [...report.findings, ...report.errors].map(({ code, file }) => `${code} ${file}`);
    assert.is(code, 2);
    assert.equal(
      said.sort(),
      [
        'INPUT-MISSING loop.nika.yaml',
        'INPUT-NOT-A-FILE pipe.nika.yaml',
        'NIKA-NOT-A-WORKFLOW empty.nika.yaml',
        'NIKA-PARSE-001 binary.nika.yaml',
        'NIKA-PARSE-001 broken.nika.yaml',
        ...[...names, 'b%FF%FE.nika.yaml'].map((name) => `NIKA-SEC-009 ${name}`),
        'NIKA-YAML-010 large.nika.yaml',
      ].sort(),
    );
    assert.is(report.summary.workflows, names.length + 2);
    assert.not.match(stderr, /^ +at /m);
    const printed = command(folder, ['analyze']).stdout;
    assert.not.match(printed, /[^\P{C}\n]/u);
    assert.match(printed, 'new\\u{a}line.nika.yaml');
  });
});

/** Runs the command as a user who may not read everything. */
function asNobody(cwd: string): { readonly code: number | null; readonly report: Report; readonly stderr: string } {
  const command = join(cwd, 'cli.cjs');
  copyFileSync(cliPath, command);
  const root = process.getuid?.() === 0;
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'analyze', '--format', 'json'], {
    cwd,
    encoding: 'utf8',
    ...(root && { uid: NOBODY, gid: NOBODY }),
  });
  return { code: status, report: JSON.parse(stdout), stderr };
}

test('files and folders that may not be read are errors, and the rest is judged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trifecta-'));
  chmodSync(folder, 0o755);
  try {
    for (const name of ['closed.nika.yaml', 'open.nika.yaml']) writeFileSync(join(folder, name), clean);
    mkdirSync(join(folder, 'shut'));
    writeFileSync(join(folder, 'shut/in.nika.yaml'), clean);
    for (const name of ['closed.nika.yaml', 'shut']) chmodSync(join(folder, name), 0);
    const { code, report, stderr } = asNobody(folder);
    assert.is(code, 1);
    assert.equal(
      report.errors.map(({ code, file }) => `${code} ${file}`),
      ['INPUT-UNREADABLE closed.nika.yaml', 'INPUT-UNREADABLE shut'],
    );
    assert.is(report.summary.workflows, 1);
    assert.not.match(stderr, /^ +at /m);
  } finally {
    chmodSync(join(folder, 'shut'), 0o755);
    rmSync(folder, { recursive: true });
  }
});

test.run();
