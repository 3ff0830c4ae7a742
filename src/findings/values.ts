import type { Attribute, Relation } from '../datalog/ir.js';
import { entityLabel } from '../facts/entity.js';
import type { Symbols } from '../facts/symbols.js';

/** Types whose symbols are names of the graded core. */
const GRADED_TYPES = ['Agent', 'Capability', 'Setting'];

/** A value of a column as a person reads it: an entity by its own name, other symbols by their text, numbers in decimal. */
export function shown(value: number, attribute: Attribute, symbols: Symbols): string {
  if (attribute.primitive === 'unsigned') return String(value >>> 0);
  if (attribute.primitive === 'number') return String(value);
  const text = symbols.text(value);
  if (GRADED_TYPES.includes(attribute.type)) return entityLabel(text);
  if (attribute.type === 'Part') return partLabel(text);
  return attribute.type === 'Task' ? taskId(text) : text;
}

/** What leads to a part from its task, or from the file: `args.url`, `permits.net.http[0]`. */
export function partLabel(symbol: string): string {
  const own = symbol.slice(symbol.indexOf('#') + 1);
  const path = own.startsWith('!') ? own.slice(1) : own.slice(own.indexOf('.') + 1);
  const indexed = path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
  return taskId(`#${indexed}`);
}

/** What a step of a way belongs to: a task, or something declared beside the tasks (`secrets.token`). */
export function ownerLabel(symbol: string): string {
  if (symbol.includes('#!')) return partLabel(symbol);
  return taskId(symbol).replace(/^\*/, '');
}

/** The id of a task from its symbol, "path#id": `#` never stands in the path, and what separates parts of a symbol is percent-encoded in the id. One that is clipped (`%~`) is shown so. */
export function taskId(symbol: string): string {
  const id = symbol.slice(symbol.indexOf('#') + 1);
  return id
    .replace(/%~[0-9a-f]+/, '…')
    .replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** `{name}` for each column of a tuple. */
export function columnValues(relation: Relation, tuple: readonly number[], symbols: Symbols): Map<string, string> {
  return new Map(relation.attributes.map((attribute, i) => [attribute.name, shown(tuple[i] ?? 0, attribute, symbols)]));
}

/** Puts values in place of `{name}`; a name without a value stays as it is written. */
export function fill(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (written, name: string) => values.get(name) ?? written);
}
