import { isTexts } from '../options.js';
import { type CheckOptions, checkFiles, type JudgedFile } from './check.js';
import type { CheckReport } from './model.js';
import { checkAdmit } from './options.js';

/** An application's own conditions: reasons for which it does not let a workflow run; none, or nothing at all, where it does. */
export type Policy = (report: CheckReport) => readonly string[] | undefined;

export interface AdmitOptions extends CheckOptions {
  /** Asked of what is clean alone. What it throws is thrown. */
  readonly policy?: Policy;
}

/** A workflow as it was judged. Run its bytes: the file may hold others by now. */
export interface Snapshot extends JudgedFile {
  readonly report: CheckReport;
  /** What a run of it calls, judged with it. */
  readonly calls: readonly JudgedFile[];
}

/** The code of an `AdmissionError` where the file is clean, and the policy has reasons against it. */
export const POLICY = 'ADMISSION-POLICY';

/** A workflow is not admitted: nothing of it has run. */
export class AdmissionError extends Error {
  override readonly name = 'AdmissionError';
  /** What was refused. */
  readonly operation = 'run';
  /** What a process that was to run it should exit with. */
  readonly status = 2;

  /**
   * @param code  of the first finding that refuses it, of what could not be read, or `ADMISSION-POLICY`
   * @param reasons  all that stands against it, for people
   */
  constructor(
    readonly code: string,
    readonly reasons: readonly string[],
    readonly report: CheckReport,
  ) {
    super(`${report.file} is not admitted: ${code}: ${reasons.join('; ')}`);
  }
}

/**
 * Judges the file as `check` does, and asks the policy. Gives the bytes that were judged with their report, all from one
 * reading, or throws: an `AdmissionError` where it is refused, a TypeError for options that are none and for a policy that answers
 * with something else than reasons.
 *
 * @example admit('flow.nika.yaml', { policy: ({ risk_grade }) => (risk_grade === 'unbounded' ? ['it has no ceiling'] : []) })
 */
export function admit(path: string, options: AdmitOptions = {}): Snapshot {
  checkAdmit(path, options);
  const { policy, ...checking } = options;
  const { report, files } = checkFiles(path, checking);
  if (!report.clean) throw refusal(report);
  const reasons = policy === undefined ? [] : answer(policy, report);
  if (reasons.length > 0) throw new AdmissionError(POLICY, reasons, report);
  const [own, ...calls] = files;
  if (own === undefined) throw new Error('a clean report is about no file');
  return { ...own, report, calls };
}

/** An answer that is neither reasons nor nothing, such as a promise, is no consent. */
function answer(policy: Policy, report: CheckReport): readonly string[] {
  const reasons: unknown = policy(report);
  if (reasons === undefined) return [];
  if (reasons instanceof Promise) throw new TypeError('admit: `policy` has to answer at once, and returned a promise');
  if (!isTexts(reasons)) throw new TypeError('admit: `policy` returned neither a list of strings nor nothing at all');
  return [...reasons];
}

function refusal(report: CheckReport): AdmissionError {
  const errors = report.findings.filter(({ severity }) => severity === 'error');
  const against = [...errors, ...report.errors];
  const code = against[0]?.code ?? 'ENGINE';
  return new AdmissionError(
    code,
    against.map(({ message, repair }) => [message, ...repair].join(', fix: ')),
    report,
  );
}
