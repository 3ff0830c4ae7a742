import type { Source } from './datalog/index.js';
import { collectFindings } from './findings/index.js';
import { buildReport, inOrder } from './report/build.js';
import type { Explanation } from './report/explanation.js';
import type { ReportedFinding, ToolError } from './report/model.js';
import type { Sources } from './report/sources.js';
import { type AnalyzeOptions, type Derivation, derive } from './run.js';

export interface ExplainOptions extends AnalyzeOptions {
  /** Codes of the findings that are wanted; all where left out. */
  readonly codes?: readonly string[];
  /** Tasks and agents whose findings are wanted; all where left out. */
  readonly tasks?: readonly string[];
}

export interface Explained {
  /** In the order of a report. What was found without rules, as a file is read, has no derivation and is left out. */
  readonly explanations: readonly Explanation[];
  readonly errors: readonly ToolError[];
  /** The texts of the inputs. */
  readonly sources: Sources;
  /** Those of the rules, which proofs point into. */
  readonly rules: readonly Source[];
}

/** Judges as `run` does, and says of the findings that are wanted how the rules derive each. */
export function explain(options: ExplainOptions): Explained {
  const derived = derive(options);
  const { errors, sources, ruleset } = derived;
  return { explanations: explanations(derived, options), errors, sources, rules: ruleset.sources };
}

function explanations(derived: Derivation, options: ExplainOptions): Explanation[] {
  const { result, facts, ruleset, sources } = derived;
  if (result === null) return [];
  const collected = collectFindings({ program: ruleset.program, result, facts });
  const findings = inOrder(collected.findings);
  const counts = { files: 0, workflows: 0, agents: 0, noClaims: [], errors: [] };
  const report = buildReport({ ...counts, law: options.law ?? '2.1', findings }, sources);
  return findings.flatMap(({ tuple }, i) => {
    const finding = report.findings[i];
    if (tuple === undefined || finding === undefined || !isWanted(finding, options)) return [];
    const proof = result.explain(tuple.relation, tuple.values);
    if (proof === undefined) throw new Error(`${finding.code}: a finding without a derivation`);
    return [{ finding, proof }];
  });
}

function isWanted(
  { code, subject }: Pick<ReportedFinding, 'code' | 'subject'>,
  { codes, tasks }: ExplainOptions,
): boolean {
  if (codes !== undefined && !codes.includes(code)) return false;
  return tasks === undefined || (subject.task !== null && tasks.includes(subject.task));
}
