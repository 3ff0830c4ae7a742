import { readdirSync, readFileSync } from 'node:fs';
import { type Document, isMap, isScalar, parseDocument as parseYaml } from 'yaml';
import { parseDocument } from '../../src/parse/parse.js';
import { Random } from '../fuzz/random.js';
import { type Case, readLines } from '../vectors/judge.js';

const VECTORS = '../shared/vectors/nika-default.jsonl';
const SAMPLE = 80;

/** Workflows to change: the examples, the fixtures of the rules, and a seeded sample of the vectors where they are there. */
export function corpus(): Case[] {
  const fixtures = readdirSync('test/rules', { recursive: true })
    .map((path) => `test/rules/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('input.nika.yaml'))
    .sort();
  const examples = readdirSync('examples').map((name) => `examples/${name}`);
  const files = [...examples, ...fixtures].map((name) => ({ name, workflow: readFileSync(name, 'utf8') }));
  return [...files, ...sample()].filter(isRegular);
}

function sample(): Case[] {
  const vectors = readLines<Case>(VECTORS);
  if (vectors === undefined) {
    console.log(`skipped: ${VECTORS} is not there`);
    return [];
  }
  const random = new Random(31, 0);
  return random.many(SAMPLE, (i) => ({ name: `vector-${i}.nika.yaml`, workflow: random.pick(vectors).workflow }));
}

/** It can be printed anew: no fault of YAML, and `tasks:` a mapping of tasks by plain ids. */
function isRegular({ name, workflow }: Case): boolean {
  if (parseDocument(name, new TextEncoder().encode(workflow)).diagnostics.length > 0) return false;
  const document = parseYaml(workflow);
  const ids = taskIds(document);
  const tasks = document.get('tasks');
  return (
    document.errors.length === 0 &&
    ids.length > 0 &&
    ids.every((id) => /^[A-Za-z_]\w*$/.test(id)) &&
    isMap(tasks) &&
    tasks.items.every(({ value }) => isMap(value))
  );
}

/** The ids of the tasks in order; "" for one that is no scalar. */
export function taskIds(document: Document): string[] {
  const tasks = document.get('tasks');
  if (!isMap(tasks)) return [];
  return tasks.items.map(({ key }) => (isScalar(key) && typeof key.value === 'string' ? key.value : ''));
}
