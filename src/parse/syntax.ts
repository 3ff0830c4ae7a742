import type { ErrorCode, YAMLError } from 'yaml';
import type { Reporter } from './codes.js';

/** One fault of syntax often makes a dozen more behind it: only the first few are worth reading. */
const SHOWN = 3;

const REPAIRS: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'write the value out instead of the alias',
  BAD_DQ_ESCAPE: 'double the backslash, or use single quotes',
  BAD_INDENT: 'indent the line like its neighbours, with spaces',
  BAD_SCALAR_START: 'put the value in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put the value in quotes if it holds `: `, or begin the nested mapping on a line of its own',
  BLOCK_IN_FLOW: 'inside [] and {} use the bracketed notation alone',
  KEY_OVER_1024_CHARS: 'use a shorter key',
  MISSING_CHAR: 'add the missing character',
  MULTILINE_IMPLICIT_KEY: 'keep the key and its colon on one line, and close quotes and brackets before it',
  MULTIPLE_ANCHORS: 'remove the anchors',
  MULTIPLE_TAGS: 'remove the tags',
  TAB_AS_INDENT: 'indent with spaces',
  UNEXPECTED_TOKEN: 'remove it, or put the text in quotes',
};

/** What the YAML parser refused, as diagnostics. */
export function reportSyntax(errors: readonly YAMLError[], report: Reporter): void {
  const first = [...errors].sort((a, b) => a.pos[0] - b.pos[0]).slice(0, SHOWN);
  for (const { code, message, pos } of first) {
    const repair = REPAIRS[code] ?? 'correct the text here';
    report.error('NIKA-PARSE-001', pos[0], pos[1], `not YAML: ${message}`, repair);
  }
}
