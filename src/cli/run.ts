import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile, formatDiagnostic, type Include, type Source } from '../datalog/index.js';
import type { Program, Relation } from '../datalog/ir.js';
import { neededRelations } from '../datalog/needed.js';
import type { Diagnostic } from '../diagnostic.js';
import { Engine, type EngineError, type Result } from '../engine/index.js';
import { decodeText, encodeText } from '../facts/bytes.js';
import { Facts } from '../facts/facts.js';
import { type Directives, directivesOf, type Target } from '../io/directives.js';
import { type LoadMessage, loadFacts, placed } from '../io/load.js';
import { StagedFiles } from '../io/staged.js';
import { parseTuple } from '../io/tuple.js';
import { writeRows } from '../io/write.js';
import { visible } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { budgetOf } from './budget.js';
import { printExplanation } from './explanation.js';
import { writeEach, writeStream } from './output.js';
import { wantsProfile, writeProfile } from './profile.js';
import type { RunFlags } from './program.js';

/**
 * 0: done. 1: usage, or a file that cannot be read or written. 2: the program is refused, or its evaluation failed. 3: the
 * tuple to be explained was not derived.
 */
export type RunExit = 0 | 1 | 2 | 3;

/** Results that go to standard output instead of a folder. */
const PRINT = '-';

/** What a run has read, and what came of it. */
interface Finished {
  readonly directives: Directives;
  readonly result: Result;
  readonly facts: Facts;
  /** Lines to be said. */
  readonly warnings: readonly string[];
}

/** A run that ended without results: the exit code, and what to say. */
interface Failed {
  readonly exit: RunExit;
  readonly lines: readonly string[];
}

/** `run`: compiles a program, reads its facts, evaluates it and writes its results, all of them or none. */
export async function runProgram(path: string, flags: RunFlags, io: Surroundings): Promise<RunExit> {
  const say = (lines: readonly string[]) =>
    writeStream(
      io.stderr,
      lines.map((line) => `${line}\n`),
    );
  const { program, facts } = located(path, flags.facts);
  const source = readProgram(program);
  if (source === undefined) {
    await say([`error: ${visible(program)}: the program cannot be read`]);
    return 1;
  }
  const compiled = compile(source, { include: includer(flags.include) });
  const told = compiled.diagnostics.filter(({ severity }) => severity === 'error' || flags.warn);
  await say(told.map((diagnostic) => formatDiagnostic(diagnostic, compiled.sources)));
  if (!compiled.ok) return 2;
  const asked = flags.explain === undefined ? null : parseTuple(flags.explain, compiled.program);
  if (asked?.ok === false) {
    await say([`error: ${visible(asked.message)}`]);
    return 1;
  }
  const finished = evaluate(compiled.program, compiled.sources, { ...flags, facts }, asked?.relation);
  if ('exit' in finished) {
    await say(finished.lines);
    return finished.exit;
  }
  if (flags.warn) await say(finished.warnings);
  const { profile } = finished.result;
  const unprofiled = profile && (await writeProfile(profile, compiled.sources, flags, io));
  if (unprofiled) {
    await say([`error: ${visible(unprofiled)}`]);
    return 1;
  }
  if (asked !== null) return await printExplanation(finished.result, asked, compiled.sources, flags.format, io);
  const failure = await write(finished, flags.output, io);
  if (failure === null) return 0;
  await say([`error: ${visible(failure)}`]);
  return 1;
}

/** A folder stands for what `facts` writes: its program, and its facts where no others are named. */
function located(path: string, facts: string | undefined): { readonly program: string; readonly facts: string } {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return { program: path, facts: facts ?? '.' };
  return { program: join(path, 'program.dl'), facts: facts ?? path };
}

function readProgram(file: string): Source | undefined {
  try {
    return { file, text: decodeText(readFileSync(file)) };
  } catch {
    return undefined;
  }
}

/** Included files stand beside the file that includes them, or in one of the folders of `-I`. */
function includer(folders: readonly string[]): Include {
  return (path, from) => {
    const found = [dirname(from), ...folders].map((folder) => placed(path, folder)).find((file) => existsSync(file));
    return found === undefined ? undefined : readProgram(found);
  };
}

