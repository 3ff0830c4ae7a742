// npm run conformance:nika -- CHECKOUT: judges the fixtures and examples of the Nika language and compares. CHECKOUT is a
// working copy of github.com/supernovae-st/nika-spec, of which nothing is part of this project. What is wrong is listed by
// folder; the last line is `N right, N wrong`.
import { resolve } from 'node:path';
import { type Case, folderCases, headerCases } from './cases.js';
import { judgeCases, type Verdict } from './verdict.js';

/** Everything that says what a check has to find, and the examples, in which it has to find nothing. */
function allCases(checkout: string): Case[] {
  const ships = { kind: 'clean' } as const;
  return [
    ...folderCases(checkout, 'conformance'),
    ...headerCases(checkout, 'conformance', '.nika.yaml'),
    ...headerCases(checkout, 'templates', '.negative.yaml'),
    ...['examples', 'templates', 'project'].flatMap((folder) => headerCases(checkout, folder, '.nika.yaml', ships)),
  ];
}

function line({ case: { name, expected }, codes }: Verdict): string {
  const wanted =
    expected.kind === 'clean'
      ? 'nothing'
      : expected.kind === 'fails'
        ? `${expected.code} or nothing`
        : expected.errors.map((error) => error.code ?? error.namespace ?? error.category).join(', ') || 'any error';
  return `  ${name}: expected ${wanted}, got ${codes.join(', ') || 'nothing'}`;
}

function main([given]: readonly string[]): void {
  if (given === undefined) {
    console.error('usage: npm run conformance:nika -- CHECKOUT');
    process.exitCode = 2;
    return;
  }
  const verdicts = judgeCases(allCases(resolve(given)));
  for (const corpus of new Set(verdicts.map(({ case: { corpus } }) => corpus))) {
    const own = verdicts.filter((verdict) => verdict.case.corpus === corpus);
    const wrong = own.filter(({ isRight }) => !isRight);
    console.log(`${corpus}: ${own.length - wrong.length} right, ${wrong.length} wrong`);
    for (const verdict of wrong) console.log(line(verdict));
  }
  const right = verdicts.filter(({ isRight }) => isRight).length;
  console.log(`${right} right, ${verdicts.length - right} wrong`);
  process.exitCode = right > 0 && right === verdicts.length ? 0 : 1;
}

main(process.argv.slice(2));
