import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Law, Report, ReportedFinding } from '../report/model.js';
import { toolErrorLine } from '../report/pretty.js';
import { type Compiled, compileRuleset, type Ruleset, shippedRuleset } from '../ruleset/index.js';
import { run } from '../run.js';
import { visible, visibleJson } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { writeFileWhole, writeStream } from './output.js';
import { counted, explained, ownRules } from './rules.js';

/** What `rules test` was asked for. */
export interface RulesTestFlags {
  readonly rules?: readonly string[];
  readonly law: Law;
  readonly update?: true;
}

/** 0: all as expected. 2: a fixture differs, or the rules have errors. 1: there is nothing to test. */
export type RulesTestExit = 0 | 1 | 2;

/** One finding of a golden file: what a team's rules, or the reading of the file, have to say. */
interface Golden {
  readonly code: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number;
  readonly task: string | null;
  readonly source: string | null;
  readonly message: string;
}

interface Fixture {
  readonly name: string;
  readonly golden: string;
  readonly found: readonly Golden[];
}

const GOLDEN = 'expected.json';

/**
 * `rules test`: every folder in `folder` is a fixture, workflows with an `expected.json` beside them. All of them are
 * analysed in one run; findings of shipped rules, which a new version may word differently, are left out.
 */
export async function testRules(folder: string, flags: RulesTestFlags, io: Surroundings): Promise<RulesTestExit> {
  const root = resolve(io.cwd(), folder);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) return refuse(`${folder} is no folder`, io);
  const rules = (flags.rules ?? [folder]).map((path) => resolve(io.cwd(), path));
  const compiled = compileRuleset(rules, io.cwd());
  if (compiled.ruleset === null) {
    await writeStream(
      io.stderr,
      explained(flags.rules === undefined ? withoutRules(compiled) : compiled).map((text) => `${text}\n`),
    );
    return 2;
  }
  const { report } = run({ paths: [root], cwd: root, law: flags.law, rules });
  await writeStream(
    io.stderr,
    report.errors.map((error) => `error: ${toolErrorLine(error)}\n`),
  );
  if (report.errors.length > 0) return 1;
  const fixtures = fixturesOf(root, report);
  if (fixtures.length === 0) return refuse(`${folder} has no fixture: a folder with workflows and ${GOLDEN}`, io);
  const { lines, failed } = judge(fixtures, compiled.ruleset, flags.update === true);
  await writeStream(
    io.stdout,
    lines.map((line) => `${visible(line)}\n`),
  );
  return failed === 0 ? 0 : 2;
}

function judge(
  fixtures: readonly Fixture[],
  ruleset: Ruleset,
  update: boolean,
): { readonly lines: readonly string[]; readonly failed: number } {
  const lines: string[] = [];
  let failed = 0;
  for (const fixture of fixtures) {
    const differences = update ? rewrite(fixture) : compare(fixture);
    if (differences.length > 0) failed++;
    const verdict = differences.length === 0 ? 'ok  ' : 'FAIL';
    lines.push(`${verdict}  ${fixture.name}: ${counted(fixture.found.length, 'finding')}`);
    lines.push(...differences.map((line) => `      ${line}`));
  }
  const fired = new Set(fixtures.flatMap(({ found }) => found.map(({ code }) => code)));
  const silent = ownRules(ruleset).filter(({ code }) => !fired.has(code));
  lines.push(...silent.map(({ code, title }) => `never fired: ${code} ${title}`));
  lines.push(`${counted(fixtures.length, 'fixture')}, ${failed} failed`);
  return { lines, failed };
}

/** Folders of the root with a workflow or a golden file, in order of names. */
function fixturesOf(root: string, { findings }: Report): Fixture[] {
  const shipped = new Set(shippedRuleset().rules.map(({ code }) => code));
  const byFolder = new Map<string, Golden[]>();
  for (const finding of findings) {
    const [name = '', ...rest] = finding.file.split('/');
    if (shipped.has(finding.code) || rest.length === 0) continue;
    const found = byFolder.get(name) ?? [];
    byFolder.set(name, found);
    found.push(golden(finding, rest.join('/')));
  }
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => ({ name, golden: join(root, name, GOLDEN), found: byFolder.get(name) ?? [] }))
    .filter(({ name, golden }) => existsSync(golden) || holdsWorkflow(join(root, name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function holdsWorkflow(folder: string): boolean {
  return readdirSync(folder, { recursive: true }).some((path) => /\.nika(?:\.ya?ml)?$/.test(String(path)));
}

function golden({ code, severity, range, subject, message }: ReportedFinding, file: string): Golden {
  return { code, severity, file, line: range.start.line, task: subject.task, source: subject.source, message };
}

function rewrite({ golden, found }: Fixture): string[] {
  writeFileWhole(golden, [visibleJson(JSON.stringify(found, null, 2)), '\n']);
  return [];
}

/** What is expected and was not found (`-`), and what was found and is not expected (`+`), one line each. */
function compare({ golden, found }: Fixture): string[] {
  const expected = readGolden(golden);
  if (typeof expected === 'string') return [expected];
  const lines = found.map((finding) => JSON.stringify(finding));
  const missing = without(expected, lines).map((line) => `- ${line}`);
  return [...missing, ...without(lines, expected).map((line) => `+ ${line}`)];
}

/** The expected findings as lines, or what is wrong with the file. */
function readGolden(path: string): string[] | string {
  if (!existsSync(path)) return `there is no ${GOLDEN}: --update writes it`;
  try {
    const expected: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (Array.isArray(expected)) return expected.map((finding) => JSON.stringify(finding));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return `${GOLDEN} is no list of findings: --update writes it anew`;
}

/** Those of `lines` that `others` has not, each as often as it is there more. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}

/** The folder with the fixtures was taken for that of the rules, as no other was named. */
function withoutRules(compiled: Compiled): Compiled {
  const repair = ['name the rules with `--rules PATH…`, or put them into this folder'];
  const diagnostics = compiled.diagnostics.map((diagnostic) =>
    diagnostic.code === 'RULES-EMPTY' ? { ...diagnostic, repair } : diagnostic,
  );
  return { ...compiled, diagnostics };
}

async function refuse(message: string, io: Surroundings): Promise<1> {
  await writeStream(io.stderr, [`error: ${visible(message)}\n`]);
  return 1;
}
