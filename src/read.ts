import type { Diagnostic } from './diagnostic.js';
import { Callees } from './discover/callees.js';
import { discover } from './discover/discover.js';
import type { Input } from './discover/input.js';
import { readInput } from './discover/read.js';
import type { Facts } from './facts/facts.js';
import { AgentdLowering, isDotfile, mayBeAgentd, type SourceFile } from './lower/agentd/index.js';
import { linkCalls } from './lower/calls.js';
import { isNamed, lowerWorkflow } from './lower/index.js';
import { decodeText, parseDocument } from './parse/parse.js';
import type { ListedInput } from './report/listing.js';
import type { ToolError } from './report/model.js';
import { Sources } from './report/sources.js';

/** What is read, and how. */
export interface ReadOptions {
  /** Files, folders, or `-` for what `stdin` holds. */
  readonly paths: readonly string[];
  /** Paths are resolved against it and printed relative to it; the process's working directory where it is left out. */
  readonly cwd?: string;
  readonly stdin?: { readonly name: string; readonly bytes: Uint8Array };
  /** Read as the reference checker reads, its silence included. */
  readonly parity?: boolean;
  /** Files of one configuration of agentd, laid over each other in order, as `--config` of agentd. */
  readonly agentdConfigs?: readonly string[];
  /** Whether agentd is built so that it can run programs; true where it is left out. */
  readonly agentdExec?: boolean;
}

export type ReadPhase = 'discover' | 'read' | 'parse' | 'lower';

/** Gets the bytes of every input as they are judged: files that are given before those that they call. */
export type Keep = (file: string, bytes: Uint8Array) => void;

/** Paths as they became facts, and what there is to say of that. */
export interface Read {
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
  readonly begin: (phase: ReadPhase) => void;
  readonly keep: Keep;
}

/**
 * Discovers, parses and lowers: paths become facts. What cannot be read is told in the result.
 *
 * @param only  the inputs that are read, with what they call; all where it is left out
 */
export function readInputs(
  options: ReadOptions,
  facts: Facts,
  begin: (phase: ReadPhase) => void,
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

/** What the tool could not do, of a diagnostic that says so. */
export function asError({ code, message, place, repair = [] }: Diagnostic): ToolError {
  return { code, message, file: place.file, repair };
}
