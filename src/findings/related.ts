import type { Program, Relation } from '../datalog/ir.js';
import type { Result } from '../engine/index.js';
import type { Facts } from '../facts/facts.js';
import { entityPlace } from './entity.js';
import type { RelatedPlace } from './finding.js';
import { joined, sharedColumns } from './join.js';
import type { Remark } from './rule.js';
import { columnValues, fill } from './values.js';

/** The places that belong to the finding of a tuple; `values` are what its message can name. */
type Relate = (tuple: readonly number[], values: ReadonlyMap<string, string>) => RelatedPlace[];

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
): Relate {
  const each = remarks.flatMap(({ relation: name, text }) => {
    const other = program.relations.find((relation) => relation.name === name);
    return other === undefined ? [] : [oneKind(text, finding, other, result, facts)];
  });
  return (tuple, values) => each.flatMap((places) => places(tuple, values));
}

function oneKind(text: string, finding: Relation, other: Relation, result: Result, facts: Facts): Relate {
  const agreeing = joined(finding, other, result);
  const shared = new Set(sharedColumns(finding, other).map(([, column]) => column));
  return (tuple, values) =>
    agreeing(tuple)
      .slice(0, MAX_PLACES)
      .flatMap((row) => {
        const place = entityPlace(other, row, facts, shared);
        return place === undefined
          ? []
          : [{ message: fill(text, new Map([...values, ...columnValues(other, row, facts.symbols)])), place }];
      });
}
