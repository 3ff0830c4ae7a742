import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A workflow of the language's own fixtures, and what a conforming checker says of it. */
export interface Case {
  /** The folder it belongs to. */
  readonly corpus: string;
  /** Path relative to the checkout. */
  readonly name: string;
  readonly file: string;
  readonly expected: Expected;
}

export type Expected =
  | { readonly kind: 'clean' }
  /** Refused, with a finding for each of these; any finding will do where there are none. */
  | { readonly kind: 'refused'; readonly errors: readonly Expectation[] }
  /** Fails when it runs: a check finds the code as well, or nothing. */
  | { readonly kind: 'fails'; readonly code: string };

/** Of several fields the first that is there counts: a code is equal, a namespace a prefix, a category the code's own. */
export interface Expectation {
  readonly code?: string;
  readonly namespace?: string;
  readonly category?: string;
}

/** expected.json beside an input.yaml. */
interface ExpectedFile {
  readonly valid: boolean;
  readonly errors?: readonly Expectation[];
}

const CODE = /NIKA-[A-Z]+(?:-[A-Z0-9_]+)?-\d+/;

/** Folders with an input.yaml and an expected.json, at any depth below `folder`. */
export function folderCases(checkout: string, folder: string): Case[] {
  return filesBelow(checkout, folder, 'expected.json').flatMap((path) => {
    const name = dirname(path);
    const file = join(checkout, name, 'input.yaml');
    if (!existsSync(file)) return [];
    const { valid, errors = [] }: ExpectedFile = JSON.parse(readFileSync(join(checkout, path), 'utf8'));
    const expected: Expected = valid ? { kind: 'clean' } : { kind: 'refused', errors };
    return [{ corpus: dirname(name), name, file, expected }];
  });
}

/** Workflows whose first lines say `# Expected: …`, or, where `otherwise` is given, that as well where they don't. */
export function headerCases(checkout: string, folder: string, ending: string, otherwise?: Expected): Case[] {
  return filesBelow(checkout, folder, ending).flatMap((name) => {
    const file = join(checkout, name);
    const expected = headerExpectation(readFileSync(file, 'utf8')) ?? otherwise;
    return expected === undefined ? [] : [{ corpus: dirname(name), name, file, expected }];
  });
}

/** What the first line of a header that begins with `# Expected` promises. */
function headerExpectation(text: string): Expected | undefined {
  const line = /^\ufeff?#\s*Expected\s*[:·](.*)$/im.exec(text.split('\n').slice(0, 30).join('\n'))?.[1];
  if (line === undefined) return undefined;
  const [code] = CODE.exec(line) ?? [];
  if (/exit 0|check-pass/i.test(line)) return { kind: 'clean' };
  if (/check-reject/i.test(line)) return { kind: 'refused', errors: [] };
  if (code === undefined) return undefined;
  return /at RUN|check or run/i.test(line) ? { kind: 'fails', code } : { kind: 'refused', errors: [{ code }] };
}

/** Relative to the checkout, in order. */
function filesBelow(checkout: string, folder: string, ending: string): string[] {
  const root = join(checkout, folder);
  if (!existsSync(root)) return [];
  const paths = readdirSync(root, { recursive: true }).map((path) => join(folder, String(path)));
  return paths.filter((path) => path.endsWith(ending)).sort();
}
