import { compile, type Source } from '../datalog/index.js';
import type { Program } from '../datalog/ir.js';
import type { Diagnostic } from '../diagnostic.js';
import { checkFindingRules } from '../findings/check.js';
import { type FindingRule, findingRules } from '../findings/index.js';
import { shippedRules } from '../rules.js';
import { readRuleFiles } from './read.js';

export type { RuleFileCode } from './read.js';

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

/** Shipped files go by names that no relative path has. */
const PREFIX = 'shipped:';

/** Whether a rule or relation stands in a file that ships. */
export function isShipped(file: string): boolean {
  return file.startsWith(PREFIX);
}

let shipped: Ruleset | undefined;

/** The shipped rules, compiled once in a process. */
export function shippedRuleset(): Ruleset {
  if (shipped !== undefined) return shipped;
  const { ruleset, diagnostics } = check([mainFile()], shippedFile);
  if (ruleset === null) throw new Error(`the shipped rules do not compile: ${diagnostics[0]?.message}`);
  shipped = ruleset;
  return ruleset;
}

/**
 * The shipped rules with a team's own: files, and folders of `*.dl`. Own rules read every shipped relation and declare
 * findings; they add nothing to a shipped relation and use no code of a shipped finding.
 */
export function compileRuleset(paths: readonly string[], cwd: string): Compiled {
  const { sources, diagnostics, include } = readRuleFiles(paths, cwd);
  const own = sources.map((source) => (isShipped(source.file) ? { ...source, file: `./${source.file}` } : source));
  const resolve = (path: string, from: string) => (isShipped(from) ? shippedFile(path, from) : include(path, from));
  const compiled = check([mainFile(), ...own], resolve);
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

function mainFile(): Source {
  const main = shippedFile('main.dl', PREFIX);
  if (main === undefined) throw new Error('no rule file main.dl is shipped');
  return main;
}

/** What a shipped file includes: paths are relative to it. */
function shippedFile(path: string, from: string): Source | undefined {
  const base = from.slice(PREFIX.length).split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') base.pop();
    else if (part !== '.') base.push(part);
  }
  const text = shippedRules.get(base.join('/'));
  return text === undefined ? undefined : { file: PREFIX + base.join('/'), text };
}
