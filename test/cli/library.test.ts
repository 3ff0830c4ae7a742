import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inFolder } from './command.js';

// The Datalog library as it is shipped; dist/ has been built for these tests.
const test = suite('library');

/** The example of the README, and what its last lines say it prints. */
function readmeExample(): { readonly code: string; readonly printed: string } {
  const blocks = [...readFileSync('README.md', 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const code = blocks.find((block) => block.includes('trifecta-datalog/datalog')) ?? '';
  const comments = [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => `${line}\n`);
  return { code, printed: comments.join('') };
}

/** A folder in which the package is installed. */
function inProject(use: (folder: string) => void): void {
  inFolder({}, (folder) => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('.'), join(folder, 'node_modules/trifecta-datalog'));
    use(folder);
  });
}

function node(folder: string, file: string, code: string): string {
  writeFileSync(join(folder, file), code);
  return execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
}

test('the example of the README runs as an ES module and as CommonJS', () => {
  const { code, printed } = readmeExample();
  assert.is.not(printed, '');
  inProject((folder) => {
    assert.is(node(folder, 'example.mjs', code), printed);
    const common = code.replace(/^import (.*) from (.*);$/m, 'const $1 = require($2);');
    assert.is(node(folder, 'example.cjs', common), printed);
  });
});

test('the example of docs/library.md explains tuples', () => {
  const [, example = ''] =
    /```js\n(import \{ formatAbsence[\s\S]*?)```/.exec(readFileSync('docs/library.md', 'utf8')) ?? [];
  const setup = `
    import { compile, Engine, factsOf } from 'trifecta-datalog/datalog';
    const compiled = compile({ file: 'p.dl', text: ${JSON.stringify(`.decl edge, path(from: symbol, to: symbol)
.input edge
.output path
path(x, y) :- edge(x, y).
path(x, z) :- path(x, y), edge(y, z).`)} });
    const run = new Engine().run(compiled.program, factsOf(compiled.program, { edge: [['a', 'b'], ['b', 'c']] }));
  `;
  inProject((folder) => {
    assert.match(node(folder, 'why.mjs', setup + example), /\n4 {2}path\("a", "c"\) {2}by p\.dl:5:1 from 2, 3\n/);
    const other = example.replace('path(a, c)', 'path(c, a)');
    assert.match(node(folder, 'why-not.mjs', setup + other), /^path\("c", "a"\) was not derived\n {2}p\.dl:4:1\n/);
  });
});

const bundler = `
  const options = { bundle: true, platform: 'browser', format: 'iife', write: false, logLevel: 'error' };
  const { outputFiles } = require('esbuild').buildSync({ ...options, entryPoints: [process.argv[1]] });
  process.stdout.write(outputFiles[0].text);`;

/** Bundles a module for browsers, which refuses any import of Node's, and runs it with what browsers have: what it printed. */
function browser(folder: string, code: string): string {
  const main = join(folder, 'main.mjs');
  writeFileSync(main, code);
  const bundle = execFileSync(process.execPath, ['-e', bundler, main], { encoding: 'utf8', maxBuffer: 1 << 24 });
  const lines: string[] = [];
  const console = { log: (...words: unknown[]) => lines.push(`${words.join(' ')}\n`) };
  runInNewContext(bundle, { console, performance, TextDecoder, TextEncoder });
  return lines.join('');
}

test('the example of the README runs in a browser bundle, without Node', () => {
  const { code, printed } = readmeExample();
  inProject((folder) => assert.is(browser(folder, code), printed));
});

test('functors on text need nothing of Node', () => {
  const program = `.decl r(x: symbol, n: number) .output r
    r(cat("ä", to_string(strlen("ä"))), to_number(substr("x42", 1, 2))) :- match("[a-z]+", "abc"), contains("ä", "bär").`;
  const code = `import { compile, Engine, Facts } from 'trifecta-datalog/datalog';
    const { program } = compile(${JSON.stringify(program)});
    const { result } = new Engine().run(program, new Facts());
    console.log(JSON.stringify([...result.relation('r').values()]));`;
  inProject((folder) => assert.is(browser(folder, code), '[["ä2",42]]\n'));
});

test.run();
