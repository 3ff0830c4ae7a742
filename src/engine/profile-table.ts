import type { Place } from '../place.js';
import type { PlanProfile, PlanStep, Profile, RelationProfile, RuleProfile } from './profile.js';
import { offsetOf } from './proof.js';

/** How places are shown: where they are, and the text that stands there, if that is known. */
export interface ProfileText {
  readonly locate?: (place: Place) => string;
  readonly quote?: (place: Place) => string | undefined;
}

/** Lines of a table; what takes most comes first. */
const MOST_LINES = 40;
/** Text of a rule that is shown. */
const MOST_SHOWN = 72;

/** A profile as two tables, of rules by their time and of relations by their rows, with the orders of joins under each rule. */
export function formatProfile(
  profile: Profile,
  { locate = offsetOf, quote = () => undefined }: ProfileText = {},
): string {
  const { loadMilliseconds, evaluateMilliseconds, rounds, bytes } = profile;
  const total = profile.rules.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const head = `loaded in ${time(loadMilliseconds)}, evaluated in ${time(evaluateMilliseconds)}, ${counted(rounds)} rounds, ${Math.ceil(bytes / 2 ** 20)} MiB`;
  const sorted = [...profile.rules].sort((a, b) => b.milliseconds - a.milliseconds);
  const rules = sorted.slice(0, MOST_LINES);
  const rows = rules.map((rule) => ruleRow(rule, total));
  const widths = RULE_HEAD.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c]?.length ?? 0)));
  const lines = [head, '', `${aligned(RULE_HEAD, widths)}  what`];
  rules.forEach((rule, i) => {
    lines.push(`${aligned(rows[i] ?? [], widths)}  ${whatText(rule, locate, quote)}`);
    for (const plan of rule.plans.filter((steps) => steps.length > 0))
      lines.push(`${' '.repeat(aligned([], widths).length)}    ${planText(plan)}`);
  });
  const rest = sorted.slice(MOST_LINES).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  if (sorted.length > MOST_LINES) lines.push(`and ${sorted.length - MOST_LINES} more, ${time(rest)} together`);
  return `${[...lines, '', ...relationLines(profile.relations)].join('\n')}\n`;
}

const RULE_HEAD = ['ms', '%', 'iterations', 'new', 'known'];

function ruleRow({ milliseconds, iterations, tuples, duplicates }: RuleProfile, total: number): string[] {
  const share = total === 0 ? '0' : ((100 * milliseconds) / total).toFixed(0);
  return [milliseconds.toFixed(2), share, counted(iterations), counted(tuples), counted(duplicates)];
}

function aligned(row: readonly string[], widths: readonly number[]): string {
  return widths.map((width, c) => (row[c] ?? '').padStart(width)).join('  ');
}

function whatText(
  { kind, relation, places }: RuleProfile,
  locate: (place: Place) => string,
  quote: (place: Place) => string | undefined,
): string {
  const where = places.map(locate).join(', ');
  if (kind === 'builtin') return `computes ${relation}  (${where})`;
  if (kind === 'matrix') return `passes ${relation} on  (${where})`;
  const [place] = places;
  const text = place === undefined ? undefined : quote(place);
  const made = kind === 'rule' ? '' : `${relation}, for `;
  if (text === undefined) return `${made}${kind === 'rule' ? `${relation} by ` : ''}${where}`;
  return `${made}${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}  (${where})`;
}

function planText(plan: PlanProfile): string {
  return plan.map(stepText).join(', ');
}

function stepText(step: PlanStep): string {
  if (step.access === 'aggregate') return `{ ${planText(step.steps)} }`;
  const { access, relation, columns } = step;
  const by = columns.length === 0 ? '' : `(${columns.join(', ')})`;
  switch (access) {
    case 'scan':
      return relation;
    case 'delta':
      return `Δ${relation}`;
    case 'index':
      return `${relation} by ${columns.join(', ')}`;
    case 'product':
      return `× ${relation}`;
    case 'has':
      return `has ${relation}${by}`;
    case 'lacks':
      return `!${relation}${by}`;
  }
}

function relationLines(relations: readonly RelationProfile[]): string[] {
  const sorted = [...relations].sort((a, b) => b.rows - a.rows);
  const shown = sorted.slice(0, MOST_LINES);
  const rows = shown.map(({ rows, store }) => [counted(rows), store]);
  const widths = ['rows', 'store'].map((title, c) => Math.max(title.length, ...rows.map((row) => row[c]?.length ?? 0)));
  return [
    `${aligned(['rows', 'store'], widths)}  relation`,
    ...shown.map(({ name, indexes }, i) => {
      const by = indexes.map(({ columns, kind, layout }) => `${columns.join(', ')}: ${kind} ${layout}`);
      return `${aligned(rows[i] ?? [], widths)}  ${name}${by.length === 0 ? '' : `  (${by.join('; ')})`}`;
    }),
    ...(sorted.length > MOST_LINES ? [`and ${sorted.length - MOST_LINES} more`] : []),
  ];
}

function time(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`;
}

/** With the digits in groups of three. */
function counted(value: number | null): string {
  return value === null ? '–' : String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
