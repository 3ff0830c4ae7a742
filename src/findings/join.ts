import type { Relation } from '../datalog/ir.js';
import type { Result } from '../engine/index.js';

type Tuple = readonly number[];

/** The tuples of `other` that agree with a tuple of the finding relation on the columns that have one name in both. */
export function joined(finding: Relation, other: Relation, result: Result): (tuple: Tuple) => readonly Tuple[] {
  const shared = sharedColumns(finding, other);
  const index = new Map<string, Tuple[]>();
  for (const row of result.relation(other.name) ?? []) {
    const key = shared.map(([, column]) => row[column]).join();
    const rows = index.get(key);
    if (rows === undefined) index.set(key, [row]);
    else rows.push(row);
  }
  return (tuple) => index.get(shared.map(([column]) => tuple[column]).join()) ?? [];
}

/** Pairs of columns, of the finding and of the other relation, that have one name. */
export function sharedColumns(finding: Relation, other: Relation): [number, number][] {
  const pairs: [number, number][] = [];
  finding.attributes.forEach(({ name }, i) => {
    const j = other.attributes.findIndex((attribute) => attribute.name === name);
    if (j >= 0) pairs.push([i, j]);
  });
  return pairs;
}
