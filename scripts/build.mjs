// node scripts/build.mjs: dist/, all of what the package ships. Everything it needs is bundled; it has no dependencies.
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
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildCore } from './build-core.mjs';
import { root, shared } from './bundle.mjs';
import { catalog } from './prices.mjs';
import { declarations } from './types.mjs';

/** Builds into a folder of its own and moves file by file, so that whoever reads dist/ meanwhile finds whole files. */
export async function buildPackage() {
  buildCore();
  const fresh = mkdtempSync(join(root, 'build/dist-'));
  try {
    writeFileSync(
      join(fresh, 'THIRD-PARTY-LICENSES.txt'),
      licences([...(await bundle(fresh)), `node_modules/${catalog.name}`]),
    );
    writeFileSync(join(fresh, 'index.mjs'), esmEntry(join(fresh, 'index.cjs')));
    await bundleDatalog(fresh);
    const types = declarations(join(fresh, 'emitted'), ['index', 'datalog-api']);
    for (const [entry, name] of Object.entries({ index: 'index', 'datalog-api': 'datalog' }))
      for (const extension of ['.d.ts', '.d.cts']) writeFileSync(join(fresh, name + extension), types.get(entry) ?? '');
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
 * The Datalog engine by itself, for browsers too: an ES module that imports nothing. For CommonJS it is a part of the one bundle.
 * @param {string} out
 */
async function bundleDatalog(out) {
  await build({
    ...shared,
    entryPoints: { datalog: 'src/datalog-api.ts' },
    outdir: out,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    minify: true,
    legalComments: 'none',
  });
  const names = Object.keys(await import(pathToFileURL(join(out, 'datalog.mjs')).href)).join(', ');
  const common = `const { ${names} } = require('./index.cjs');\nmodule.exports = { ${names} };\n`;
  writeFileSync(join(out, 'datalog.cjs'), common);
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
    inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)(?:\/|$)/.exec(path.replaceAll('\\', '/'))?.[1] ?? []),
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

/** @param {string} fresh @param {string} dist */
function install(fresh, dist) {
  const names = readdirSync(fresh);
  mkdirSync(dist, { recursive: true });
  for (const name of names) renameSync(join(fresh, name), join(dist, name));
  for (const name of readdirSync(dist)) if (!names.includes(name)) rmSync(join(dist, name), { recursive: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildPackage();
