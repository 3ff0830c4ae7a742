// biome-ignore-all lint/suspicious/noTemplateCurlyInString: islands are what is made here
import type { Random } from './random.js';

const IDS = ['a', 'b', 'c', 'd', 'fetch-page', '__proto__', 'constructor', 'tasks', 'with', 'group', 'é', 'zero'];
const NAMES = ['x', 'y', 'toString', 'a-b', 'item'];
const TOOLS = [
  'nika:fetch',
  'nika:notify',
  'nika:write',
  'nika:read',
  'nika:prompt',
  'nika:*',
  'mcp:s/t',
  '!nika:fetch',
  '${{ inputs.t }}',
  'unknown',
  '[a-z]*?',
];
const PATHS = ['./**', '/etc/passwd', '../x', '~/.ssh', 'a/../../b', '${{ inputs.p }}', ''];
const WORDS = ['success', 'failure', 'skipped', 'terminal', 'unwind', 'x', 'null', '[]'];

/** A workflow as people could write it, by chance: any construct of the language, most of them well-formed. */
export function randomWorkflow(random: Random): string {
  const tasks = random.many(random.size(25), (i) => `  ${id(random, i)}:${task(random)}`);
  const parts = [
    `nika: ${random.pick(['w', 'v1', '""'])}\n`,
    random.chance(80) ? permits(random) : '',
    random.chance(20) ? `inputs: { ${name(random)}: { type: string, default: "${expression(random, 2)}" } }\n` : '',
    `tasks:\n${tasks.join('')}`,
    random.chance(30) ? `outputs: { o: "${island(random)}", p: ["${island(random)}"] }\n` : '',
  ];
  return parts.join('');
}

function id(random: Random, i: number): string {
  return random.chance(80)
    ? `${random.pick(IDS)}${random.chance(98) ? i : ''}`
    : JSON.stringify(`${random.pick(IDS)}${i}`);
}

function name(random: Random): string {
  return random.pick(NAMES);
}

function permits(random: Random): string {
  const list = (entries: readonly string[]) => {
    const written = random.many(random.below(3), () => JSON.stringify(random.pick(entries)));
    return random.chance(90) ? `[${written.join(', ')}]` : random.pick(['true', '"*"', '{}', 'null', '3', '[1, [x]]']);
  };
  const fs = `fs: { read: ${list(PATHS)}, write: ${list(PATHS)} }`;
  return `permits: { ${fs}, net: { http: ${list(['a.example.com', '*'])} }, exec: ${list(['sh'])}, tools: ${list(TOOLS)} }\n`;
}

function task(random: Random): string {
  const fields = [verb(random)];
  if (random.chance(60)) fields.unshift(`with: ${bindings(random)}`);
  if (random.chance(40)) fields.push(`after: ${after(random)}`);
  if (random.chance(20)) fields.push(`group: ${random.pick(['g', 'h', '"*"', '"a.b"'])}`);
  if (random.chance(15)) fields.push(`when: ${random.pick(['true', 'false', `"${island(random)}"`])}`);
  if (random.chance(15)) fields.push(`for_each: { items: "${island(random)}" }`);
  if (random.chance(15))
    fields.push(`on_error: { recover: "${island(random)}", skip: ${random.pick(['true', 'false'])} }`);
  if (random.chance(2)) fields.push(verb(random));
  return random.chance(50) ? ` { ${fields.join(', ')} }\n` : `\n${fields.map((field) => `    ${field}\n`).join('')}`;
}

function bindings(random: Random): string {
  if (random.chance(8)) return `"${island(random)}"`;
  return `{ ${random.many(random.size(4), (i) => `${name(random)}${i}: "${island(random)}"`).join(', ')} }`;
}

function after(random: Random): string {
  const ids = random.many(random.size(3), () => `${random.pick(IDS)}${random.below(6)}`);
  if (random.chance(20)) return `[${ids.join(', ')}]`;
  return `{ ${ids.map((id) => `${id}: ${random.pick(WORDS)}`).join(', ')} }`;
}

function verb(random: Random): string {
  switch (random.below(6)) {
    case 0:
      return `infer: "${island(random)}"`;
    case 1:
      return `exec: "echo ${island(random)}"`;
    case 2:
      return `agent: { prompt: "${island(random)}", tools: [${random.many(random.below(3), () => JSON.stringify(random.pick(TOOLS)))}] }`;
    case 3:
      return `invoke: { workflow: ${random.pick(['./c.nika.yaml', './a.nika.yaml', 'f.nika.yaml', '../x.nika.yaml', 'registry:x', '"-"', '"${{ inputs.x }}"'])}, args: { x: "${island(random)}" } }`;
    default:
      return `invoke: { tool: "${random.pick(TOOLS)}", args: { message: "${island(random)}", default: x } }`;
  }
}

/** What stands in a string: text, a template, or one that is escaped, unclosed or otherwise off. */
export function island(random: Random): string {
  const text = `\${{ ${expression(random, 3)} }}`;
  switch (random.below(12)) {
    case 0:
      return `\\\\${text}`;
    case 1:
      return text.slice(0, random.below(text.length));
    case 2:
      return text + text;
    case 3:
      return 'plain';
    default:
      return text;
  }
}

function expression(random: Random, depth: number): string {
  const inner = () => expression(random, depth - 1);
  switch (random.below(depth > 0 ? 15 : 7)) {
    case 0:
      return `with.${name(random)}${random.below(3)}`;
    case 1:
      return random.pick(['item', 'tasks', 'with', 'group', 'inputs', 'group.g', 'inputs.x', "group['a.b']"]);
    case 2:
      return `tasks['${random.pick(IDS)}']`;
    case 3:
      return random.pick(["'tasks.a'", "'}}'", '1', 'true', '[]', "'it''s'", '-', '']);
    case 7:
      return `${inner()} ${random.pick(['==', '&&', '||', '<', 'in', '+'])} ${inner()}`;
    case 8:
      return `(${inner()})`;
    case 9:
      return `${inner()} ? ${inner()} : ${inner()}`;
    case 10:
      return `${inner()}[${inner()}]`;
    case 11:
      return `size(${inner()})`;
    case 12:
      return `!${inner()}`;
    case 13:
      return `[${inner()}, ${inner()}]`;
    case 14:
      return `${inner()}.contains(${inner()})`;
    default:
      return `tasks.${random.pick(IDS)}${random.below(6)}.${random.pick(['output', 'status', 'error', 'output.x'])}`;
  }
}
