import type { Relation } from '../datalog/ir.js';
import type { Facts } from '../facts/facts.js';
import type { Place } from '../place.js';

/** Types whose symbols have a place, the most exact ones first. */
export const ENTITY_TYPES = [
  'Part',
  'Task',
  'Reference',
  'Slot',
  'Setting',
  'Capability',
  'Agent',
  'Workflow',
  'Manifest',
] as const;

/** The place of the most exact entity of a tuple that has one, but for the columns that are passed over; undefined where none has. */
export function entityPlace(
  { attributes }: Relation,
  tuple: readonly number[],
  facts: Facts,
  passed: ReadonlySet<number> = new Set(),
): Place | undefined {
  for (const type of ENTITY_TYPES) {
    const column = attributes.findIndex((attribute, i) => attribute.type === type && !passed.has(i));
    const place = column < 0 ? undefined : facts.places.get(tuple[column] ?? -1);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The symbols of a tuple's entities: names that stay when lines move. */
export function entityNames({ attributes }: Relation, tuple: readonly number[], facts: Facts): string[] {
  const types: readonly string[] = ENTITY_TYPES;
  return attributes.flatMap(({ type, primitive }, i) =>
    primitive === 'symbol' && types.includes(type) ? [facts.symbols.text(tuple[i] ?? 0)] : [],
  );
}
