// What every bundle of this project shares: how esbuild takes the WebAssembly core, the rules and the yaml package.
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {import('esbuild').BuildOptions} */
export const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // Without a target, esbuild's binary loader emits Uint8Array.fromBase64, which Node 20 lacks.
  target: 'node20',
  loader: { '.wasm': 'binary', '.dl': 'text' },
  // The browser build of yaml is the same code without a `process.env` read per token, and a third faster.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  logLevel: 'warning',
};
