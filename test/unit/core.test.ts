import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** What is in the text of a core that the managed runtime of AssemblyScript brings along, each thing once. */
function managed(wat: string): string[] {
  const names = wat.match(/\$(?:__inlined_func\$)?~lib\/[\w/~]+/g) ?? [];
  const exported = wat.match(/\(export "__\w+"/g) ?? [];
  const imported = (wat.match(/\(import "\w+" "\w+"/g) ?? []).filter((line) => !line.startsWith('(import "host" '));
  return [...new Set([...names, ...exported, ...imported])];
}

const wat = readFileSync('build/core.wat', 'utf8');

test('the core has no managed runtime: no allocator but its own, no headers, no collector, no exceptions', () => {
  assert.equal(managed(wat), []);
});

test('it asks two things of its host', () => {
  const imports = [...wat.matchAll(/\(import "(\w+)" "(\w+)"/g)].map(([, module, name]) => `${module}.${name}`);
  assert.equal(imports.sort(), ['host.expired', 'host.symbols']);
});

test('it exports what assembly/index.ts says, and its memory', () => {
  const listed = [...readFileSync('assembly/index.ts', 'utf8').matchAll(/export \{([^}]*)\}/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const exported = [...wat.matchAll(/\(export "([^"]+)"/g)].map(([, name = '']) => name);
  assert.equal(exported.sort(), [...listed, 'memory'].sort());
});

test('what an array, a string or a class would bring along is seen', () => {
  // Lines of cores that make an array, by the runtimes `stub`, `minimal` and `incremental`, and with --exportRuntime.
  const lines = [
    ' (import "env" "abort" (func $~lib/builtins/abort (param i32 i32 i32 i32)))',
    ' (global $~lib/rt/stub/offset (mut i32) (i32.const 0))',
    ' (func $~lib/rt/tcms/__new (param $0 i32) (result i32)',
    ' (func $~lib/rt/itcms/__link (param $0 i32) (param $1 i32)',
    ' (export "__pin" (func $~lib/rt/itcms/__pin))',
    '   block $__inlined_func$~lib/rt/tlsf/insertBlock$12',
  ];
  for (const line of lines) assert.is.not(managed(line).length, 0, line);
});

test.run();
