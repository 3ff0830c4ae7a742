import type { Lowered } from '../lower/index.js';
import { tool } from '../tool.js';
import { visible, visibleJson } from '../visible.js';
import type { ToolError } from './model.js';

export interface ListedInput {
  readonly file: string;
  readonly kind: Lowered['kind'];
}

/** What a run would analyse, in order of file. */
export interface Listing {
  readonly inputs: readonly ListedInput[];
  readonly errors: readonly ToolError[];
}

/** One line for each input; what could not be read is for the error stream. */
export function prettyListing({ inputs }: Listing): string {
  return inputs.map(({ file, kind }) => `${kind.padEnd('not-a-workflow'.length)}  ${visible(file)}\n`).join('');
}

export function jsonListing({ inputs, errors }: Listing): string {
  return `${visibleJson(JSON.stringify({ schemaVersion: 1, tool, inputs, errors }, null, 2))}\n`;
}
