import { nearest } from './datalog/index.js';
import type { AnalyzeOptions } from './run.js';

/** What an option has to be, and whether a value is so. */
export interface Kind {
  readonly name: string;
  readonly has: (value: unknown) => boolean;
}

/** A kind for each option of a function. */
export type Kinds<Options> = Readonly<Record<keyof Options, Kind>>;

export const TEXT: Kind = { name: 'a string', has: isString };
export const FLAG: Kind = { name: 'true or false', has: (value) => typeof value === 'boolean' };
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

/**
 * Checks what a caller without types gives to the function `of`: an option that is misspelt or of another kind would be
 * passed over, or judge by something else than is meant. Throws a TypeError that names the option.
 */
export function checkOptions<Options>(of: string, kinds: Kinds<Options>, options: unknown): void {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${of}: the options are no object`);
  const known = new Map<string, Kind>(Object.entries(kinds));
  for (const [name, value] of Object.entries(options)) {
    const kind = known.get(name);
    if (kind === undefined) throw new TypeError(`${of}: no option is called \`${name}\`${suggestion(name, known)}`);
    if (value !== undefined && !kind.has(value)) throw new TypeError(`${of}: \`${name}\` is not ${kind.name}`);
  }
}

function suggestion(name: string, known: ReadonlyMap<string, Kind>): string {
  const near = nearest(name, [...known.keys()]);
  return near === null ? '' : `: did you mean \`${near}\`?`;
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
