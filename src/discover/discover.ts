import { realpathSync, type Stats, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostic.js';
import { IgnoreRules } from './gitignore.js';
import {
  type FileInput,
  failure,
  type Input,
  type InputCode,
  inputDiagnostic,
  notAFile,
  type TextInput,
} from './input.js';
import { type Folder, Walker } from './walk.js';

export interface DiscoverOptions {
  /** Working directory: paths are resolved against it, and printed relative to it. */
  readonly cwd: string;
  /** What `-` stands for. */
  readonly stdin?: { readonly name: string; readonly bytes: Uint8Array };
}

export interface Discovered {
  /** Sorted by `file`, each file once. */
  readonly inputs: readonly Input[];
  /** Other files of YAML or JSON in the given folders, in order of `file`: their content tells whether they are inputs. */
  readonly candidates: readonly Input[];
  /** Real paths of the folders that a run may read: those given, and those of the files given. */
  readonly roots: readonly Buffer[];
  readonly diagnostics: readonly Diagnostic<InputCode>[];
}

/**
 * Turns the paths of a command line into inputs. A path is a file, which is an input whatever its name, `-` for standard
 * input, or a folder, in which `*.nika.yaml`, `*.nika.yml`, `*.nika`, `nika.yaml` and what configures agents are looked for: `.gitignore` counts, and what it hides of these is told;
 * `.git` and `node_modules` are left out, and links lead only to where the given paths reach. Opens no file but
 * `.gitignore`. What can't be used is a diagnostic, and the rest goes on.
 */
export function discover(paths: readonly string[], options: DiscoverOptions): Discovered {
  const diagnostics: Diagnostic<InputCode>[] = [];
  const found = new Found();
  const folders: Folder[] = [];
  for (const given of paths) {
    if (given === '-') addStdin(options, found, diagnostics);
    else if (given === '') diagnostics.push(emptyPath());
    else addPath(given, options.cwd, found, folders, diagnostics);
  }
  const given = folders.map((folder) => folder.path);
  const roots = [...given, ...found.paths()];
  const readable = [...given, ...found.folders(), ...(found.hasText() ? [Buffer.from(options.cwd)] : [])];
  const candidates = new Found();
  new Walker(
    roots,
    (path, shown) => found.addFile(path, shown, false),
    (path, shown) => candidates.addFile(path, shown, false),
    diagnostics,
  ).walk(folders);
  return {
    inputs: found.sorted(),
    candidates: candidates.without(found),
    roots: readable,
    diagnostics: sortedOnce(
      withoutGiven(diagnostics, new Set([...found.names(), ...folders.map(({ shown }) => shown)])),
    ),
  };
}

/** What ignore rules hide on one way, and is given on another, is not hidden. */
function withoutGiven(
  diagnostics: readonly Diagnostic<InputCode>[],
  given: ReadonlySet<string>,
): Diagnostic<InputCode>[] {
  return diagnostics.filter(({ code, place }) => code !== 'INPUT-IGNORED' || !given.has(place.file));
}

function addStdin(options: DiscoverOptions, found: Found, diagnostics: Diagnostic<InputCode>[]): void {
  if (options.stdin) found.addText(options.stdin.name, options.stdin.bytes);
  else diagnostics.push(noStdin());
}

function noStdin(): Diagnostic<InputCode> {
  return inputDiagnostic('INPUT-MISSING', '-', 'there is no standard input', 'pipe a file into the command');
}

function emptyPath(): Diagnostic<InputCode> {
  return inputDiagnostic('INPUT-MISSING', '.', 'an empty path is given', 'check the paths');
}

function addPath(
  given: string,
  cwd: string,
  found: Found,
  folders: Folder[],
  diagnostics: Diagnostic<InputCode>[],
): void {
  const absolute = resolve(cwd, given);
  const shown = shownPath(cwd, absolute);
  let path: Buffer;
  let stat: Stats;
  try {
    path = realpathSync.native(absolute, 'buffer');
    stat = statSync(path);
  } catch (fault) {
    diagnostics.push(failure(shown, fault));
    return;
  }
  if (stat.isFile()) found.addFile(path, shown, true);
  else if (!stat.isDirectory()) diagnostics.push(notAFile(shown));
  else {
    const rules = IgnoreRules.above(path.toString(), (folder) => shownPath(cwd, folder), diagnostics);
    folders.push({ path, shown, rules, depth: 0 });
  }
}

function shownPath(cwd: string, absolute: string): string {
  const shown = relative(cwd, absolute) || '.';
  return process.platform === 'win32' ? shown.replaceAll('\\', '/') : shown;
}

/** Inputs by real path. The first way a file is reached names it. */
class Found {
  private readonly files = new Map<string, FileInput>();
  private readonly texts: TextInput[] = [];

  addFile(path: Buffer, file: string, explicit: boolean): void {
    const id = path.toString('latin1');
    if (!this.files.has(id)) this.files.set(id, { kind: 'file', file, path, explicit, role: 'workflow' });
  }

  names(): string[] {
    return [...this.files.values()].map((input) => input.file);
  }

  paths(): Buffer[] {
    return [...this.files.values()].map((input) => input.path);
  }

  /** The folders of the files so far. */
  folders(): Buffer[] {
    return this.paths().map((path) => path.subarray(0, Math.max(1, path.lastIndexOf(0x2f))));
  }

  /** Those that the others do not have. */
  without(others: Found): Input[] {
    return this.sorted().filter((input) => input.kind === 'text' || !others.files.has(input.path.toString('latin1')));
  }

  hasText(): boolean {
    return this.texts.length > 0;
  }

  addText(file: string, bytes: Uint8Array): void {
    if (this.texts.length === 0) this.texts.push({ kind: 'text', file, bytes, explicit: true, role: 'workflow' });
  }

  /** Different inputs keep different names: an escaped name or the one given for standard input may be another file's. */
  sorted(): Input[] {
    const names = new Set<string>();
    const all = [...this.files.values(), ...this.texts].map((input) => {
      let file = input.file;
      for (let n = 2; names.has(file); n++) file = `${input.file}#${n}`;
      names.add(file);
      return { ...input, file };
    });
    return all.sort((a, b) => compare(a.file, b.file));
  }
}

/** Folders that lie in one repository report what is wrong above them each. */
function sortedOnce(diagnostics: readonly Diagnostic<InputCode>[]): Diagnostic<InputCode>[] {
  const byText = new Map(diagnostics.map((one) => [JSON.stringify([one.place.file, one.message]), one]));
  return [...byText.values()].sort((a, b) => compare(a.place.file, b.place.file));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
