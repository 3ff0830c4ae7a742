import { judgeApart } from './apart.js';
import type { Source } from './datalog/index.js';
import type { Program } from './datalog/ir.js';
import type { Diagnostic } from './diagnostic.js';
import { Callees } from './discover/callees.js';
import { discover } from './discover/discover.js';
import type { Input } from './discover/input.js';
import { readInput } from './discover/read.js';
import { Engine, type Profile, type Result, type RunResult } from './engine/index.js';
import { Facts } from './facts/facts.js';
import { type Collected, collectFindings, type Finding } from './findings/index.js';
import { AgentdLowering, isDotfile, mayBeAgentd, type SourceFile } from './lower/agentd/index.js';
import { linkCalls } from './lower/calls.js';
import { isNamed, lowerWorkflow } from './lower/index.js';
import { decodeText, parseDocument } from './parse/parse.js';
import { buildReport } from './report/build.js';
import type { ListedInput, Listing } from './report/listing.js';
import type { Law, Report, ToolError } from './report/model.js';
import { fileRules, type ReportedRule } from './report/rules.js';
import { Sources } from './report/sources.js';
import { helpPages } from './rules.js';
import { compileRuleset, type Ruleset, shippedRuleset } from './ruleset/index.js';

export interface AnalyzeOptions {
  /** Files, folders, or `-` for what `stdin` holds. */
  readonly paths: readonly string[];
  /** Paths are resolved against it and printed relative to it; the process's working directory where it is left out. */
  readonly cwd?: string;
  readonly stdin?: { readonly name: string; readonly bytes: Uint8Array };
  /** Version of NEP-0002 to judge by; 2.1 where it is left out. */
  readonly law?: Law;
  /** Read as the reference checker reads, its silence included. */
  readonly parity?: boolean;
  /** A builtin that only computes needs no grant of `tools`. */
  readonly pureFree?: boolean;
  /** The trifecta's findings are warnings. */
  readonly warn?: boolean;
  /** Files and folders of further rules (docs/own-rules.md). */
  readonly rules?: readonly string[];
  /** Files of one configuration of agentd, laid over each other in order, as `--config` of agentd. */
  readonly agentdConfigs?: readonly string[];
  /** Whether agentd is built so that it can run programs; true where it is left out. */
  readonly agentdExec?: boolean;
}

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

/** What `run` does beyond `analyze`. */
export interface RunOptions extends AnalyzeOptions {
  /** Whether the evaluation is profiled. */
  readonly profile?: boolean;
  /** Bytes that the rules may take to judge what is judged together; what the core can have where it is left out. */
  readonly memory?: number;
}

export type Phase = 'discover' | 'read' | 'parse' | 'lower' | 'compile' | 'evaluate' | 'findings' | 'report';

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

/** Gets the bytes of every input as they are judged: files that are given before those that they call. */
export type Keep = (file: string, bytes: Uint8Array) => void;

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
  const { ruleset, errors } = rulesOf(options, sources);
  const evaluated = evaluate(facts, ruleset.program, options);
  const failed = evaluated.ok ? evaluated.result.warnings : [evaluated.error.message];
  const result = evaluated.ok ? evaluated.result : null;
  return { inputs, sources, ruleset, facts, result, errors: [...unread, ...errors, ...failed.map(engineError)] };
}

/** What `run` would analyse; nothing is judged. */
export function listInputs(options: AnalyzeOptions): Listing {
  const { inputs, errors } = readInputs(options, new Facts(), () => {});
  return { inputs, errors };
}

/** Paths as they became facts, and what there is to say of that. */
interface Read {
  readonly inputs: ListedInput[];
  readonly sources: Sources;
  readonly diagnostics: Diagnostic[];
  readonly errors: ToolError[];
  /** Files that were read to hold calls against them, and that are not judged. */
  readonly aside: Set<string>;
}

/** What reading an input needs, and where it leaves what it finds. */
interface Reading {
  readonly facts: Facts;
  readonly parity: boolean;
  readonly read: Read;
  readonly agentd: AgentdLowering;
  readonly begin: (phase: Phase) => void;
  readonly keep: Keep;
}

