import { hostile } from './hostile.js';

/** A task as JSON, which is YAML. */
export type Task = Readonly<Record<string, unknown>>;
export type Tasks = Readonly<Record<string, Task>>;

/** Numbers from 0 on below a bound, the same for the same seed (mulberry32). */
export type Random = (below: number) => number;

export function random(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export function pick<T>(values: readonly [T, ...T[]], next: Random): T {
  return values[next(values.length)] ?? values[0];
}

const FOLDERS = ['', './', 'data/', 'data/sub/', '../', '/srv/', '~/', '~ann/', './/x/../', 'a[1]/', 'b*/'] as const;
const NAMES = ['q3.csv', 'a.md', 'x?.md', '!n', '..', '.', ...hostile.filter((text) => !text.includes('${{'))] as const;

export function path(next: Random): string {
  return pick(FOLDERS, next) + pick(NAMES, next);
}

const HOSTS = [
  'api.example.com',
  'API.Example.com.',
  'bücher.example',
  'u:p@x.example:8443',
  '8.8.8.8',
  '[2606:4700::1111]',
] as const;
const TOOLS = ['nika:read', 'nika:log', 'nika:jq', 'mcp:desk/find', 'mcp:desk/a/b', 'mcp:crm/get'] as const;
const ENTRIES = [
  ...TOOLS,
  'nika:*',
  'nika:r*',
  'mcp:desk/*',
  'mcp:desk/**',
  'mcp:d?sk/f*',
  'mcp:[cd]*/get',
  '!nika:read',
] as const;

const KINDS: readonly [(next: Random) => Task, ...((next: Random) => Task)[]] = [
  (next) => ({ exec: { command: [pick(['ls', 'git', './x', 'a b', ...hostile], next), 'x'] } }),
  (next) => ({ exec: { command: [pick(['ls', 'git'], next)] } }),
  () => ({ exec: { shell: 'ls | wc -l' } }),
  (next) => ({ invoke: { tool: 'nika:read', args: { path: path(next) } } }),
  (next) => ({ invoke: { tool: 'nika:write', args: { path: path(next), content: 'x' } } }),
  (next) => ({ invoke: { tool: 'nika:glob', args: { pattern: `${path(next)}/*.md` } } }),
  (next) => ({ invoke: { tool: 'nika:chart', args: { data: { path: path(next) }, out: path(next) } } }),
  (next) => ({ invoke: { tool: 'nika:image_generate', args: { prompt: 'x', output_dir: path(next) } } }),
  (next) => ({
    invoke: { tool: 'nika:tts_generate', args: { text: 'x', output_dir: pick(['data', 'data/sub', '.'], next) } },
  }),
  (next) => ({ invoke: { tool: 'nika:fetch', args: { url: `https://${pick(HOSTS, next)}/${next(9)}` } } }),
  (next) => ({ invoke: { tool: pick(TOOLS, next) } }),
  (next) => ({ agent: { prompt: 'x', tools: [pick(ENTRIES, next), pick(ENTRIES, next)], skills: [path(next)] } }),
  () => ({ infer: { prompt: 'x' } }),
];

/** Some tasks of which every operand is literal. */
export function literalTasks(next: Random): Tasks {
  return Object.fromEntries(Array.from({ length: 1 + next(6) }, (_, i) => [`t${i}`, pick(KINDS, next)(next)]));
}

/** Arguments that a constant may give. */
const BY_CONSTANT = new Set(['path', 'url', 'out', 'output_dir', 'pattern', 'command', 'skills']);

/** The same tasks, with some operands or beginnings of operands given by constants; these by name. */
export function withConstants(
  tasks: Tasks,
  next: Random,
): { tasks: Tasks; constants: Readonly<Record<string, string>> } {
  const constants: Record<string, string> = {};
  const replaced = (text: string): string => {
    const at = next(text.length + 1);
    const isWhole = next(2) === 0 || !/^[ -~]*$/.test(text);
    const name = `c${Object.keys(constants).length}`;
    constants[name] = isWhole ? text : text.slice(0, at);
    return `\${{ const.${name} }}${isWhole ? '' : text.slice(at)}`;
  };
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return BY_CONSTANT.has(name) && next(3) > 0 ? replaced(value) : value;
    if (Array.isArray(value)) return value.map((item) => walk(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key)]));
  };
  const named = Object.entries(tasks).map(([id, task]): [string, Task] => [id, Object(walk(task, ''))]);
  return { tasks: Object.fromEntries(named), constants };
}

/** A workflow, one line a task. */
export function workflow(tasks: Tasks, permits?: unknown, constants?: unknown): string {
  const lines = Object.entries(tasks).map(([id, task]) => `  ${JSON.stringify(id)}: ${escaped(task)}`);
  const block = permits === undefined ? '' : `permits: ${escaped(permits)}\n`;
  const given = constants === undefined ? '' : `const: ${escaped(constants)}\n`;
  return `nika: generated\n${given}${block}tasks:\n${lines.join('\n')}\n`;
}

/** JSON of ASCII alone, so that the profile takes it whatever its strings are. */
export function escaped(value: unknown): string {
  return JSON.stringify(value).replace(/[^ -~]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
