import { nearest } from './nearest.js';

/** What an option has to be, and whether a value is so. */
export interface Kind {
  readonly name: string;
  readonly has: (value: unknown) => boolean;
}

/** A kind for each option of a function. */
export type Kinds<Options> = Readonly<Record<keyof Options, Kind>>;

export const FLAG: Kind = { name: 'true or false', has: (value) => typeof value === 'boolean' };
export const FUNCTION: Kind = { name: 'a function', has: (value) => typeof value === 'function' };
export const OBJECT: Kind = { name: 'an object', has: (value) => typeof value === 'object' && value !== null };

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
