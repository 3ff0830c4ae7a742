import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, formatDiagnostic, type Source } from '../../src/datalog/index.js';

// What ships or is documented compiles, without a warning.

const documented = suite('documented and shipped rules');

function complaints(source: Source): string {
  const include = (path: string, from: string) => {
    const file = posix.join(posix.dirname(from), path);
    return { file, text: readFileSync(file, 'utf8') };
  };
  const { diagnostics, sources } = compile(source, { include });
  return diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, sources)).join('\n');
}

const page = readFileSync('docs/rules.md', 'utf8');

documented('every example of docs/rules.md', () => {
  const examples = Array.from(page.matchAll(/^```datalog\n(.*?)^```$/gms), ([, text = '']) => text);
  assert.ok(examples.length >= 10);
  examples.forEach((text, i) => {
    assert.is(complaints({ file: `example ${i + 1}`, text }), '', text);
  });
});

documented('docs/rules.md lists every code, and no other', () => {
  const inCode = readFileSync(join('src', 'datalog', 'codes.ts'), 'utf8').matchAll(/'(DL-[A-Z-]+)'/g);
  const inPage = page.slice(page.indexOf('| code |')).matchAll(/`(DL-[A-Z-]+)`/g);
  const sorted = (matches: Iterable<RegExpMatchArray>) => Array.from(matches, ([, code = '']) => code).sort();
  assert.equal(sorted(inPage), sorted(inCode));
});

documented('the rules that ship', () => {
  assert.is(complaints({ file: 'rules/main.dl', text: readFileSync('rules/main.dl', 'utf8') }), '');
});

documented.run();
