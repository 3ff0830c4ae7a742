import type { Mapping, Node, Range, Scalar } from '../parse/tree.js';
import type { Place } from '../place.js';

/** A document as data: what it says, and of every part where it says so, which may be in several files. */
export type Value = MapValue | ListValue | ScalarValue;

export interface MapValue {
  readonly kind: 'map';
  readonly place: Place;
  /** By key, in order of the document; of duplicate keys the last counts. Keys that are no scalars are left out. */
  readonly fields: ReadonlyMap<string, Field>;
}

export interface Field {
  /** Where the key stands. */
  readonly key: Place;
  readonly value: Value;
}

export interface ListValue {
  readonly kind: 'list';
  readonly place: Place;
  readonly items: readonly Value[];
}

export interface ScalarValue {
  readonly kind: 'scalar';
  readonly place: Place;
  readonly text: string;
  readonly type: Scalar['type'];
  /** As it was parsed, for text that stands inside it. */
  readonly node: Scalar;
}

/**
 * A parsed tree as data. Nodes that an alias shares are shared here as well. Recursion is bounded by the tree's height.
 *
 * @param place  where a range of the tree stands
 */
export function toValue(root: Node, place: (range: Range) => Place): Value {
  const known = new Map<Node, Value>();
  const convert = (node: Node): Value => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const value = convertNew(node);
    known.set(node, value);
    return value;
  };
  const convertNew = (node: Node): Value => {
    if (node.kind === 'scalar') return { kind: 'scalar', place: place(node), text: node.text, type: node.type, node };
    if (node.kind === 'sequence') return { kind: 'list', place: place(node), items: node.items.map(convert) };
    return { kind: 'map', place: place(node), fields: convertFields(node) };
  };
  const convertFields = (mapping: Mapping): Map<string, Field> => {
    const fields = new Map<string, Field>();
    for (const { key, value } of mapping.entries) {
      if (key.kind === 'scalar') fields.set(key.text, { key: place(key), value: convert(value) });
    }
    return fields;
  };
  return convert(root);
}

/** The ranges of one file as they are. */
export function placesIn(file: string): (range: Range) => Place {
  return ({ start, end }) => ({ file, start, end });
}

export function isNullValue(value: Value | undefined): boolean {
  return value?.kind === 'scalar' && value.type === 'null';
}

/** A string as written; undefined of everything else. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'scalar' && value.type === 'string' ? value.text : undefined;
}

/** A boolean; undefined of everything else. */
export function flagOf(value: Value | undefined): boolean | undefined {
  if (value?.kind !== 'scalar' || value.type !== 'boolean') return undefined;
  return value.text.toLowerCase() === 'true';
}

/** The field of a mapping, and of the mapping it leads to, and so on; undefined where there is none. */
export function fieldAt(value: Value | undefined, ...path: readonly string[]): Field | undefined {
  let field: Field | undefined;
  let at = value;
  for (const key of path) {
    field = at?.kind === 'map' ? at.fields.get(key) : undefined;
    at = field?.value;
  }
  return field;
}
