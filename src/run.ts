import type { Source } from './datalog/index.js';
import type { Diagnostic } from './diagnostic.js';
import type { Profile, Result, RunResult } from './engine/index.js';
import { Facts } from './facts/facts.js';
import type { Finding } from './findings/index.js';
import {
  type AnalyzeOptions,
  engineError,
  evaluate,
  isExhausted,
  judge,
  judgeFilesApart,
  type Phase,
  type RunOptions,
  reportedRules,
  rulesOf,
  withoutAside,
} from './judge.js';
import { ownRulesError } from './own-failure.js';
import { type Keep, type Read, readInputs } from './read.js';
import { buildReport } from './report/build.js';
import type { ListedInput, Listing } from './report/listing.js';
import type { Report, ToolError } from './report/model.js';
import type { ReportedRule } from './report/rules.js';
import type { Sources } from './report/sources.js';
import { type Ruleset, shippedRuleset } from './ruleset/index.js';

export type { AnalyzeOptions, Phase, RunOptions } from './judge.js';
export type { Keep } from './read.js';

export interface Run {
  readonly report: Report;
  /** The texts that the report's lines and columns point into. */
  readonly sources: Sources;
  /** Every kind of finding that the run could have had. */
  readonly rules: readonly ReportedRule[];
  /** What the rules took, where it was asked for and they could be evaluated. */
  readonly profile: RulesProfile | undefined;
}

/** The profile of an evaluation, with the texts that its places point into. */
export interface RulesProfile {
  readonly profile: Profile;
  readonly sources: readonly Source[];
}

/**
 * The whole program: discover, parse, lower, evaluate, find, report. Whatever is wrong with the inputs is in the report;
 * what is thrown is a bug. `begin` is told of every phase that begins, for measurements; some come again for every file.
 */
export function run(options: RunOptions, begin: (phase: Phase) => void = () => {}): Run {
  return inspect(options, { begin });
}

/** One run with the facts it was judged by, for reports that derive more from them. */
export interface Inspection extends Run {
  readonly inputs: readonly ListedInput[];
  readonly facts: Facts;
}

/** How whoever inspects a run takes part in it. */
export interface Inspecting {
  /** Is told of every phase that begins. */
  readonly begin?: (phase: Phase) => void;
  readonly keep?: Keep;
  /** A program that includes the shipped rules and derives more, by its path below `rules/`; own rules are left out with it. */
  readonly program?: string;
}

/** The same as `run`, with what was read and, of a program that derives more than findings, the same rules. */
export function inspect(options: RunOptions, { begin = () => {}, keep, program }: Inspecting = {}): Inspection {
  const facts = new Facts();
  const read = readInputs(options, facts, begin, keep);
  begin('compile');
  const { ruleset, errors } =
    program === undefined ? rulesOf(options, read.sources) : { ruleset: shippedRuleset(program), errors: [] };
  const together = judge(facts, ruleset, options, begin);
  const judged = withoutAside(together ?? judgeFilesApart(read, ruleset, options, begin), read);
  begin('report');
  const report = buildReport(
    {
      law: options.law ?? '2.1',
      files: read.inputs.length,
      workflows: countKind(read, 'workflow'),
      agents: countKind(read, 'agents'),
      findings: [...read.diagnostics.map(asFinding), ...judged.findings],
      noClaims: judged.noClaims,
      errors: [...read.errors, ...errors, ...judged.errors],
    },
    read.sources,
  );
  const profile = judged.profile && { profile: judged.profile, sources: ruleset.sources };
  return { report, sources: read.sources, rules: reportedRules(ruleset), inputs: read.inputs, facts, profile };
}

function countKind({ inputs }: Read, kind: ListedInput['kind']): number {
  return inputs.filter((input) => input.kind === kind).length;
}

/** What the rules derive from what the files say, before it is reported. */
export interface Derivation {
  readonly inputs: readonly ListedInput[];
  /** The texts of the inputs. */
  readonly sources: Sources;
  readonly ruleset: Ruleset;
  readonly facts: Facts;
  /** Null where the rules could not be evaluated. */
  readonly result: Result | null;
  readonly errors: readonly ToolError[];
}

/** Derives everything, for those who look at relations and not at findings. */
export function derive(options: AnalyzeOptions): Derivation {
  const facts = new Facts();
  const { inputs, sources, errors: unread } = readInputs(options, facts, () => {});
  const compiled = rulesOf(options, sources);
  const { ruleset, evaluated, failed } = evaluateOrShipped(facts, compiled.ruleset, options);
  const engine = evaluated.ok ? evaluated.result.warnings : [evaluated.error.message];
  const errors = [...unread, ...compiled.errors, ...failed, ...engine.map(engineError)];
  return { inputs, sources, ruleset, facts, result: evaluated.ok ? evaluated.result : null, errors };
}

/** Runs the rules; where own ones fail, the shipped ones alone, and the failure is an error. */
function evaluateOrShipped(facts: Facts, ruleset: Ruleset, options: AnalyzeOptions): Evaluation {
  const evaluated = evaluate(facts, ruleset.program, options);
  const own = evaluated.ok ? undefined : ownRulesError(evaluated.error, ruleset, isExhausted(evaluated.error, options));
  if (own === undefined) return { ruleset, evaluated, failed: [] };
  const shipped = evaluate(facts, shippedRuleset().program, options);
  return shipped.ok
    ? { ruleset: shippedRuleset(), evaluated: shipped, failed: [own] }
    : { ruleset, evaluated, failed: [] };
}

interface Evaluation {
  readonly ruleset: Ruleset;
  readonly evaluated: RunResult;
  readonly failed: readonly ToolError[];
}

/** What `run` would analyse; nothing is judged. */
export function listInputs(options: AnalyzeOptions): Listing {
  const { inputs, errors } = readInputs(options, new Facts(), () => {});
  return { inputs, errors };
}

function asFinding({ code, severity, message, place, repair = [], related = [] }: Diagnostic): Finding {
  const subject = { workflow: place.file, task: null, source: null, sources: [] };
  return { code, severity, message, place, subject, path: [], related, names: [], repair, order: place.start };
}
