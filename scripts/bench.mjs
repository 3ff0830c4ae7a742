// node scripts/bench.mjs [path filter…]: runs every bench/**/*.bench.ts whose path contains a filter, one after the other.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCore } from './build-core.mjs';
import { bundlePrograms, root } from './bundle.mjs';

const filters = process.argv.slice(2);
const benches = readdirSync(join(root, 'bench'), { recursive: true })
  .map((path) => `bench/${String(path).replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.bench.ts'))
  .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
  .sort();
buildCore();
mkdirSync(join(root, 'build'), { recursive: true });
const out = mkdtempSync(join(root, 'build/bench-'));
try {
  for (const args of await bundlePrograms(benches, out)) {
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
