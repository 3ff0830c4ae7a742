// node scripts/build.mjs: dist/, all of what the package ships. Everything it needs is bundled; it has no dependencies.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildCore } from './build-core.mjs';
import { root, shared } from './bundle.mjs';

/** Builds into a folder of its own and moves file by file, so that whoever reads dist/ meanwhile finds whole files. */
export async function buildPackage() {
  buildCore();
  const fresh = mkdtempSync(join(root, 'build/dist-'));
  try {
    writeFileSync(join(fresh, 'THIRD-PARTY-LICENSES.txt'), licences(await bundle(fresh)));
    writeFileSync(join(fresh, 'index.mjs'), esmEntry(join(fresh, 'index.cjs')));
    emitTypes(fresh);
    install(fresh, join(root, 'dist'));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** @param {string} out @returns {Promise<string[]>} the source files that went in */
async function bundle(out) {
  /** @satisfies {import('esbuild').BuildOptions} */
  const options = {
    ...shared,
    outdir: out,
    outExtension: { '.js': '.cjs' },
    format: /** @type {const} */ ('cjs'),
    minify: true,
    legalComments: /** @type {const} */ ('none'),
    metafile: /** @type {const} */ (true),
  };
  const cli = await build({
    ...options,
    entryPoints: { cli: 'src/cli/main.ts' },
    banner: { js: '#!/usr/bin/env node' },
  });
  const library = await build({ ...options, entryPoints: { index: 'src/index.ts' } });
  chmodSync(join(out, 'cli.cjs'), 0o755);
  return [...Object.keys(cli.metafile.inputs), ...Object.keys(library.metafile.inputs)];
}

/**
 * The ES module entry hands on the one CommonJS bundle: classes are the same whichever way they are loaded.
 * @param {string} library
 */
function esmEntry(library) {
  const names = Object.keys(createRequire(import.meta.url)(library)).sort();
  return `export { ${names.join(', ')} } from './index.cjs';\n`;
}

/** @param {string[]} inputs */
function licences(inputs) {
  const bundled = new Set(
    inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/'))?.[1] ?? []),
  );
  return [...bundled]
    .sort()
    .map(licence)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} name */
function licence(name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined && license !== 'Apache-2.0') throw new Error(`${name} carries no licence text`);
  const text =
    file === undefined ? 'See the file LICENSE of this package.\n' : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text}`;
}

/**
 * The declarations that the entry reaches, once as they are for `import` and once as .d.cts for `require`.
 * @param {string} out
 */
function emitTypes(out) {
  const emitted = join(out, 'emitted');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', emitted], {
    cwd: root,
    stdio: 'inherit',
  });
  const reached = new Set([join(emitted, 'index.d.ts')]);
  for (const file of reached) {
    const text = readFileSync(file, 'utf8');
    for (const [, path] of text.matchAll(/\bfrom ['"](\.[^'"]+)\.js['"]/g))
      reached.add(join(dirname(file), `${path}.d.ts`));
    const target = join(out, 'types', relative(emitted, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    writeFileSync(target.replace(/\.ts$/, '.cts'), text.replace(/(\bfrom ['"]\.[^'"]+)\.js(['"])/g, '$1.cjs$2'));
  }
  rmSync(emitted, { recursive: true });
}

/** @param {string} fresh @param {string} dist */
function install(fresh, dist) {
  const names = filesOf(fresh);
  for (const name of names) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    renameSync(join(fresh, name), join(dist, name));
  }
  for (const name of filesOf(dist)) if (!names.includes(name)) rmSync(join(dist, name), { force: true });
}

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildPackage();
