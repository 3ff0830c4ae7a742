import type { Node } from '../../parse/tree.js';
import { templateOf } from './islands.js';

/** What a value is: "string", "template" (a string with a live island), "boolean", "number", "null", "map", "list". */
export function valueForm(value: Node): string {
  if (value.kind === 'mapping') return 'map';
  if (value.kind === 'sequence') return 'list';
  return value.type === 'string' && templateOf(value.text) === 'live' ? 'template' : value.type;
}
