import type { Rule, Unit } from './ast.js';
import { checkNoRules } from './builtins.js';
import { checkGrounding } from './check-grounding.js';
import { expandComponents } from './components.js';
import { Declarations } from './declare.js';
import { inferTypes } from './infer.js';
import type { Rule as IrRule, Program } from './ir.js';
import { checkOptions, FUNCTION, type Kinds } from './kinds.js';
import { lowerClause, lowerProgram } from './lower-to-ir.js';
import { MAX_CONDITIONS, MAX_RULES, normalize } from './normalize.js';
import { checkOwnership, type Foundation } from './ownership.js';
import { type Include, Parser, type Source } from './parse.js';
import { type DatalogDiagnostic, Reporter } from './report.js';
import { Resolver } from './resolve.js';
import type { Clause } from './resolved.js';
import { stratify } from './stratify.js';
import { warn } from './warn.js';

export type { DatalogCode } from './codes.js';
export { formatDiagnostic, formatPlace, positionOf } from './format.js';
export { nearest } from './nearest.js';
export type { Foundation } from './ownership.js';
export type { Include, Source } from './parse.js';
export type { DatalogDiagnostic } from './report.js';

export type CompileResult =
  | {
      readonly ok: true;
      readonly program: Program;
      /** Warnings alone. */
      readonly diagnostics: readonly DatalogDiagnostic[];
      /** Everything that was read, included files too. */
      readonly sources: readonly Source[];
    }
  | {
      readonly ok: false;
      /** One error at least. */
      readonly diagnostics: readonly DatalogDiagnostic[];
      readonly sources: readonly Source[];
    };

interface CompileOptions {
  readonly include?: Include;
  readonly foundation?: Foundation;
}

const OPTIONS: Kinds<CompileOptions> = { include: FUNCTION, foundation: FUNCTION };

/**
 * Compiles rules in the dialect that docs/rules.md describes, a subset of Soufflé's, to a checked program. All problems
 * are found in one run, and a mistake is reported once. Takes time linear in the text, but for rules with large disjunctions.
 *
 * @param sources  one program: its text, a file, or several, read in order
 * @param options.include  finds included files; nothing is included where it is left out
 * @param options.foundation  tells the files whose relations no other file may add to; none where it is left out
 * @throws TypeError for what is neither, with the parameter
 */
export function compile(sources: string | Source | readonly Source[], options: CompileOptions = {}): CompileResult {
  checkOptions('compile', OPTIONS, options);
  const report = new Reporter();
  const parser = new Parser(report, options.include);
  for (const source of listed(sources)) parser.parse(source);
  const program = check(parser.unit, report, options.foundation);
  const diagnostics = report.finish(parser.sources.map((source) => source.file));
  if (program === null || report.failed) return { ok: false, diagnostics, sources: parser.sources };
  return { ok: true, program, diagnostics, sources: parser.sources };
}

function listed(sources: unknown): readonly Source[] {
  if (typeof sources === 'string') return [{ file: 'program.dl', text: sources }];
  const list: readonly unknown[] = Array.isArray(sources) ? sources : [sources];
  return list.map((source) => {
    if (isSource(source)) return source;
    throw new TypeError('compile: `sources` takes a text, { file, text } of two strings, or a list of the latter');
  });
}

function isSource(value: unknown): value is Source {
  if (typeof value !== 'object' || value === null || !('file' in value) || !('text' in value)) return false;
  return typeof value.file === 'string' && typeof value.text === 'string';
}

function check(written: Unit, report: Reporter, foundation: Foundation | undefined): Program | null {
  const expanded = expandComponents(written, report);
  const declarations = new Declarations(expanded, report);
  const resolver = new Resolver(declarations, report);
  const rules = expanded.unit.rules.map((rule) => resolveRule(rule, resolver, report));
  declarations.reportUnknown();
  checkNoRules(rules.flat(), report);
  if (foundation !== undefined) checkOwnership(rules.flat(), expanded.unit, declarations, foundation, report);
  const lowered: IrRule[] = [];
  for (const clause of rules.flat()) {
    const grounded = checkGrounding(clause, report);
    const typing = inferTypes(clause, report);
    if (grounded && typing !== null) lowered.push(lowerClause(clause, typing, lowered.length, report));
  }
  const components = stratify(declarations.relations, rules.flat(), report);
  if (report.failed) return null;
  warn(declarations.relations, rules, report);
  return lowerProgram(declarations.relations, components, lowered);
}

/** The clauses a rule stands for: one for each head and each way through its disjunctions. */
function resolveRule(rule: Rule, resolver: Resolver, report: Reporter): Clause[] {
  const alternatives = rule.body === null ? [[]] : normalize(rule.body);
  if (alternatives === null) {
    const limits = `${MAX_RULES} rules or ${MAX_CONDITIONS} conditions`;
    report.error(
      'DL-EXPANSION',
      rule.place,
      `this rule stands for more than ${limits} once its \`;\` are taken apart`,
      {
        repair: 'name one of the disjunctions as a relation of its own',
      },
    );
    return [];
  }
  const clauses: Clause[] = [];
  for (const head of rule.heads) {
    for (const conditions of alternatives) {
      const clause = resolver.resolve(rule, head, conditions);
      if (clause !== null) clauses.push(clause);
    }
  }
  return clauses;
}
