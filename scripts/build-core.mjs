// assembly/ → build/core.wasm, only when a source is newer than what is there.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bundle.mjs';

export function buildCore() {
  const out = join(root, 'build/core.wasm');
  const sources = readdirSync(join(root, 'assembly')).map((name) => join(root, 'assembly', name));
  const newest = Math.max(...[...sources, join(root, 'asconfig.json')].map((path) => statSync(path).mtimeMs));
  if (existsSync(out) && statSync(out).mtimeMs > newest) return;
  mkdirSync(join(root, 'build'), { recursive: true });
  execFileSync(process.execPath, [join(root, 'node_modules/assemblyscript/bin/asc.js'), '--target', 'release'], {
    cwd: root,
    stdio: 'inherit',
  });
}
