import type { Program, Relation } from '../datalog/ir.js';
import type { Result } from '../engine/index.js';
import type { Facts } from '../facts/facts.js';
import { entityPlace } from './entity.js';
import type { RelatedPlace } from './finding.js';
import { joined, sharedColumns } from './join.js';
import type { Remark } from './rule.js';
import { columnValues, fill } from './values.js';

/** A finding names this many places besides its own, of one kind. */
const MAX_PLACES = 12;

/**
 * Other places that belong to the finding of a tuple: of each tuple of the named relation that agrees with it, the place
 * of the entity that the finding does not have itself.
 */
export function relatedPlaces(
  remarks: readonly Remark[],
  finding: Relation,
  program: Program,
  result: Result,
  facts: Facts,
): (tuple: readonly number[]) => RelatedPlace[] {
  const each = remarks.flatMap(({ relation: name, text }) => {
    const other = program.relations.find((relation) => relation.name === name);
    return other === undefined ? [] : [oneKind(text, finding, other, result, facts)];
  });
  return (tuple) => each.flatMap((places) => places(tuple));
}

function oneKind(
  text: string,
  finding: Relation,
  other: Relation,
  result: Result,
  facts: Facts,
): (tuple: readonly number[]) => RelatedPlace[] {
  const agreeing = joined(finding, other, result);
  const shared = new Set(sharedColumns(finding, other).map(([, column]) => column));
  return (tuple) =>
    agreeing(tuple)
      .slice(0, MAX_PLACES)
      .flatMap((row) => {
        const place = entityPlace(other, row, facts, shared);
        return place === undefined ? [] : [{ message: fill(text, columnValues(other, row, facts.symbols)), place }];
      });
}
