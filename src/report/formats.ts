import type { Format } from './format.js';
import { json } from './json.js';
import { pretty } from './pretty.js';

/** Every format by its name on the command line, one file each in this folder. */
export const formats = { pretty, json } as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
