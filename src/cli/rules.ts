import { formatDiagnostic } from '../datalog/index.js';
import {
  type CheckedFiles,
  type Compiled,
  checkRuleFiles,
  compileRuleset,
  isShipped,
  type Ruleset,
  shippedRuleset,
} from '../ruleset/index.js';
import { tool } from '../tool.js';
import { visible, visibleJson } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { writeStream } from './output.js';

/** 2: the rules have errors, which are printed. */
export type RulesExit = 0 | 2;

/** `rules check`: everything there is to say of a team's rules, beside the shipped ones, and of files that ship. */
export async function checkRules(paths: readonly string[], io: Surroundings): Promise<RulesExit> {
  const checked = checkRuleFiles(paths, io.cwd());
  await writeStream(
    io.stdout,
    checked.programs.flatMap(explained).map((text) => `${text}\n\n`),
  );
  await writeStream(io.stdout, [`${verdict(checked)}\n`]);
  return checked.programs.every(({ ruleset }) => ruleset !== null) ? 0 : 2;
}

/** Every diagnostic as lines of text. */
export function explained({ diagnostics, sources }: Compiled): string[] {
  return diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, sources));
}

function verdict({ programs, shipped }: CheckedFiles): string {
  const diagnostics = programs.flatMap((program) => program.diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const [{ ruleset, sources }] = programs;
  const own = sources.filter(({ file }) => !isShipped(file)).length;
  const parts = [counted(errors, 'error'), counted(diagnostics.length - errors, 'warning')];
  if (own > 0 || shipped === 0) parts.push(counted(own, 'file'));
  if (shipped > 0) parts.push(counted(shipped, 'shipped file'));
  if (ruleset !== null && own > 0) parts.push(`${counted(ownRules(ruleset).length, 'kind')} of findings`);
  return parts.join(' · ');
}

/** The rules of a ruleset that a team brought. */
export function ownRules({ rules }: Ruleset): Ruleset['rules'] {
  return rules.filter(({ kind, relation }) => kind === 'finding' && !isShipped(relation.place.file));
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `rules list`: every kind of finding, shipped ones first. */
export async function listRules(
  paths: readonly string[],
  { format }: { readonly format: 'pretty' | 'json' },
  io: Surroundings,
): Promise<RulesExit> {
  const compiled = paths.length === 0 ? null : compileRuleset(paths, io.cwd());
  const ruleset = compiled === null ? shippedRuleset() : compiled.ruleset;
  if (compiled !== null && ruleset === null) {
    await writeStream(
      io.stderr,
      explained(compiled).map((text) => `${text}\n`),
    );
    return 2;
  }
  const rules = (ruleset?.rules ?? []).filter(({ kind }) => kind === 'finding').map(row);
  await writeStream(io.stdout, [format === 'json' ? jsonList(rules) : prettyList(rules)]);
  return 0;
}

interface Row {
  readonly code: string;
  readonly severity: string;
  readonly title: string;
  readonly file: string;
}

function row({ code, severity, title, relation }: Ruleset['rules'][number]): Row {
  return { code, severity, title, file: relation.place.file };
}

function jsonList(rules: readonly Row[]): string {
  return `${visibleJson(JSON.stringify({ schemaVersion: 1, tool, rules }, null, 2))}\n`;
}

function prettyList(rules: readonly Row[]): string {
  const width = (values: readonly string[]) => Math.max(0, ...values.map((value) => value.length));
  const codes = width(rules.map(({ code }) => code));
  const severities = width(rules.map(({ severity }) => severity));
  return rules
    .map(({ code, severity, title, file }) =>
      visible(`${code.padEnd(codes)}  ${severity.padEnd(severities)}  ${title} (${file})`).concat('\n'),
    )
    .join('');
}
