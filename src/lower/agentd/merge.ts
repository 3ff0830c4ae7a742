import { type Field, isNullValue, type MapValue, type Value } from '../value.js';

/**
 * Lays a document over another one as RFC 7396 (JSON Merge Patch) says: mappings merge key by key, null takes a key away,
 * everything else replaces. What is left stands where it was written. Recursion is bounded by the trees' height.
 */
export function mergePatch(target: Value | undefined, patch: Value): Value {
  if (patch.kind !== 'map') return patch;
  const fields = new Map<string, Field>(target?.kind === 'map' ? target.fields : []);
  for (const [name, { key, value }] of patch.fields) {
    if (isNullValue(value)) fields.delete(name);
    else fields.set(name, { key, value: mergePatch(fields.get(name)?.value, value) });
  }
  const merged: MapValue = { kind: 'map', place: target?.kind === 'map' ? target.place : patch.place, fields };
  return merged;
}
