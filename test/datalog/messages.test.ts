import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, formatDiagnostic } from '../../src/datalog/index.js';
import { type Case, cases } from './cases.js';

// What people read for each mistake, as it is printed. `golden-messages.txt` is written anew with UPDATE_GOLDEN=1; read
// the difference before committing it.

const golden = 'test/datalog/golden-messages.txt';
const messages = suite('messages of the Datalog compiler');

function compileCase({ text, files }: Case) {
  const include = (path: string) => {
    const found = path === 'main.dl' ? text : files?.[path];
    return found === undefined ? undefined : { file: path, text: found };
  };
  return compile({ file: 'main.dl', text }, { include, foundation: (file) => file === 'shipped.dl' });
}

function printed(one: Case): string {
  const { diagnostics, sources } = compileCase(one);
  return diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, sources)).join('\n');
}

messages('read as they should', () => {
  const text = cases.map((one) => `${printed(one)}\n`).join('\n');
  if (process.env.UPDATE_GOLDEN === '1' || !existsSync(golden)) writeFileSync(golden, text);
  assert.equal(text.split('\n'), readFileSync(golden, 'utf8').split('\n'));
});

messages('one mistake gives one diagnostic', () => {
  for (const one of cases) {
    const codes = compileCase(one).diagnostics.map((diagnostic) => diagnostic.code);
    assert.equal(codes, [one.code], one.text.slice(0, 200));
  }
});

messages('every code has a case', () => {
  const listed = readFileSync('src/datalog/codes.ts', 'utf8').matchAll(/'(DL-[A-Z-]+)'/g);
  const codes = new Set(Array.from(listed, ([, code]) => code));
  assert.equal([...new Set(cases.map((one) => one.code))].sort(), [...codes].sort());
});

messages('warnings let the program through, errors do not', () => {
  const warnings = ['DL-RELATION-UNUSED', 'DL-VARIABLE-UNUSED', 'DL-NEVER', 'DL-RESERVED'];
  for (const one of cases) assert.is(compileCase(one).ok, warnings.includes(one.code), one.text.slice(0, 200));
});

messages('what a head reads in an aggregate is read, save by the rules of its own relation', () => {
  const codes = (text: string) => compile({ file: 'main.dl', text }).diagnostics.map(({ code }) => code);
  const sum = '.decl a(x: number)\na(1).\n.decl r(n: number)\nr(sum x : { a(x) }).\n';
  assert.equal(codes(`${sum}.output r\n`), []);
  assert.equal(codes(sum), ['DL-RELATION-UNUSED']);
});

messages('a rule never holds where no way through its disjunctions does', () => {
  const codes = (body: string) => {
    const text = `.decl b(x: number)\n.input b\n.decl r(x: number)\n.output r\nr(x) :- b(x), ${body}.\n`;
    return compile({ file: 'main.dl', text }).diagnostics.map(({ code }) => code);
  };
  assert.equal(codes('(x = 1; x = 2), (x = 1; x = 2)'), []);
  assert.equal(codes('(x > 5, x < 3; x = 1)'), []);
  assert.equal(codes('(x = 1; x = 2), x = 3'), ['DL-NEVER']);
});

messages('places are inside the text', () => {
  for (const one of cases) {
    const { diagnostics, sources } = compileCase(one);
    for (const { place, related = [] } of diagnostics) {
      for (const { file, start, end } of [place, ...related.map((other) => other.place)]) {
        const length = sources.find((source) => source.file === file)?.text.length ?? -1;
        assert.ok(start >= 0 && start <= end && end <= length, one.text.slice(0, 200));
      }
    }
  }
});

messages('what terminals act on is written out', () => {
  const { diagnostics, sources } = compile({ file: 'main.dl', text: '.decl a(x: symbol)\na("\u001b[2J\\q").\n' });
  const text = diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, sources)).join('\n');
  assert.not.ok(text.includes('\u001b'));
  assert.ok(text.includes('\\u{1b}[2J'));
});

messages('a long line is cut around the mistake', () => {
  const text = `.decl a(x: number)\n.output a\na(x) :- a(x)${', x < 1'.repeat(100)}, y < 2${', x < 1'.repeat(100)}.\n`;
  const { diagnostics, sources } = compile({ file: 'main.dl', text });
  const lines = diagnostics.flatMap((diagnostic) => formatDiagnostic(diagnostic, sources).split('\n'));
  assert.match(lines.join('\n'), 'y < 2');
  assert.ok(lines.every((line) => line.length < 170));
});

messages.run();
