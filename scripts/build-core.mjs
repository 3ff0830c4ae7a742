// assembly/ → build/core.wasm, only when a source is newer than what is there.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle.mjs';

export function buildCore() {
  const out = join(root, 'build/core.wasm');
  const sources = readdirSync(join(root, 'assembly'), { recursive: true }).map((name) =>
    join(root, 'assembly', String(name)),
  );
  const newest = Math.max(...[...sources, join(root, 'asconfig.json')].map((path) => statSync(path).mtimeMs));
  if (existsSync(out) && statSync(out).mtimeMs > newest) return;
  // Compiled beside and renamed, so that a build that runs at the same time never reads half a module.
  const fresh = join(root, `build/core-${process.pid}`);
  mkdirSync(join(root, 'build'), { recursive: true });
  const asc = join(root, 'node_modules/assemblyscript/bin/asc.js');
  try {
    execFileSync(
      process.execPath,
      [asc, '--target', 'release', '--outFile', `${fresh}.wasm`, '--textFile', `${fresh}.wat`],
      { cwd: root, stdio: 'inherit' },
    );
    renameSync(`${fresh}.wat`, join(root, 'build/core.wat'));
    renameSync(`${fresh}.wasm`, out);
  } finally {
    for (const suffix of ['.wat', '.wasm']) rmSync(fresh + suffix, { force: true });
  }
}
