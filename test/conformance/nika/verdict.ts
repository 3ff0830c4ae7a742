import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Report } from '../../../src/report/model.js';
import { run } from '../../../src/run.js';
import type { Case, Expectation } from './cases.js';

export interface Verdict {
  readonly case: Case;
  readonly isRight: boolean;
  /** Codes of the errors found in the file, each once, in order. */
  readonly codes: readonly string[];
}

/** Judges all cases in one run: workflows do not read each other but where they call each other. */
export function judgeCases(cases: readonly Case[]): Verdict[] {
  const { report } = run({
    paths: [...new Set(cases.flatMap(({ file }) => [file, ...siblingFolder(file)]))],
    cwd: '/',
  });
  const codes = codesByFile(report);
  return cases.map((one) => {
    const found = [...(codes.get(one.file.replace(/^\//, '')) ?? [])].sort();
    return { case: one, isRight: isRight(one, found), codes: found };
  });
}

/** The folder of a fixture that has a child beside it, which can be called only where it is given. */
function siblingFolder(file: string): string[] {
  const folder = dirname(file);
  return readdirSync(folder).some((name) => name.endsWith('.nika.yaml')) ? [folder] : [];
}

function codesByFile({ findings, errors }: Report): Map<string, Set<string>> {
  const codes = new Map<string, Set<string>>();
  const add = (file: string, code: string) => codes.set(file, (codes.get(file) ?? new Set()).add(code));
  for (const { file, code, severity } of findings) if (severity === 'error') add(file, code);
  for (const { file, code } of errors) if (file !== null) add(file, code);
  return codes;
}

function isRight({ expected }: Case, codes: readonly string[]): boolean {
  if (expected.kind === 'clean') return codes.length === 0;
  if (expected.kind === 'fails') return codes.length === 0 || codes.includes(expected.code);
  return codes.length > 0 && expected.errors.every((error) => codes.some((code) => matches(error, code)));
}

function matches({ code, namespace, category }: Expectation, found: string): boolean {
  if (code !== undefined) return found === code;
  if (namespace !== undefined) return found.startsWith(namespace);
  return category === undefined || categoryOf(found) === category;
}

/** The category of a code, by the language's table of errors: a whole namespace has one, with these exceptions. */
function categoryOf(code: string): string {
  if (code === 'NIKA-COMP-002') return 'security_error';
  if (code === 'NIKA-AUTH-011') return 'validation_error';
  if (/^NIKA-(?:SEC|AUTH)-/.test(code)) return 'security_error';
  return code.startsWith('NIKA-VAR-') ? 'variable_error' : 'validation_error';
}
