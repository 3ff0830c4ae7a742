import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

// The direction of the data: a folder (or file of src/) imports only from itself and from what stands before it.
const leaves = ['place', 'diagnostic', 'visible', 'snippet', 'rules', 'tool'];
const chain = [
  'parse',
  'facts',
  'datalog',
  'discover',
  'lower',
  'engine',
  'io',
  'permits',
  'findings',
  'ruleset',
  'prices',
  'export',
  'report',
  'library',
  'read',
  'own-failure',
  'apart',
  'judge',
  'run',
  'options',
  'check',
  'explain',
];
const entries = ['cli', 'datalog-api', 'index'];
const order = [...leaves, ...chain, ...entries];

function rank(module: string): number {
  const rank = order.indexOf(module);
  assert.is.not(rank, -1, `src/${module} has no place in the order of folders`);
  return rank;
}

/** `parse/tree.ts` and `run.ts` belong to `parse` and `run`. */
function moduleOf(path: string): string {
  return path.split('/')[0]?.replace(/\.[jt]s$/, '') ?? '';
}

function importsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g)];
  return specifiers.map(([, specifier = '']) => posix.join(posix.dirname(path), specifier));
}

/** What is wrong with the imports of a file, one line each. */
function misplaced(path: string, text: string): string[] {
  const own = moduleOf(path);
  return importsOf(path, text)
    .filter((target) => !target.startsWith('../'))
    .map(moduleOf)
    .filter((target) => target !== own && rank(target) >= rank(own))
    .map((target) => `src/${path} imports from ${target}`);
}

const sources = readdirSync('src', { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));

test('a folder imports only from folders to its left', () => {
  assert.equal(
    sources.flatMap((path) => misplaced(path, readFileSync(join('src', path), 'utf8'))),
    [],
  );
});

test('an import against the order is seen', () => {
  assert.equal(misplaced('parse/yaml.ts', `import { a } from '../engine/engine.js';`), [
    'src/parse/yaml.ts imports from engine',
  ]);
  assert.equal(misplaced('place.ts', `import { a } from './diagnostic.js';`), ['src/place.ts imports from diagnostic']);
  assert.equal(misplaced('engine/a/b.ts', `import a from '../../place.js';\nimport b from '../c.js';`), []);
});

test.run();
