import type { Program, Relation } from '../datalog/ir.js';
import type { Severity } from '../diagnostic.js';

/**
 * What the doc comment of an output relation says of its tuples (docs/rules.md, "Findings"). `@finding CODE` makes every
 * tuple a finding; `@noclaim CODE` lists its workflows as ones that a law says nothing of.
 */
export interface FindingRule {
  readonly kind: 'finding' | 'noclaim';
  readonly relation: Relation;
  readonly code: string;
  readonly title: string;
  /** The free text of the doc comment. */
  readonly help: string;
  readonly severity: Severity;
  /** The law it belongs to, for options that speak of a whole law; empty where none is named. */
  readonly law: string;
  /** With `{column}` for a value, and `{source}` where there is a path. */
  readonly message: string;
  /** What the message says besides, where it applies. */
  readonly notes: readonly Remark[];
  /** Any one of these mends it. */
  readonly repairs: readonly Remark[];
  /** Places besides its own: one for each tuple of the relation that agrees with the finding. */
  readonly related: readonly Remark[];
  readonly path: PathRule | null;
  /** Who brings what to the agent that the finding is about. */
  readonly legs: readonly LegRule[];
  readonly route: RouteRule | null;
  readonly record: RecordRule | null;
  /** `@block name`: what `{name}` stands for in texts is the block of grants that is inferred for the finding's workflow. */
  readonly block: string | null;
}

/**
 * `@leg name relation: text`: the capabilities that a relation `(agent, by)` leads to from the agent of the finding. Where
 * there is a text, the finding lists them as a leg, and shows the first one. `{name}` stands for them in texts.
 */
export interface LegRule {
  readonly name: string;
  readonly relation: string;
  readonly text: string | null;
}

/** `@route relation from relation`: the way of delegations `(agent, to)` to the agent of the finding, from one of the second relation. */
export interface RouteRule {
  readonly along: string;
  readonly from: string;
}

/** `@record event column…`: the finding is an event that an auditor keeps, with the values of some columns. */
export interface RecordRule {
  readonly event: string;
  readonly columns: readonly string[];
}

/** A text for a finding: always, or where `relation` has a tuple that agrees with the finding on the columns they share by name. */
export interface Remark {
  readonly relation: string | null;
  readonly text: string;
}

/** `@path column from relation within relation`, `@along relation…` and `@origin text`: the way content took to the value of a column. */
export interface PathRule {
  readonly column: number;
  /** Where a way may begin: at the first column of a relation `source(slot, task)`, or at the value of a column of the finding. */
  readonly from: { readonly relation: string } | { readonly column: number };
  /** The slots it may pass: the first column of a relation; any where null. */
  readonly within: string | null;
  /** Relations `(from, to, rank, by, reference)`, tried in this order. */
  readonly along: readonly string[];
  /** What the first step says of where the way begins. */
  readonly origin: string;
}

/** The finding rules of a program, in order of declaration. */
export function findingRules(program: Program): FindingRule[] {
  const names = new Set(program.relations.map((relation) => relation.name));
  const rules: FindingRule[] = [];
  for (const relation of program.relations) {
    const rule = findingRule(relation, names);
    if (rule !== null) rules.push(rule);
  }
  return rules;
}

function findingRule(relation: Relation, names: ReadonlySet<string>): FindingRule | null {
  const finding = tag(relation, 'finding');
  const code = finding ?? tag(relation, 'noclaim');
  if (code === undefined || !relation.output) return null;
  return {
    kind: finding === undefined ? 'noclaim' : 'finding',
    relation,
    code,
    title: tag(relation, 'title') ?? code,
    help: relation.documentation?.text ?? '',
    severity: severity(tag(relation, 'severity')),
    law: tag(relation, 'law') ?? '',
    message: tag(relation, 'message') ?? tag(relation, 'title') ?? code,
    notes: tags(relation, 'note').map((text) => remark(text, names)),
    repairs: tags(relation, 'repair').map((text) => remark(text, names)),
    related: tags(relation, 'related').map((text) => remark(text, names)),
    path: pathRule(relation),
    legs: tags(relation, 'leg').flatMap(legRule),
    route: routeRule(relation),
    record: recordRule(relation),
    block: tag(relation, 'block') ?? null,
  };
}

function severity(text: string | undefined): Severity {
  return text === 'warning' || text === 'note' ? text : 'error';
}

function remark(text: string, names: ReadonlySet<string>): Remark {
  const colon = text.indexOf(':');
  const relation = text.slice(0, Math.max(colon, 0));
  return names.has(relation) ? { relation, text: text.slice(colon + 1).trim() } : { relation: null, text };
}

/** The value of `@path`. */
export const PATH = /^(\S+)\s+from\s+(\S+)(?:\s+within\s+(\S+))?$/;

function pathRule(relation: Relation): PathRule | null {
  const written = PATH.exec(tag(relation, 'path') ?? '');
  if (written === null) return null;
  const [, name = '', from = '', within = null] = written;
  const column = relation.attributes.findIndex((attribute) => attribute.name === name);
  if (column < 0) return null;
  const own = relation.attributes.findIndex((attribute) => attribute.name === from);
  const origin = tag(relation, 'origin') ?? 'content that others may write comes in here';
  const along = tag(relation, 'along')?.split(/\s+/) ?? [];
  return { column, from: own < 0 ? { relation: from } : { column: own }, within, along, origin };
}

/** The value of `@leg`. */
export const LEG = /^(\w+)\s+(\w+)(?::\s+(.*))?$/;

function legRule(value: string): LegRule[] {
  const [written, name = '', relation = '', text = null] = LEG.exec(value) ?? [];
  return written === undefined ? [] : [{ name, relation, text }];
}

/** The value of `@route`. */
export const ROUTE = /^(\w+)\s+from\s+(\w+)$/;

function routeRule(relation: Relation): RouteRule | null {
  const [written, along = '', from = ''] = ROUTE.exec(tag(relation, 'route') ?? '') ?? [];
  return written === undefined ? null : { along, from };
}

function recordRule(relation: Relation): RecordRule | null {
  const [event, ...columns] = tag(relation, 'record')?.split(/\s+/) ?? [];
  return event === undefined ? null : { event, columns };
}

function tag(relation: Relation, name: string): string | undefined {
  return tags(relation, name)[0];
}

function tags(relation: Relation, name: string): string[] {
  return (relation.documentation?.tags ?? []).filter((tag) => tag.name === name).map((tag) => tag.value);
}
