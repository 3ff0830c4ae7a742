import type { Report } from './model.js';

/** What the process says to whoever started it. */
export type ExitCode = 0 | 1 | 2 | 3;

/** 2: an error-level finding counts; 1: the tool could not do its work; 3: there was no workflow to analyse; 0 otherwise. The first that holds. */
export function exitCode(report: Report, allowEmpty: boolean): ExitCode {
  if (report.summary.findings.error > 0) return 2;
  if (report.errors.length > 0) return 1;
  return report.summary.workflows + report.summary.agents === 0 && !allowEmpty ? 3 : 0;
}
