import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The command as it is shipped. */
export const cliPath = resolve('dist/cli.cjs');

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A fresh folder with some files in it, gone when `use` returns. */
export function inFolder<T>(files: Files, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'trifecta-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the command in a folder, without a terminal and without the environment's wishes about colour. */
export function command(cwd: string, args: readonly string[], more: SpawnSyncOptions = {}): Outcome {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliPath, ...args], {
    cwd,
    input: '',
    ...more,
    env: { ...env, ...more.env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout, stderr };
}

/** Runs the command in a fresh folder with these files. */
export function commandOn(files: Files, args: readonly string[], more?: SpawnSyncOptions): Outcome {
  return inFolder(files, (folder) => command(folder, args, more));
}

/** All three legs granted; the page reaches the message, nobody is asked. */
export const refused = `nika: refused
permits:
  fs: { read: ["./inbox/**"] }
  net: { http: ["api.example.com", "news.example.com"] }
  tools: ["nika:fetch", "nika:notify"]
tasks:
  pull:
    invoke: { tool: "nika:fetch", args: { url: "https://news.example.com/feed" } }
  push:
    with: { text: "\${{ tasks.pull.output }}" }
    invoke: { tool: "nika:notify", args: { target: "ops", message: "\${{ with.text }}" } }
`;

/** The same without private data. */
export const clean = refused.replace('  fs: { read: ["./inbox/**"] }\n', '');

/** No YAML. */
export const broken = 'nika: broken\ntasks: {\n';
