import type { Severity } from '../diagnostic.js';
import type { NoVerdict } from '../findings/collect.js';
import type { Finding, NamedList, Step } from '../findings/finding.js';
import { tool } from '../tool.js';
import { Fingerprints } from './fingerprint.js';
import type { Law, Report, ReportedFinding, ReportedStep, ToolError } from './model.js';
import type { Sources } from './sources.js';

/** What a run hands over to be reported, in any order. */
export interface Outcome {
  readonly law: Law;
  readonly files: number;
  readonly workflows: number;
  readonly agents: number;
  readonly findings: readonly Finding[];
  readonly noClaims: readonly NoVerdict[];
  readonly errors: readonly ToolError[];
}

/** Puts an outcome in order, resolves its places to lines and columns, and counts. */
export function buildReport(outcome: Outcome, sources: Sources): Report {
  const fingerprints = new Fingerprints();
  const lists = new SharedLists();
  const findings = inOrder(outcome.findings).map((finding) => ({
    ...reported(finding, fingerprints.next(finding), sources),
    ...lists.of(finding),
  }));
  return {
    schemaVersion: 1,
    tool,
    law: outcome.law,
    summary: {
      files: outcome.files,
      workflows: outcome.workflows,
      agents: outcome.agents,
      findings: countBySeverity(findings),
      noClaims: outcome.noClaims.length,
    },
    findings,
    noClaims: [...outcome.noClaims].sort((a, b) => compare(a.file, b.file) || compare(a.code, b.code)),
    ...(lists.all.length > 0 && { lists: lists.all }),
    errors: [...outcome.errors].sort((a, b) => compare(a.file ?? '', b.file ?? '') || compare(a.code, b.code)),
  };
}

/** Numbers the lists that findings share. */
class SharedLists {
  readonly all: NamedList[] = [];
  private readonly numbers = new Map<NamedList, number>();

  of({ lists = [] }: Finding): { readonly lists?: readonly number[] } {
    return lists.length === 0 ? {} : { lists: [...new Set(lists.map((list) => this.number(list)))] };
  }

  private number(list: NamedList): number {
    const known = this.numbers.get(list);
    if (known !== undefined) return known;
    this.numbers.set(list, this.all.length);
    return this.all.push(list) - 1;
  }
}

/** Findings as a report has them, in the same order. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(byPosition);
}

/** By file, then declaration order; what is left over is ordered by place and code, so that no tie is left to chance. */
function byPosition(a: Finding, b: Finding): number {
  return (
    compare(a.place.file, b.place.file) ||
    a.order - b.order ||
    a.place.start - b.place.start ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}

/** By UTF-16 units: the same order on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function reported(finding: Finding, fingerprint: string, sources: Sources): ReportedFinding {
  const { workflow, task, source, sources: all } = finding.subject;
  return {
    code: finding.code,
    severity: finding.severity,
    message: finding.message,
    file: finding.place.file,
    range: sources.range(finding.place),
    subject: { workflow, task, source, sources: all },
    path: finding.path.map((step) => reportedStep(step, sources)),
    related: finding.related.map(({ message, place }) => ({ message, file: place.file, range: sources.range(place) })),
    ...(finding.legs && { legs: finding.legs }),
    ...(finding.record && { record: finding.record }),
    repair: finding.repair,
    fingerprint,
  };
}

function reportedStep({ task, why, place }: Step, sources: Sources): ReportedStep {
  return { task, why, file: place.file, range: sources.range(place) };
}

function countBySeverity(findings: readonly ReportedFinding[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