/** As in Soufflé, what no result depends on is neither loaded nor evaluated; `asked` is a result where it is given. */
function evaluate(
  whole: Program,
  sources: readonly Source[],
  flags: RunFlags & { readonly facts: string },
  asked?: Relation,
): Finished | Failed {
  const needed = neededRelations(whole, asked === undefined ? [] : [asked.id]);
  const program = { ...whole, strata: whole.strata.filter(({ relations }) => relations.some((id) => needed.has(id))) };
  const directives = directivesOf(program, flags.output === PRINT);
  if (directives.errors.length > 0)
    return { exit: 2, lines: directives.errors.map((error) => formatDiagnostic(error, sources)) };
  const facts = new Facts();
  const read = directives.sources.filter(({ relation }) => needed.has(relation.id));
  const { errors, warnings } = loadFacts(read, flags.facts, facts);
  if (errors.length > 0) return { exit: 1, lines: errors.map((error) => loadLine(error, 'error')) };
  const run = new Engine().run(program, facts, { budget: budgetOf(flags), profile: wantsProfile(flags) });
  if (!run.ok) return { exit: 2, lines: [engineErrorText(run.error, program, sources)] };
  const doubts = run.result.warnings.map((warning) => `warning: ${visible(warning)}`);
  const lines = [...warnings.map((warning) => loadLine(warning, 'warning')), ...doubts];
  return { directives, result: run.result, facts, warnings: lines };
}

function loadLine({ file, line, message }: LoadMessage, severity: 'error' | 'warning'): string {
  return visible(`${file}${line === undefined ? '' : `:${line}`}: ${severity}: ${message}`);
}

/** Shown at the rule that was running, else at the relation's declaration. */
function engineErrorText(error: EngineError, program: Program, sources: readonly Source[]): string {
  const declared = program.relations.find(({ name }) => name === error.relation);
  const place = error.rule ?? declared?.place;
  if (place === undefined) return `error: ${visible(error.message)}`;
  const code = `RUN-${error.code.toUpperCase()}`;
  const diagnostic: Diagnostic = { code, severity: 'error', message: error.message, place };
  return formatDiagnostic(diagnostic, sources);
}

// ------------------------------------------------------------------------------------------------------------- results

/** Files appear together at the end; what is printed comes before them. Returns why a file could not be written. */
async function write(finished: Finished, folder: string, io: Surroundings): Promise<string | null> {
  const files = new StagedFiles();
  try {
    const { targets } = finished.directives;
    if (targets.some(({ file }) => file !== null)) mkdirSync(folder, { recursive: true });
    for (const target of targets)
      if (target.file !== null) files.write(placed(target.file, folder), fileOf(target, finished));
    await writeEach(io.stdout, printedResults(finished));
    files.commit();
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return `the results cannot be written: ${error.message}`;
  } finally {
    files.discard();
  }
}

function* fileOf(target: Target, finished: Finished): Generator<Uint8Array> {
  if (target.header !== null) yield encodeText(`${target.header}\n`);
  yield* rowsOf(target, finished);
}

function* printedResults(finished: Finished): Generator<Uint8Array> {
  const { targets, sizes } = finished.directives;
  for (const relation of sizes) yield encodeText(`${relation.name}\t${sizeOf(relation, finished)}\n`);
  for (const target of targets) if (target.file === null) yield* printed(target, finished);
}

/** As Soufflé prints a relation. */
function* printed(target: Target, finished: Finished): Generator<Uint8Array> {
  const header = target.header === null ? '' : `${target.header}\n`;
  yield encodeText(`---------------\n${target.relation.name}\n${header}===============\n`);
  yield* rowsOf(target, finished);
  yield encodeText('===============\n');
}

function rowsOf({ relation, format }: Target, { result, facts }: Finished): Generator<Uint8Array> {
  const rows = result.relation(relation.name);
  const written = { attributes: relation.attributes, columns: rows?.columns() ?? [], rows: rows?.size ?? 0 };
  return writeRows(written, format, facts.symbols);
}

function sizeOf(relation: Relation, { result }: Finished): number {
  return result.relation(relation.name)?.size ?? 0;
}
