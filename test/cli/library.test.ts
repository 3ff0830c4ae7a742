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

test('the examples of docs/library.md run one after the other, and explain tuples', () => {
  const page = readFileSync('docs/library.md', 'utf8');
  const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const example = blocks.slice(0, 2).join('\n');
  inProject((folder) => {
    const printed = node(folder, 'why.mjs', example);
    assert.match(printed, /^3 Int32Array\(3\) \[ 0, 1, 2 \]\n/);
    assert.match(printed, /\n6 {2}reached\("read"\) {2}by reach\.dl:7:3 from 4, 5\n/);
    const other = example.replace('reached(read)', 'reached(write)');
    assert.match(node(folder, 'why-not.mjs', other), /\nreached\("write"\) was not derived\n {2}reach\.dl:6:3\n/);
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
