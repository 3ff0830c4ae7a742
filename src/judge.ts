import { judgeApart } from './apart.js';
import type { Program } from './datalog/ir.js';
import { Engine, type EngineError, type Profile, type RunResult } from './engine/index.js';
import { Facts } from './facts/facts.js';
import { type Collected, collectFindings } from './findings/index.js';
import { ownRulesError } from './own-failure.js';
import { asError, type Read, type ReadOptions, type ReadPhase, readInputs } from './read.js';
import type { Law, ToolError } from './report/model.js';
import { fileRules, type ReportedRule } from './report/rules.js';
import type { Sources } from './report/sources.js';
import { helpPages } from './rules.js';
import { compileRuleset, type Ruleset, shippedRuleset } from './ruleset/index.js';

/** By what is judged. */
export interface AnalyzeOptions extends ReadOptions {
  /** Version of NEP-0002 to judge by; 2.1 where it is left out. */
  readonly law?: Law;
  /** A builtin that only computes needs no grant of `tools`. */
  readonly pureFree?: boolean;
  /** The trifecta's findings are warnings. */
  readonly warn?: boolean;
  /** Files and folders of further rules (docs/own-rules.md). */
  readonly rules?: readonly string[];
}

/** What `run` does beyond `analyze`. */
export interface RunOptions extends AnalyzeOptions {
  /** Whether the evaluation is profiled. */
  readonly profile?: boolean;
  /** Bytes that the rules may take to judge what is judged together; what the core can have where it is left out. */
  readonly memory?: number;
}

export type Phase = ReadPhase | 'compile' | 'evaluate' | 'findings' | 'report';

/** Entries of the list of differences from the reference checker (docs/differences.md). */
const differences = 14;
/** The law, as rules name it, whose findings `warn` softens. */
const trifecta = 'trifecta';

/** What came of the rules. */
export interface Judged extends Collected {
  readonly errors: readonly ToolError[];
  readonly profile: Profile | undefined;
}

/** The shipped rules, and those asked for; where these have errors the shipped ones alone, and the run has failed. */
export function rulesOf(
  { rules = [], cwd = process.cwd() }: AnalyzeOptions,
  texts: Sources,
): { ruleset: Ruleset; errors: ToolError[] } {
  if (rules.length === 0) return { ruleset: shippedRuleset(), errors: [] };
  const { ruleset, diagnostics, sources } = compileRuleset(rules, cwd);
  if (ruleset !== null) return { ruleset, errors: [] };
  for (const { file, text } of sources) texts.add(file, text);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const located = errors.map((error) => ({ ...asError(error), range: texts.range(error.place) }));
  return { ruleset: shippedRuleset(), errors: located };
}

export function reportedRules({ rules }: Ruleset): ReportedRule[] {
  const found = rules.filter(({ kind }) => kind === 'finding');
  return [
    ...found.map(({ code, title, severity, help }) => ({ code, title, severity, help: helpPages.get(code) ?? help })),
    ...fileRules,
  ];
}

/**
 * Runs the rules on the facts of all files together, and reads the findings off. Where own rules fail, the shipped ones
 * judge alone and the failure is an error; null where memory does not suffice for these either.
 */
export function judge(
  facts: Facts,
  ruleset: Ruleset,
  options: RunOptions,
  begin: (phase: Phase) => void,
): Judged | null {
  const judged = judgeBy(ruleset, facts, options, begin);
  if (!('failure' in judged)) return judged;
  const { failure } = judged;
  const own = ownRulesError(failure, ruleset, isExhausted(failure, options));
  const shipped = own && judgeBy(shippedRuleset(), facts, options, begin);
  if (own && shipped && !('failure' in shipped)) return { ...shipped, errors: [own, ...shipped.errors] };
  if (isExhausted(failure, options)) return null;
  return { findings: [], noClaims: [], errors: [engineError(failure.message)], profile: undefined };
}

function judgeBy(
  { program }: Ruleset,
  facts: Facts,
  options: RunOptions,
  begin: (phase: Phase) => void,
): Judged | { readonly failure: EngineError } {
  begin('evaluate');
  const evaluated = evaluate(facts, program, options);
  if (!evaluated.ok) return { failure: evaluated.error };
  begin('findings');
  const softened = new Set(options.warn === true ? [trifecta] : []);
  const collected = collectFindings({ program, result: evaluated.result, facts }, softened);
  const { warnings, profile } = evaluated.result;
  return { ...collected, errors: warnings.map(engineError), profile };
}

/** Whether what failed lacked memory, or the memory it was given. */
export function isExhausted({ code }: EngineError, { memory }: RunOptions): boolean {
  return code === (memory === undefined ? 'memory' : 'budget');
}

/** Judges files in groups, so that one that takes more memory than there is takes no verdict from the others. */
export function judgeFilesApart(
  { inputs }: Read,
  ruleset: Ruleset,
  options: RunOptions,
  begin: (phase: Phase) => void,
): Judged {
  const files = inputs.map(({ file }) => file);
  const { parts, failed } = judgeApart(files, (only) => {
    const facts = new Facts();
    const read = readInputs(options, facts, begin, undefined, only);
    const judged = judge(facts, ruleset, options, begin);
    return judged && withoutAside(judged, read);
  });
  return {
    // Files that several groups call are in all of these.
    findings: distinct(
      parts.flatMap(({ findings }) => findings),
      ({ code, place, message }) => [code, place, message],
    ),
    noClaims: distinct(
      parts.flatMap(({ noClaims }) => noClaims),
      (noClaim) => noClaim,
    ),
    errors: distinct([...failed.map(tooLarge), ...parts.flatMap(({ errors }) => errors)], (error) => error),
    profile: undefined,
  };
}

function distinct<Item>(items: readonly Item[], identity: (item: Item) => unknown): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(identity(item)), item])).values()];
}

function tooLarge(file: string): ToolError {
  const message = 'judging this file takes more memory than there is: no verdict is given on it';
  return { code: 'ENGINE-MEMORY', message, file, repair: ['split it', 'report it, as no file should take so much'] };
}

export function withoutAside(judged: Judged, { aside }: Read): Judged {
  const findings = judged.findings.filter(({ place }) => !aside.has(place.file));
  return { ...judged, findings, noClaims: judged.noClaims.filter(({ file }) => !aside.has(file)) };
}

/** Adds what was asked for to the facts, and runs the rules on them. */
export function evaluate(facts: Facts, program: Program, options: RunOptions): RunResult {
  const { law = '2.1', parity = false, pureFree = false, profile = false } = options;
  facts.table('law', 1).add(facts.symbols.intern(law));
  for (let entry = 1; entry <= differences && !parity; entry++) facts.table('difference', 1).add(entry);
  facts.table('reading', 1).add(facts.symbols.intern(parity ? 'reference' : 'text'));
  if (pureFree) facts.table('option', 1).add(facts.symbols.intern('pure-free'));
  const budget = options.memory === undefined ? {} : { bytes: options.memory };
  return new Engine().run(program, facts, { profile, budget });
}

/** The rules could not be evaluated as they are meant: whatever the run says, it is no verdict to rely on. */
export function engineError(message: string): ToolError {
  return { code: 'ENGINE', message, file: null, repair: [] };
}
