import type { NoVerdict } from '../findings/collect.js';
import type { Law, ReportedFinding, ToolError } from '../report/model.js';

/** What there is to say of one workflow before it runs: plain data, in a fixed order. Documented in docs/check.md. */
export interface CheckReport {
  /** Raised when a field goes or changes its meaning; new fields do not raise it. */
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly law: Law;
  /** The workflow that is judged. */
  readonly file: string;
  /** SHA-256 of the bytes that were judged, in hexadecimal; null where there are none. */
  readonly sha256: string | null;
  /** The workflows that a run of it calls, each with the bytes that were judged. */
  readonly calls: readonly CalledFile[];
  /** No error-level finding stands, and everything could be judged. */
  readonly clean: boolean;
  /** 0 where it is clean; 2 where an error-level finding stands; else 1. */
  readonly exitCode: 0 | 1 | 2;
  readonly findings: readonly ReportedFinding[];
  /** Laws that give no verdict on a file, with the reason; with `parity` alone. */
  readonly noClaims: readonly NoVerdict[];
  /** The boundary as it is declared, null where there is none, and as the tasks need it. */
  readonly permits: { readonly declared: Permits | null; readonly needed: Permits };
  readonly requirements: Requirements;
  readonly cost: Cost;
  readonly risk_grade: RiskGrade;
  /** Why the grade is no lower, and what holds besides: the worst first. */
  readonly risk_reasons: readonly RiskReason[];
  readonly certificate: { readonly effects: Effects };
  /** What kept the tool from judging. */
  readonly errors: readonly ToolError[];
}

export interface CalledFile {
  readonly file: string;
  readonly sha256: string;
}

/** A boundary: what a workflow may do, by category. What is absent is denied. */
export interface Permits {
  readonly tools?: readonly string[];
  readonly exec?: boolean | readonly string[];
  readonly net?: { readonly http?: readonly string[] };
  readonly fs?: { readonly read?: readonly string[]; readonly write?: readonly string[] };
  readonly env?: readonly string[];
}

/** What a certificate says of the effects of a workflow. */
export interface Effects {
  readonly boundary_declared: boolean;
  readonly needed: Permits;
  /** The number of places where something is required that the boundary does not grant; null where the file cannot be read. */
  readonly escapes: number | null;
}

/** What has to be there for a run, that of the workflows it calls included. */
export interface Requirements {
  /** Models as written, sorted; one that is computed as the expression that names it. */
  readonly models: readonly string[];
  /** Names of secrets, sorted, never values. */
  readonly secrets: readonly string[];
  /** Inputs that a caller must give, in order of declaration. */
  readonly inputs: readonly string[];
}

/** The price of the output tokens of all models at the most, in US dollars. */
export interface Cost {
  /** The tasks that cost something, in order of declaration. */
  readonly tasks: readonly TaskCost[];
  /** Sum over the tasks that have a ceiling, rounded up to a millionth. */
  readonly bounded_total_usd: number;
  /** The same of what no run can do without in which nothing fails, tried once, rounded down. */
  readonly min_path_total_usd: number;
  /** Some task has no ceiling, or something cannot be read: the total is no limit. */
  readonly has_unbounded: boolean;
  readonly prices: { readonly source: string; readonly date: string };
}

export interface TaskCost {
  readonly task: string;
  /** The workflow that it calls; null of a task that asks a model itself, and where it is not known. */
  readonly calls: string | null;
  /** As written; null of a call, and where none is named. */
  readonly model: string | null;
  readonly max_tokens: number | null;
  /** For how many items it runs, and how often it is tried at the most for each; null where that is not known. */
  readonly iterations: number | null;
  readonly attempts: number | null;
  /** Null where it has no ceiling. */
  readonly usd: number | null;
  readonly min_path_usd: number | null;
  /** Null where it has a ceiling. */
  readonly unbounded_reason: string | null;
}

export type RiskGrade = 'low' | 'supervised' | 'high' | 'unbounded';

export interface RiskReason {
  readonly grade: Exclude<RiskGrade, 'low'>;
  readonly reason: string;
}
