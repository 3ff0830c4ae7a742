import type { Program, Relation } from '../datalog/ir.js';
import type { Result } from '../engine/index.js';
import type { Symbols } from '../facts/symbols.js';
import type { Remark } from './rule.js';
import { columnValues, fill } from './values.js';

/** A remark names this many of the values it applies to. */
const MAX_NAMED = 12;

/** Says what applies to the finding of a tuple. */
export type Remarker = (tuple: readonly number[], values: ReadonlyMap<string, string>) => string[];

/** What there is to say of the tuples of a finding relation, of `remarks` those that apply, in their order. */
export function remarker(
  remarks: readonly Remark[],
  finding: Relation,
  program: Program,
  result: Result,
  symbols: Symbols,
): Remarker {
  const each = remarks.map((remark) => oneRemark(remark, finding, program, result, symbols));
  return (tuple, values) => each.flatMap((say) => say(tuple, values));
}

function oneRemark(remark: Remark, finding: Relation, program: Program, result: Result, symbols: Symbols): Remarker {
  const relation = program.relations.find(({ name }) => name === remark.relation);
  if (relation === undefined) return (_, values) => [fill(remark.text, values)];
  const shared = sharedColumns(finding, relation);
  const index = new Map<string, Map<string, string>[]>();
  for (const row of result.relation(relation.name) ?? []) {
    const key = shared.map(([, column]) => row[column]).join();
    const rows = index.get(key) ?? [];
    rows.push(columnValues(relation, row, symbols));
    index.set(key, rows);
  }
  return (tuple, values) => {
    const rows = index.get(shared.map(([column]) => tuple[column]).join());
    return rows === undefined ? [] : [fill(remark.text, new Map([...listed(rows), ...values]))];
  };
}

/** Pairs of columns, of the finding and of the other relation, that have one name. */
function sharedColumns(finding: Relation, other: Relation): [number, number][] {
  const pairs: [number, number][] = [];
  finding.attributes.forEach(({ name }, i) => {
    const j = other.attributes.findIndex((attribute) => attribute.name === name);
    if (j >= 0) pairs.push([i, j]);
  });
  return pairs;
}

/** For each column the distinct values of all rows, as a list in code font. */
function listed(rows: readonly ReadonlyMap<string, string>[]): Map<string, string> {
  const columns = new Map<string, string>();
  for (const name of rows[0]?.keys() ?? []) {
    const values = [...new Set(rows.map((row) => row.get(name) ?? ''))];
    const named = values.slice(0, MAX_NAMED).map((value) => `\`${value}\``);
    const more = values.length - named.length;
    columns.set(name, named.join(', ') + (more > 0 ? ` and ${more} more` : ''));
  }
  return columns;
}
