import { nearest } from './datalog/index.js';
import type { AnalyzeOptions } from './run.js';

/** What an option has to be, and whether a value is so. */
interface Kind {
  readonly name: string;
  readonly has: (value: unknown) => boolean;
}

const TEXT: Kind = { name: 'a string', has: isString };
const FLAG: Kind = { name: 'true or false', has: (value) => typeof value === 'boolean' };
const TEXTS: Kind = { name: 'a list of strings', has: (value) => Array.isArray(value) && value.every(isString) };
const LAW: Kind = { name: "'2.1' or '2.2'", has: (value) => value === '2.1' || value === '2.2' };
const STDIN: Kind = { name: '{ name, bytes }, a string and a Uint8Array', has: isNamedBytes };

/** All options of `analyze`. */
const KINDS: Readonly<Record<keyof AnalyzeOptions, Kind>> = {
  paths: TEXTS,
  cwd: TEXT,
  stdin: STDIN,
  law: LAW,
  parity: FLAG,
  pureFree: FLAG,
  warn: FLAG,
  rules: TEXTS,
  agentdConfigs: TEXTS,
  agentdExec: FLAG,
};

/**
 * Checks what a caller without types gives: an option that is misspelt or of another kind would be passed over, or judge
 * by something else than is meant. Throws a TypeError that names the option.
 */
export function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('analyze: give options, such as { paths: [] }');
  if (!('paths' in options)) throw new TypeError('analyze: `paths` is missing: a list of files and folders');
  const kinds = new Map(Object.entries(KINDS));
  for (const [name, value] of Object.entries(options)) {
    const kind = kinds.get(name);
    if (kind === undefined) throw new TypeError(`analyze: no option is called \`${name}\`${suggestion(name)}`);
    if (value !== undefined && !kind.has(value)) throw new TypeError(`analyze: \`${name}\` is not ${kind.name}`);
  }
}

function suggestion(name: string): string {
  const near = nearest(name, Object.keys(KINDS));
  return near === null ? '' : `: did you mean \`${near}\`?`;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isNamedBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('bytes' in value)) return false;
  return isString(value.name) && value.bytes instanceof Uint8Array;
}