/** @param only  the inputs that are read, with what they call; all where it is left out */
function readInputs(
  options: AnalyzeOptions,
  facts: Facts,
  begin: (phase: Phase) => void,
  keep: Keep = () => {},
  only?: ReadonlySet<string>,
): Read {
  begin('discover');
  const { cwd = process.cwd(), stdin, parity = false, agentdConfigs = [], agentdExec = true } = options;
  const found = discover(options.paths, stdin === undefined ? { cwd } : { cwd, stdin });
  const read: Read = { inputs: [], sources: new Sources(), diagnostics: [], errors: [], aside: new Set() };
  const reading = { facts, parity, read, agentd: new AgentdLowering(facts, agentdExec), begin, keep };
  noteInputs(found.diagnostics, read);
  const layers = new Set(readLayers(agentdConfigs, cwd, reading));
  const wanted = ({ file }: Input) => !layers.has(file) && only?.has(file) !== false;
  for (const input of found.inputs) if (wanted(input)) readOne(input, reading);
  for (const input of found.candidates) if (wanted(input)) readCandidate(input, reading);
  followCalls(new Callees(found, cwd), reading);
  read.inputs.sort((a, b) => (a.file < b.file ? -1 : 1));
  return read;
}

function noteInputs(diagnostics: readonly Diagnostic[], read: Read): void {
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === 'error') read.errors.push(asError(diagnostic));
    else read.diagnostics.push(diagnostic);
  }
}

/**
 * Reads what workflows call as well, each file once. The reference checker holds a call against the file that it names, and
 * judges no file but those that are given.
 */
function followCalls(callees: Callees, reading: Reading): void {
  const { read, parity } = reading;
  const beside = parity ? { ...reading, read: { ...read, inputs: [], diagnostics: [], errors: [] } } : reading;
  const kinds = new Map(read.inputs.map(({ file, kind }) => [file, kind]));
  linkCalls(reading.facts, (caller, target) => {
    const callee = callees.find(caller, target);
    if ('fault' in callee) return callee;
    const { file } = callee.input;
    if (!kinds.has(file)) {
      kinds.set(file, readOne(callee.input, beside) ?? 'not-a-workflow');
      if (parity) read.aside.add(file);
    }
    return kinds.get(file) === 'workflow' ? { file } : { fault: 'unreadable' };
  });
}

/** One input: bytes, tree, facts. What it is; undefined where it can't be read. */
function readOne(input: Input, reading: Reading): ListedInput['kind'] | undefined {
  const { file } = input;
  const bytes = bytesOf(input, reading);
  if (bytes === undefined) return undefined;
  if (!isNamed(file) && lowerAgentd(file, bytes, reading)) return 'agents';
  const { facts, parity, read, begin } = reading;
  begin('parse');
  const { text, root, diagnostics } = parseDocument(file, bytes);
  begin('lower');
  const lowered = lowerWorkflow({ file, text, root }, facts, { wordReferences: parity });
  read.sources.add(file, text);
  read.inputs.push({ file, kind: lowered.kind });
  read.diagnostics.push(...diagnostics, ...lowered.diagnostics);
  if (diagnostics.length === 0 && lowered.kind === 'not-a-workflow') read.diagnostics.push(notAWorkflow(file));
  return lowered.kind;
}

/** A file that may be of interest by its content alone: anything else is passed over. */
function readCandidate(input: Input, reading: Reading): void {
  reading.begin('read');
  const result = readInput(input);
  if (!result.ok || !mayBeAgentd(Buffer.from(result.bytes).toString('latin1'))) return;
  lowerAgentd(input.file, result.bytes, reading);
}

function bytesOf(input: Input, { read, begin, keep }: Reading): Uint8Array | undefined {
  begin('read');
  const result = readInput(input);
  if (result.ok) {
    keep(input.file, result.bytes);
    return result.bytes;
  }
  read.errors.push(asError(result.diagnostic));
  return undefined;
}

/** Lowers what configures agentd, by its name or its content; false of everything else. */
function lowerAgentd(file: string, bytes: Uint8Array, { read, agentd, begin }: Reading): boolean {
  begin('lower');
  const text = decodeText(file, bytes);
  if (text === null) return false;
  const diagnostics = isDotfile(file) ? agentd.dotfile({ file, text }) : agentd.byContent({ file, text });
  if (diagnostics === null) return false;
  read.sources.add(file, text);
  read.inputs.push({ file, kind: 'agents' });
  read.diagnostics.push(...diagnostics);
  return true;
}

