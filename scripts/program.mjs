// node scripts/program.mjs PROGRAM.ts [argument…]: bundles a program of the repository and runs it with the arguments.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCore } from './build-core.mjs';
import { bundlePrograms, root } from './bundle.mjs';

const [program = '', ...rest] = process.argv.slice(2);
buildCore();
mkdirSync(join(root, 'build'), { recursive: true });
const out = mkdtempSync(join(root, 'build/program-'));
try {
  const [args = []] = await bundlePrograms([program], out);
  process.exitCode = spawnSync(process.execPath, [...args, ...rest], { cwd: root, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
