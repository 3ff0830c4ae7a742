import { Composer, type CST, type Document, isScalar, type ParsedNode, Parser } from 'yaml';
import type { Diagnostic } from '../diagnostic.js';
import { TreeBuilder } from './build.js';
import { type ParseCode, Reporter } from './codes.js';
import { decode } from './decode.js';
import { type Events, judgeEvents } from './events.js';
import { coreTag } from './scalar.js';
import { reportSyntax } from './syntax.js';
import type { Node } from './tree.js';

export interface Parsed {
  /** The decoded text, into which all offsets point; empty when the bytes could not be decoded. */
  readonly text: string;
  /** Null when there is nothing in the document, or it can't be read. A refused document has a tree where it can be read. */
  readonly root: Node | null;
  /** In order of the text. All of severity error: whatever is refused is said. */
  readonly diagnostics: readonly Diagnostic<ParseCode>[];
}

/**
 * Reads one document of the workflow language: UTF-8, YAML 1.2 under the language's profile (NIKA-YAML-001 … 011).
 * Never throws, and takes time linear in the bytes. JSON is YAML.
 *
 * @param file  path as printed, for the places
 */
export function parseDocument(file: string, bytes: Uint8Array): Parsed {
  const report = new Reporter(file);
  const text = decode(bytes, report);
  const root = text === null ? null : parseText(text, report);
  return { text: text ?? '', root, diagnostics: report.finish() };
}

/** As `parseDocument`, of text that was decoded: a document of a stream, or one that stands inside another. */
export function parseString(file: string, text: string): Parsed {
  const report = new Reporter(file);
  return { text, root: parseText(text, report), diagnostics: report.finish() };
}

/** Decodes a file as `parseDocument` does, without reading it; null where it is no text. */
export function decodeText(file: string, bytes: Uint8Array): string | null {
  return decode(bytes, new Reporter(file));
}

/** Every scalar stays a string (`failsafe`); keys are compared here, in linear time; warnings are not printed. */
const OPTIONS = {
  version: '1.2',
  schema: 'failsafe',
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  strict: true,
  logLevel: 'error',
} as const;

function parseText(text: string, report: Reporter): Node | null {
  // The parser makes an Error of every fault, a hundred thousand in a hostile file; their stacks cost most of the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return readStream(text, report);
  } catch (fault) {
    // The parser works on whatever people write: a fault of it is a refusal of the file, not the end of the run.
    const reason = fault instanceof Error ? fault.message : String(fault);
    report.error('NIKA-PARSE-001', 0, 0, `the YAML parser gave up: ${reason}`, 'make the file smaller or simpler');
    return null;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function readStream(text: string, report: Reporter): Node | null {
  // A lone CR ends a line (YAML 1.2 §5.4), which the parser doesn't know. LF is as long, so offsets stay.
  const lines = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
  const { tokens, events } = firstDocument(lines, report);
  const [document] = new Composer<ParsedNode>(OPTIONS).compose(tokens, true, lines.length);
  if (!document) return null;
  for (const tag of events?.tags ?? []) judgeTag(tag, document, report);
  reportSyntax(document.errors, report);
  if (document.errors.length > 0 || !document.contents || isNothing(document.contents)) return null;
  return new TreeBuilder(text, events?.replaced ?? new Set(), report).build(document.contents);
}

/** The stream's tokens up to a second document; the first is judged before anything is composed. */
function firstDocument(text: string, report: Reporter): { tokens: CST.Token[]; events: Events | null } {
  const tokens: CST.Token[] = [];
  let events: Events | null = null;
  let errors = 0;
  for (const token of new Parser().parse(text)) {
    if (token.type === 'document') {
      if (events !== null) {
        reportSecond(token.offset, report);
        break;
      }
      events = judgeEvents(token, text, report);
    }
    // The composer keeps an object of every error, and a megabyte can hold a million.
    if (token.type !== 'error' || ++errors <= MAX_ERRORS) tokens.push(token);
  }
  return { tokens, events };
}

const MAX_ERRORS = 100;

function reportSecond(offset: number, report: Reporter): void {
  const message = 'a second document begins here: a file holds one document';
  report.error('NIKA-PARSE-001', offset, offset + 3, message, 'move it into a file of its own');
}

function judgeTag({ source, offset }: CST.SourceToken, document: Document, report: Reporter): void {
  const name = document.directives?.tagName(source, () => {});
  // Without a name the handle is undeclared, which the composer reports.
  if (!name || coreTag(name) !== null) return;
  const message = `the tag ${source} is outside the core schema`;
  report.error('NIKA-YAML-006', offset, offset + source.length, message, 'remove the tag');
}

/** An empty document, or one that is only a start marker. */
function isNothing(contents: ParsedNode): boolean {
  return isScalar(contents) && contents.source === '' && contents.type === 'PLAIN' && !contents.tag && !contents.anchor;
}
