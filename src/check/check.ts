import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Engine } from '../engine/index.js';
import { pathName } from '../lower/nika/names.js';
import { readPrices } from '../prices/file.js';
import { type PriceList, shippedPrices } from '../prices/list.js';
import type { Law, ToolError } from '../report/model.js';
import { shippedRuleset } from '../ruleset/index.js';
import { type AnalyzeOptions, type Inspection, inspect, type Keep } from '../run.js';
import { tool } from '../tool.js';
import { costOf } from './cost.js';
import type { CheckReport } from './model.js';
import { checkCheck } from './options.js';
import { declaredPermits } from './permits.js';
import { Relations } from './relations.js';
import { requirementsOf } from './requirements.js';
import { riskOf } from './risk.js';

/** A workflow that is no file, or is not to be read from it; what it calls is looked for as if it stood at `name`. */
export interface WorkflowSource {
  readonly name: string;
  readonly text: string | Uint8Array;
}

/** What judging depends on besides the workflow. */
export interface InferOptions {
  /** Paths are resolved against it and printed relative to it; the process's working directory where it is left out. */
  readonly cwd?: string;
  /** Version of NEP-0002 to judge by; 2.1 where it is left out. */
  readonly law?: Law;
  /** Read as the reference checker reads, its silence included. */
  readonly parity?: boolean;
  /** A builtin that only computes needs no grant of `tools`. */
  readonly pureFree?: boolean;
}

export interface CheckOptions extends InferOptions {
  /** A file of prices (docs/check.md) in place of the list that ships. */
  readonly prices?: string;
}

/** The shipped rules, and what a report says beyond findings: it runs for the findings, and again on what they are. */
const PROGRAM = 'check.dl';

/** A file as it was read, which is once. */
export interface JudgedFile {
  /** As the report names it. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A report with what it speaks of. */
export interface Checked {
  readonly report: CheckReport;
  /** The workflow first, then what it calls; nothing where it could not be read. */
  readonly files: readonly JudgedFile[];
}

/**
 * Judges one workflow before it runs, the workflows it calls with it, as `analyze` does, and says what it may do, needs and
 * costs (docs/check.md). Every file is read once. Whatever is wrong with it is in the report; what is thrown is a TypeError
 * for options that are none, or a bug.
 *
 * @example check('flow.nika.yaml').clean
 */
export function check(target: string | WorkflowSource, options: CheckOptions = {}): CheckReport {
  checkCheck(target, options);
  return checkFiles(target, options).report;
}

/** The same, with the files that were judged, for options that were checked. */
export function checkFiles(target: string | WorkflowSource, options: CheckOptions = {}): Checked {
  const { prices, error } = pricesOf(options);
  const files: JudgedFile[] = [];
  const keep: Keep = (file, bytes) => files.push({ file, bytes, sha256: sha256(bytes) });
  const inspection = inspect(analyzeOptions(target, options), { keep, program: PROGRAM });
  const file = files[0]?.file ?? nameOf(target);
  const errors = [...(error ? [error] : []), ...inspection.report.errors, ...notAWorkflow(file, inspection)];
  return { report: report(file, { inspection, prices, files, errors }), files };
}

export function nameOf(target: string | WorkflowSource): string {
  return typeof target === 'string' ? target : target.name;
}

/** What a run over one workflow is asked for. */
export function analyzeOptions(target: string | WorkflowSource, options: CheckOptions): AnalyzeOptions {
  const { cwd = process.cwd(), prices: _, ...judging } = options;
  if (typeof target !== 'string') {
    const { name, text } = target;
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    return { ...judging, cwd, paths: ['-'], stdin: { name, bytes } };
  }
  return { ...judging, cwd, paths: isFolder(target, cwd) ? [] : [target] };
}

/** Of what cannot be looked at, the reader says more. */
function isFolder(path: string, cwd: string): boolean {
  try {
    return statSync(resolve(cwd, path)).isDirectory();
  } catch {
    return false;
  }
}

/** One report is about one workflow. */
function notAWorkflow(file: string, { inputs, report }: Inspection): ToolError[] {
  const judged = report.findings.length > 0 || report.errors.length > 0;
  if (judged || inputs.some((input) => input.file === file && input.kind === 'workflow')) return [];
  const repair = ['give the file of one workflow; `analyze` judges folders and what else there is'];
  return [{ code: 'CHECK-NOT-A-WORKFLOW', message: 'this is no workflow', file, repair }];
}

function pricesOf({ prices: path, cwd = process.cwd() }: CheckOptions): { prices: PriceList; error?: ToolError } {
  if (path === undefined) return { prices: shippedPrices() };
  const none: PriceList = { source: path, date: '', outputToken: () => undefined };
  const failed = (message: string, repair: string) => ({
    prices: none,
    error: { code: 'PRICES', message, file: path, repair: [repair] },
  });
  try {
    const read = readPrices(readFileSync(resolve(cwd, path), 'utf8'));
    return read.ok ? { prices: read.prices } : failed(read.message, read.repair);
  } catch (error) {
    return failed(error instanceof Error ? error.message : 'it cannot be read', 'check the path');
  }
}

interface Judged {
  readonly inspection: Inspection;
  readonly prices: PriceList;
  readonly files: readonly JudgedFile[];
  readonly errors: readonly ToolError[];
}

function report(file: string, { inspection, prices, files, errors }: Judged): CheckReport {
  const { law, findings, noClaims, summary } = inspection.report;
  const root = inspection.facts.symbols.intern(pathName(file));
  const relations = relationsOf(root, inspection, prices);
  const exitCode = summary.findings.error > 0 ? 2 : errors.length > 0 ? 1 : 0;
  const risk = riskOf(root, relations);
  const [own, ...calls] = files;
  const [declared, needed] = [declaredPermits(root, relations), relations.inferred(root)];
  const escapes = relations.set('workflow').has(root) ? relations.of('escape', root, 1).length : null;
  return {
    schemaVersion: 1,
    tool,
    law,
    file,
    sha256: own?.sha256 ?? null,
    calls: calls.map((called) => ({ file: called.file, sha256: called.sha256 })),
    clean: exitCode === 0,
    exitCode,
    findings,
    noClaims,
    permits: { declared, needed },
    requirements: requirementsOf(root, relations),
    cost: costOf(root, relations, prices),
    risk_grade: risk.grade,
    risk_reasons: risk.reasons,
    certificate: { effects: { boundary_declared: declared !== null, needed, escapes } },
    errors,
  };
}

/** Made when first used, for one report after the other: a program that runs again is not prepared again. */
const engine = new Engine();

/** Derives what the report says beyond findings, which are among what it is derived from. */
function relationsOf(root: number, { facts, report }: Inspection, prices: PriceList): Relations {
  const { symbols } = facts;
  facts.table('checked', 1).add(root);
  for (const relation of ['default_model', 'task_model']) {
    for (const model of facts.table(relation, 3).columns()[2] ?? []) {
      if (prices.outputToken(symbols.text(model)) !== undefined) facts.table('priced', 1).add(model);
    }
  }
  const errors = report.findings.filter(({ severity }) => severity === 'error');
  for (const code of new Set(errors.map((finding) => finding.code))) facts.table('stands', 1).add(symbols.intern(code));
  const evaluated = engine.run(shippedRuleset(PROGRAM).program, facts);
  return new Relations(evaluated.ok ? evaluated.result : null, facts);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
