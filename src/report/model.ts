import type { Severity } from '../diagnostic.js';
import type { NoVerdict } from '../findings/collect.js';
import type { AuditRecord, HeldLegs, NamedList, Subject } from '../findings/finding.js';
import type { Position } from '../place.js';

/** What a run found, as every format prints it: plain data, lines and columns resolved, in order. Documented in docs/json.md. */
export interface Report {
  /** Raised when a field goes or changes its meaning; new fields do not raise it. */
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly law: Law;
  readonly summary: Summary;
  /** By file, then declaration order. */
  readonly findings: readonly ReportedFinding[];
  /** Files that were read and of which no verdict is given, with the reason. */
  readonly noClaims: readonly NoVerdict[];
  /** Whole lists of which texts of findings name the beginning; left out where no text cuts one. */
  readonly lists?: readonly NamedList[];
  /** What the tool could not do: inputs that could not be read. */
  readonly errors: readonly ToolError[];
}

export type Law = '2.1' | '2.2';

export interface Summary {
  readonly files: number;
  readonly workflows: number;
  /** Manifests of agents, and configurations of agents. */
  readonly agents: number;
  readonly findings: Readonly<Record<Severity, number>>;
  readonly noClaims: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface ReportedFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string;
  readonly range: Range;
  readonly subject: Subject;
  readonly path: readonly ReportedStep[];
  readonly related: readonly ReportedPlace[];
  /** Who brings each leg, where the finding is about an agent that holds tools. */
  readonly legs?: HeldLegs;
  /** What an auditor keeps: an exception that was made, and what made it. */
  readonly record?: AuditRecord;
  readonly repair: readonly string[];
  /** Those of the report's `lists` that the message and repairs cut, counted from 0. */
  readonly lists?: readonly number[];
  /** The same as long as the code, the file, the names and the way stay; lines and messages may change. No two findings have the same. */
  readonly fingerprint: string;
}

export interface ReportedStep {
  readonly task: string;
  readonly why: string;
  readonly file: string;
  readonly range: Range;
}

export interface ReportedPlace {
  readonly message: string;
  readonly file: string;
  readonly range: Range;
}

export interface ToolError {
  readonly code: string;
  readonly message: string;
  /** The input or rule file it is about; null where it is about the run. */
  readonly file: string | null;
  /** Where in it; left out where it is about the whole of it. */
  readonly range?: Range;
  readonly repair: readonly string[];
}
