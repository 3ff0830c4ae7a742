/**
 * The library: `analyze` judges workflows as the command does; `check` reports on one, and `admit` lets it run or throws; `compile` and `Engine` run Datalog programs of your own.
 * Nothing here writes, prints or ends the process.
 *
 * @module
 */
import { checkAnalyzeOptions } from './options.js';
import type { Report } from './report/model.js';
import { type AnalyzeOptions, run } from './run.js';

/**
 * Judges every workflow of some files and folders, and returns what `--format json` prints (docs/json.md). Synchronous.
 * Whatever is wrong with the inputs is in the report. What is thrown is a TypeError for options that are none, or a bug.
 *
 * @example analyze({ paths: ['flows'] }).findings.filter(({ severity }) => severity === 'error')
 */
export function analyze(options: AnalyzeOptions): Report {
  checkAnalyzeOptions(options);
  return run(options).report;
}

export { AdmissionError, type AdmitOptions, admit, type Policy, type Snapshot } from './check/admit.js';
export { type CheckOptions, check, type InferOptions, type JudgedFile, type WorkflowSource } from './check/check.js';
export { type Inferred, inferPermits, type Uninferable } from './check/infer.js';
export type * from './check/model.js';
export * from './datalog-api.js';
export type { NoVerdict } from './findings/collect.js';
export {
  checkTrifecta,
  type Grant,
  type GrantInput,
  type GrantLegs,
  type Grants,
  judgeGrants,
  parseTag,
  type SpawnGrant,
  type SpawnRequest,
  type TrifectaTag,
  type TrifectaVerdict,
} from './library/agentd.js';
export type { Verdict } from './library/judgement.js';
export { type LegTag, TrifectaLegs } from './library/legs.js';
export { AgentReport } from './library/report.js';
export { Scope, ToolScope } from './library/scope.js';
export { type AgentNode, walk } from './library/walk.js';
export type { Legs, WrittenLegs } from './lower/graded/levels.js';
export { type ExitCode, exitCode } from './report/exit.js';
export type * from './report/model.js';
export { shippedRules } from './rules.js';
export type { AnalyzeOptions } from './run.js';