/** The files of `--agentd-config`, which are one configuration; gives the names they are printed by. */
function readLayers(paths: readonly string[], cwd: string, reading: Reading): string[] {
  const { read, agentd } = reading;
  const layers: SourceFile[] = [];
  for (const path of paths) {
    const found = discover([path], { cwd });
    noteInputs(found.diagnostics, read);
    for (const input of found.inputs) {
      const bytes = bytesOf(input, reading);
      const text = bytes === undefined ? null : decodeText(input.file, bytes);
      if (text !== null) layers.push({ file: input.file, text });
      else if (bytes !== undefined) read.diagnostics.push(...parseDocument(input.file, bytes).diagnostics);
    }
  }
  for (const { file, text } of layers) {
    read.sources.add(file, text);
    read.inputs.push({ file, kind: 'agents' });
  }
  if (layers.length > 0) read.diagnostics.push(...agentd.configuration(layers));
  return layers.map(({ file }) => file);
}

/** A file that is named as a workflow, or was given, is never passed over. */
function notAWorkflow(file: string): Diagnostic {
  return {
    code: 'NIKA-NOT-A-WORKFLOW',
    severity: 'error',
    message: 'this is no workflow: the document is no mapping with `tasks:`',
    place: { file, start: 0, end: 0 },
    repair: ['write the tasks as a mapping under `tasks:`', 'give the file another name, and do not pass it'],
  };
}

/** Entries of the list of differences from the reference checker (docs/differences.md). */
const differences = 14;
/** The law, as rules name it, whose findings `warn` softens. */
const trifecta = 'trifecta';

interface Judged extends Collected {
  readonly errors: readonly ToolError[];
  readonly profile: Profile | undefined;
}

/** The shipped rules, and those asked for; where these have errors the shipped ones alone, and the run has failed. */
function rulesOf(
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

function reportedRules({ rules }: Ruleset): ReportedRule[] {
  const found = rules.filter(({ kind }) => kind === 'finding');
  return [
    ...found.map(({ code, title, severity, help }) => ({ code, title, severity, help: helpPages.get(code) ?? help })),
    ...fileRules,
  ];
}

/** Runs the rules on the facts of all files together, and reads the findings off; null where memory does not suffice. */
function judge(facts: Facts, { program }: Ruleset, options: RunOptions, begin: (phase: Phase) => void): Judged | null {
  begin('evaluate');
  const evaluated = evaluate(facts, program, options);
  if (!evaluated.ok && evaluated.error.code === (options.memory === undefined ? 'memory' : 'budget')) return null;
  if (!evaluated.ok)
    return { findings: [], noClaims: [], errors: [engineError(evaluated.error.message)], profile: undefined };
  begin('findings');
  const softened = new Set(options.warn === true ? [trifecta] : []);
  const collected = collectFindings({ program, result: evaluated.result, facts }, softened);
  const { warnings, profile } = evaluated.result;
  return { ...collected, errors: warnings.map(engineError), profile };
}

/** Judges files in groups, so that one that takes more memory than there is takes no verdict from the others. */
function judgeFilesApart(
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
    errors: [...failed.map(tooLarge), ...parts.flatMap(({ errors }) => errors)],
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

function withoutAside(judged: Judged, { aside }: Read): Judged {
  const findings = judged.findings.filter(({ place }) => !aside.has(place.file));
  return { ...judged, findings, noClaims: judged.noClaims.filter(({ file }) => !aside.has(file)) };
}

/** Adds what was asked for to the facts, and runs the rules on them. */
function evaluate(facts: Facts, program: Program, options: RunOptions): RunResult {
  const { law = '2.1', parity = false, pureFree = false, profile = false } = options;
  facts.table('law', 1).add(facts.symbols.intern(law));
  for (let entry = 1; entry <= differences && !parity; entry++) facts.table('difference', 1).add(entry);
  facts.table('reading', 1).add(facts.symbols.intern(parity ? 'reference' : 'text'));
  if (pureFree) facts.table('option', 1).add(facts.symbols.intern('pure-free'));
  const budget = options.memory === undefined ? {} : { bytes: options.memory };
  return new Engine().run(program, facts, { profile, budget });
}

function asFinding({ code, severity, message, place, repair = [], related = [] }: Diagnostic): Finding {
  const subject = { workflow: place.file, task: null, source: null, sources: [] };
  return { code, severity, message, place, subject, path: [], related, names: [], repair, order: place.start };
}

function asError({ code, message, place, repair = [] }: Diagnostic): ToolError {
  return { code, message, file: place.file, repair };
}

/** The rules could not be evaluated as they are meant: whatever the run says, it is no verdict to rely on. */
function engineError(message: string): ToolError {
  return { code: 'ENGINE', message, file: null, repair: [] };
}
