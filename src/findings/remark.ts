import type { Program, Relation } from '../datalog/ir.js';
import type { Result } from '../engine/index.js';
import type { Symbols } from '../facts/symbols.js';
import type { NamedList } from './finding.js';
import { joined } from './join.js';
import type { Remark } from './rule.js';
import { columnValues, fill } from './values.js';

/** A remark names this many of the values it applies to. */
const MAX_NAMED = 12;

/** What is said, and the lists that it does not hold whole. */
export interface Said {
  readonly text: string;
  readonly cut: readonly NamedList[];
}

/** Says what applies to the finding of a tuple. */
export type Remarker = (tuple: readonly number[], values: ReadonlyMap<string, string>) => Said[];

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
  if (relation === undefined) return (_, values) => [{ text: fill(remark.text, values), cut: [] }];
  const agreeing = joined(finding, relation, result);
  // Tuples that agree with the same rows share one list of them: thousands of findings may each name thousands.
  const lists = new Map<readonly (readonly number[])[], Listed>();
  return (tuple, values) => {
    const rows = agreeing(tuple);
    if (rows.length === 0) return [];
    const list = lists.get(rows) ?? listed(rows.map((row) => columnValues(relation, row, symbols)));
    lists.set(rows, list);
    const cut = list.cut.filter(({ name }) => !values.has(name) && remark.text.includes(`{${name}}`));
    return [{ text: fill(remark.text, new Map([...list.columns, ...values])), cut }];
  };
}

interface Listed {
  /** For each column its values as a text. */
  readonly columns: ReadonlyMap<string, string>;
  readonly cut: readonly NamedList[];
}

/** For each column the distinct values of all rows, as a list in code font. */
function listed(rows: readonly ReadonlyMap<string, string>[]): Listed {
  const columns = new Map<string, string>();
  const cut: NamedList[] = [];
  for (const name of rows[0]?.keys() ?? []) {
    const values = [...new Set(rows.map((row) => row.get(name) ?? ''))];
    const named = values.slice(0, MAX_NAMED).map((value) => `\`${value}\``);
    const more = values.length - named.length;
    columns.set(name, named.join(', ') + (more > 0 ? ` and ${more} more` : ''));
    if (more > 0) cut.push({ name, values });
  }
  return { columns, cut };
}
