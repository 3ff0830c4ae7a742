// What every bundle of this project shares: how esbuild takes the WebAssembly core, the rules and the yaml package.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { shippedPrices } from './prices.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {{ name: string, version: string }} */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Folders that ship as modules, and the files of them that do. */
const shippedFolders = new Map([
  ['shipped:rules', { folder: join(root, 'rules'), extension: '.dl' }],
  ['shipped:help', { folder: join(root, 'docs/findings'), extension: '.md' }],
]);

/**
 * `import rules from 'shipped:rules'` is every rules/**\/*.dl by its path below rules/, so that a new rule file needs no
 * list; `shipped:help` likewise the pages of the findings.
 * @type {import('esbuild').Plugin}
 */
const shippedFiles = {
  name: 'shipped-files',
  setup(build) {
    build.onResolve({ filter: /^shipped:/ }, ({ path }) => ({ path, namespace: 'shipped' }));
    build.onLoad({ filter: /.*/, namespace: 'shipped' }, ({ path }) => {
      const { folder, extension } = shippedFolders.get(path) ?? { folder: '', extension: '' };
      const files = readdirSync(folder, { recursive: true })
        .map((name) => String(name).replaceAll('\\', '/'))
        .filter((name) => name.endsWith(extension))
        .sort();
      const entries = files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
      return {
        contents: `export default ${JSON.stringify(entries)};`,
        watchFiles: files.map((name) => join(folder, name)),
      };
    });
  },
};

/**
 * `import prices from 'shipped:prices'` is the price list that ships, as JSON.
 * @type {import('esbuild').Plugin}
 */
const shippedPriceList = {
  name: 'shipped-prices',
  setup(build) {
    build.onResolve({ filter: /^shipped:prices$/ }, ({ path }) => ({ path, namespace: 'prices' }));
    build.onLoad({ filter: /.*/, namespace: 'prices' }, () => ({
      contents: `export default ${JSON.stringify(shippedPrices(root))};`,
    }));
  },
};

/** @satisfies {import('esbuild').BuildOptions} */
export const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: /** @type {const} */ ('node'),
  // Without a target, esbuild's binary loader emits Uint8Array.fromBase64, which Node 20 lacks.
  target: 'node20',
  loader: { '.wasm': /** @type {const} */ ('binary'), '.dl': /** @type {const} */ ('text') },
  plugins: [shippedPriceList, shippedFiles],
  define: { TOOL_NAME: JSON.stringify(manifest.name), TOOL_VERSION: JSON.stringify(manifest.version) },
  // The browser build of yaml is the same code without a `process.env` read per token, and a third faster.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  logLevel: /** @type {const} */ ('warning'),
};

/**
 * Bundles programs of the repository, each into a file of its own that Node runs.
 * @param {string[]} entries paths from the root @param {string} out a folder
 * @returns {Promise<string[][]>} the arguments for Node, in order of the entries
 */
export async function bundlePrograms(entries, out) {
  await build({
    ...shared,
    entryPoints: entries,
    outdir: out,
    outbase: '.',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    sourcemap: 'inline',
  });
  return entries.map((entry) => ['--enable-source-maps', join(out, entry.replace(/\.ts$/, '.cjs'))]);
}
