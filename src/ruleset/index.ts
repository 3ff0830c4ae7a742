import { compile, type Source } from '../datalog/index.js';
import type { Program } from '../datalog/ir.js';
import type { Diagnostic } from '../diagnostic.js';
import { checkFindingRules } from '../findings/check.js';
import { type FindingRule, findingRules } from '../findings/index.js';
import { type RuleFiles, readRuleFiles } from './read.js';
import { asShipped, isShipped, shippedEntry, shippedFile } from './shipped.js';

export type { RuleFileCode } from './read.js';
export { isShipped } from './shipped.js';

/** The rules of a run, checked: those that ship, and a team's own. */
export interface Ruleset {
  readonly program: Program;
  /** Every rule that finds something, shipped ones first. */
  readonly rules: readonly FindingRule[];
  /** Everything that was compiled. */
  readonly sources: readonly Source[];
}

/** A ruleset with what was said of the files; without one where there was an error. */
export interface Compiled {
  readonly ruleset: Ruleset | null;
  /** In order of the files; errors, and where there is a ruleset warnings alone. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly Source[];
}

const shipped = new Map<string, Ruleset>();

/** The shipped rules, or another program that ships, by the path of its file below `rules/`; each compiled once in a process. */
export function shippedRuleset(entry = 'main.dl'): Ruleset {
  const known = shipped.get(entry);
  if (known !== undefined) return known;
  const { ruleset, diagnostics } = check([shippedEntry(entry)], shippedFile);
  if (ruleset === null) throw new Error(`the shipped rules do not compile: ${diagnostics[0]?.message}`);
  shipped.set(entry, ruleset);
  return ruleset;
}

/**
 * The shipped rules with a team's own: files, and folders of `*.dl`. Own rules read every shipped relation and declare
 * findings; they add nothing to a shipped relation and use no code of a shipped finding.
 */
export function compileRuleset(paths: readonly string[], cwd: string): Compiled {
  return compileWith(readRuleFiles(paths, cwd));
}

/** The first program is that of the shipped rules with the files that do not ship. */
export interface CheckedFiles {
  readonly programs: readonly [Compiled, ...Compiled[]];
  /** How many of the files ship. */
  readonly shipped: number;
}

/**
 * What `compileRuleset` says of the files, and of shipped files among them what is to be said of the programs they are
 * part of: of one that the shipped rules do not include, another program that ships, or itself.
 */
export function checkRuleFiles(paths: readonly string[], cwd: string): CheckedFiles {
  const read = readRuleFiles(paths, cwd);
  const sources = read.sources.map(asShipped);
  const copies = sources.filter(({ file }) => isShipped(file));
  const own = sources.filter(({ file }) => !isShipped(file));
  return { programs: [compileWith({ ...read, sources: own }), ...furtherPrograms(copies)], shipped: copies.length };
}

/** Programs that are more than one file and not all included by the shipped rules, by their paths below `rules/`. */
const PROGRAMS = ['graded.dl', 'check.dl'];

/** The programs of shipped files that the shipped rules do not include. */
function furtherPrograms(files: readonly Source[]): Compiled[] {
  const known = new Set(shippedRuleset().sources.map(({ file }) => file));
  const programs: Compiled[] = [];
  for (const entry of [...PROGRAMS.map(shippedEntry), ...files]) {
    if (files.every(({ file }) => known.has(file))) break;
    if (known.has(entry.file)) continue;
    const program = check([entry], shippedFile);
    if (files.every(({ file }) => known.has(file) || !has(program, file))) continue;
    programs.push(program);
    for (const { file } of program.sources) known.add(file);
  }
  return programs;
}

function has({ sources }: Compiled, file: string): boolean {
  return sources.some((source) => source.file === file);
}

function compileWith({ sources, diagnostics, include }: RuleFiles): Compiled {
  const resolve = (path: string, from: string) => {
    if (isShipped(from)) return shippedFile(path, from);
    const included = include(path, from);
    return included && asShipped(included);
  };
  const compiled = check([shippedEntry('main.dl'), ...sources.map(asShipped)], resolve);
  if (diagnostics.length === 0) return compiled;
  return { ...compiled, ruleset: null, diagnostics: [...diagnostics, ...compiled.diagnostics] };
}

function check(sources: readonly Source[], include: (path: string, from: string) => Source | undefined): Compiled {
  const compiled = compile(sources, { include, foundation: isShipped });
  if (!compiled.ok) return { ruleset: null, diagnostics: compiled.diagnostics, sources: compiled.sources };
  const { program } = compiled;
  const rules = findingRules(program);
  const faults = [...checkFindingRules(program), ...checkCodes(rules)];
  const ruleset = faults.length === 0 ? { program, rules, sources: compiled.sources } : null;
  const diagnostics = [...compiled.diagnostics, ...faults, ...checkInputs(program)];
  return { ruleset, diagnostics, sources: compiled.sources };
}

/** An own relation may be an input for `run`, but no file becomes its facts. */
function checkInputs({ relations }: Program): Diagnostic<'RULE-INPUT'>[] {
  const own = relations.filter(({ input, builtin, place }) => input && builtin === null && !isShipped(place.file));
  return own.map(({ name, place }) => ({
    code: 'RULE-INPUT',
    severity: 'warning',
    message: `nothing gives \`${name}\` facts when workflows are analysed`,
    place,
    repair: ['write its facts as rules'],
  }));
}

/** One code is one kind of finding, and a shipped one is the shipped rules' alone. */
function checkCodes(rules: readonly FindingRule[]): Diagnostic<'RULE-CODE'>[] {
  const first = new Map<string, FindingRule>();
  const faults: Diagnostic<'RULE-CODE'>[] = [];
  for (const rule of rules) {
    const { file } = rule.relation.place;
    const previous = first.get(rule.code);
    if (previous === undefined) first.set(rule.code, rule);
    else if (!isShipped(file)) faults.push(takenCode(rule, previous));
  }
  return faults;
}

function takenCode({ code, relation }: FindingRule, previous: FindingRule): Diagnostic<'RULE-CODE'> {
  const tag = relation.documentation?.tags.find(({ value }) => value === code);
  const owner = isShipped(previous.relation.place.file) ? 'the code of a shipped finding' : 'taken';
  return {
    code: 'RULE-CODE',
    severity: 'error',
    message: `\`${code}\` is ${owner}`,
    place: tag?.place ?? relation.place,
    repair: ['choose a code of your own'],
    related: [{ place: previous.relation.place, message: 'used here' }],
  };
}
