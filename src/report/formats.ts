import type { Format } from './format.js';
import { json } from './json.js';
import { pretty } from './pretty.js';
import { sarif } from './sarif.js';

/** Every format by its name on the command line, one file each in this folder. */
export const formats = { pretty, json, sarif } as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
