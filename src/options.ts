import { checkOptions, FLAG, type Kind, type Kinds } from './datalog/kinds.js';
import type { AnalyzeOptions } from './run.js';

export const TEXT: Kind = { name: 'a string', has: isString };
export const LAW: Kind = { name: "'2.1' or '2.2'", has: (value) => value === '2.1' || value === '2.2' };
const TEXTS: Kind = { name: 'a list of strings', has: isTexts };
const STDIN: Kind = { name: '{ name, bytes }, a string and a Uint8Array', has: isNamedBytes };

const ANALYZE: Kinds<AnalyzeOptions> = {
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

/** Checks the options of `analyze`, of which `paths` has to be there. */
export function checkAnalyzeOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('analyze: give options, such as { paths: [] }');
  if (!('paths' in options)) throw new TypeError('analyze: `paths` is missing: a list of files and folders');
  checkOptions('analyze', ANALYZE, options);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

function isNamedBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('bytes' in value)) return false;
  return isString(value.name) && value.bytes instanceof Uint8Array;
}
