import type { Program } from '../datalog/ir.js';
import type { Result, Rows } from '../engine/index.js';
import { entityLabel } from '../facts/entity.js';
import type { Facts } from '../facts/facts.js';
import type { Place } from '../place.js';
import { blockTeller } from './block.js';
import { entityNames, entityPlace } from './entity.js';
import type { AuditRecord, Finding } from './finding.js';
import { legTeller } from './legs.js';
import { pathSteps } from './path.js';
import { relatedPlaces } from './related.js';
import { remarker } from './remark.js';
import { type FindingRule, findingRules, type PathRule, type Remark } from './rule.js';
import { type SlotName, slotNames } from './slots.js';
import { columnValues, fill, ownerLabel, taskId } from './values.js';
import { FlowGraph, type Witness } from './witness.js';

/** A workflow of which a law says nothing, and why. */
export interface NoVerdict {
  readonly file: string;
  readonly code: string;
  readonly reason: string;
}

export interface Collected {
  readonly findings: readonly Finding[];
  readonly noClaims: readonly NoVerdict[];
}

/** What a run derived, as the steps below need it. */
interface Derived {
  readonly program: Program;
  readonly result: Result;
  readonly facts: Facts;
}

/**
 * Turns the tuples of finding relations into findings: their places, messages, paths and repairs, as the doc comments
 * of the relations say. `softened` names the laws whose findings are warnings in this run.
 */
export function collectFindings(derived: Derived, softened: ReadonlySet<string> = new Set()): Collected {
  const findings: Finding[] = [];
  const noClaims: NoVerdict[] = [];
  for (const rule of findingRules(derived.program)) {
    const rows = derived.result.relation(rule.relation.name);
    if (rows === undefined || rows.size === 0) continue;
    if (rule.kind === 'noclaim') noClaims.push(...noVerdicts(rule, rows, derived.facts));
    // One by one: a hostile run has more than a call takes arguments.
    else for (const finding of ruleFindings(rule, rows, derived, softened.has(rule.law))) findings.push(finding);
  }
  return { findings, noClaims };
}

function noVerdicts(rule: FindingRule, rows: Rows, facts: Facts): NoVerdict[] {
  return [...rows].map((tuple) => ({
    file: placeOf(rule, tuple, facts).file,
    code: rule.code,
    reason: fill(rule.message, columnValues(rule.relation, tuple, facts.symbols)),
  }));
}

function ruleFindings(rule: FindingRule, rows: Rows, derived: Derived, softened: boolean): Finding[] {
  const { facts } = derived;
  const trace = rule.path === null ? () => NO_TRACE : tracer(rule.path, derived);
  const saying = (remarks: readonly Remark[]) =>
    remarker(remarks, rule.relation, derived.program, derived.result, facts.symbols);
  const [note, repair] = [saying(rule.notes), saying(rule.repairs)];
  const related = relatedPlaces(rule.related, rule.relation, derived.program, derived.result, facts);
  const tell = legTeller(rule, derived.result, facts);
  const block = blockTeller(rule, derived.result, facts);
  return [...rows].map((tuple) => {
    const { sources, path } = trace(tuple);
    const told = tell(tuple);
    const record = recordOf(rule, tuple, facts);
    const place = placeOf(rule, tuple, facts);
    const values = columnValues(rule.relation, tuple, facts.symbols);
    const source = sources[0] ?? null;
    values.set('source', source ?? 'others');
    for (const [leg, holders] of told.values) values.set(leg, holders);
    if (rule.block !== null) values.set(rule.block, block(tuple));
    const [notes, repairs] = [note(tuple, values), repair(tuple, values)];
    const lists = [...notes, ...repairs].flatMap(({ cut }) => cut);
    return {
      code: rule.code,
      severity: softened && rule.severity === 'error' ? 'warning' : rule.severity,
      message: [fill(rule.message, values), ...notes.map(({ text }) => text)].join('; '),
      place,
      subject: { workflow: place.file, task: taskOf(rule, tuple, facts), source, sources },
      path: [...path, ...told.path],
      related: related(tuple, values),
      ...(Object.keys(told.legs).length > 0 && { legs: told.legs }),
      ...(record !== null && { record }),
      names: [...entityNames(rule.relation, tuple, facts), ...(source === null ? [] : [source])],
      repair: repairs.map(({ text }) => text),
      ...(lists.length > 0 && { lists }),
      order: place.start,
      tuple: { relation: rule.relation.name, values: tuple },
    };
  });
}

/** The event that a finding is to an auditor, with the values it names. */
function recordOf({ record, relation }: FindingRule, tuple: readonly number[], { symbols }: Facts): AuditRecord | null {
  if (record === null) return null;
  const values = columnValues(relation, tuple, symbols);
  return {
    event: record.event,
    fields: Object.fromEntries(record.columns.map((name) => [name, values.get(name) ?? ''])),
  };
}

type Trace = Pick<Finding, 'path'> & { readonly sources: readonly string[] };

const NO_TRACE: Trace = { path: [], sources: [] };

/** Finds the sources of a tuple's value and the way from the first of them. */
function tracer(path: PathRule, { result, facts }: Derived): (tuple: readonly number[]) => Trace {
  const slots = (name: string) => new Set(result.relation(name)?.columns()[0]);
  const flows = path.along.flatMap((name) => result.relation(name) ?? []);
  const within = path.within === null ? slotsOf(flows) : slots(path.within);
  const graph = new FlowGraph(flows, within);
  const names = slotNames(facts, within);
  const { from } = path;
  const all = 'relation' in from ? slots(from.relation) : new Set<number>();
  const single = new Map<number, ReadonlySet<number>>();
  const originsOf = (tuple: readonly number[]) => ('relation' in from ? all : setOf(single, tuple[from.column] ?? -1));
  return (tuple) => {
    const witness = graph.witness(tuple[path.column] ?? -1, originsOf(tuple));
    return witness === undefined ? NO_TRACE : traced(witness, names, facts, path.origin);
  };
}

/** The set of one slot, the same one each time. */
function setOf(known: Map<number, ReadonlySet<number>>, slot: number): ReadonlySet<number> {
  const set = known.get(slot) ?? new Set([slot]);
  known.set(slot, set);
  return set;
}

/** Every slot that some flow leaves or enters. */
function slotsOf(flows: readonly Rows[]): Set<number> {
  const slots = new Set<number>();
  for (const rows of flows) {
    for (const column of rows.columns().slice(0, 2)) for (const slot of column) slots.add(slot);
  }
  return slots;
}

function traced(witness: Witness, names: ReadonlyMap<number, SlotName>, facts: Facts, origin: string): Trace {
  const sources = witness.sources.flatMap((slot) => {
    const name = names.get(slot);
    return name === undefined ? [] : [ownerLabel(facts.symbols.text(name.owner))];
  });
  return { sources, path: pathSteps(witness, names, facts, origin) };
}

/** What a finding can be about within its file, with how it is called. */
const TASK_TYPES = [
  ['Task', taskId],
  ['Agent', entityLabel],
] as const;

function taskOf(rule: FindingRule, tuple: readonly number[], facts: Facts): string | null {
  for (const [type, label] of TASK_TYPES) {
    const column = rule.relation.attributes.findIndex((attribute) => attribute.type === type);
    // A task that is "" is none: the finding is about the workflow.
    if (column >= 0) return label(facts.symbols.text(tuple[column] ?? 0)) || null;
  }
  return null;
}

function placeOf(rule: FindingRule, tuple: readonly number[], facts: Facts): Place {
  return entityPlace(rule.relation, tuple, facts) ?? { file: '', start: 0, end: 0 };
}
