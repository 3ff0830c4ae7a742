import type { Chance } from '../../test/oracle/chance.js';
import { commands, hosts, manners, requests, servers, topics } from './words.js';

/** What a task needs to be granted. */
export type Need = {
  readonly category: 'tools' | 'exec' | 'fs.read' | 'fs.write' | 'net.http';
  readonly entry: string;
};

/** A task as text: its lines are indented by what a task's keys are indented by. */
export interface Task {
  readonly id: string;
  readonly lines: readonly string[];
  readonly needs: readonly Need[];
}

/** How a task comes to its values: names it may read as `with.<name>`, already bound. */
export interface Setting {
  readonly chance: Chance;
  readonly topic: string;
  readonly bindings: readonly string[];
  /** Runs once for each item of its first binding. */
  readonly loops: boolean;
}

type Verb = (setting: Setting) => { readonly lines: readonly string[]; readonly needs: readonly Need[] };

export function pickTopic(chance: Chance): string {
  return chance.pick(topics);
}

/** An expression of the language. */
export function island(body: string): string {
  return `\${{ ${body} }}`;
}

/** What the verb reads: the item of its loop, or one of its bindings; text where it has none. */
function input({ chance, bindings, loops, topic }: Setting): string {
  if (loops) return island('item');
  const binding = chance.pickAny(bindings);
  return binding === undefined ? `the latest ${topic}` : island(`with.${binding}`);
}

function prompt(setting: Setting): string[] {
  const { chance, topic } = setting;
  const request = chance.pick(requests).replace('{topic}', topic);
  const lines = chance.shuffled(manners).slice(0, chance.below(3));
  return ['prompt: |', `  ${request}`, ...lines.map((line) => `  ${line}`), '', `  ${input(setting)}`];
}

const tool = (entry: string): Need => ({ category: 'tools', entry });

// ------------------------------------------------------------------------------------------------------------- sources

const fetch: Verb = ({ chance }) => {
  const host = chance.pick(hosts);
  const path = `v${chance.between(1, 3)}/items?limit=${chance.between(10, 200)}`;
  return {
    lines: ['invoke:', '  tool: nika:fetch', '  args:', `    url: "https://${host}/${path}"`, '    method: GET'],
    needs: [tool('nika:fetch'), { category: 'net.http', entry: host }],
  };
};

const readFile: Verb = ({ chance, topic }) => {
  const path = `./docs/${topic.replace(' ', '-')}/${chance.pick(['guideline', 'owners', 'history', 'readme'])}.md`;
  return {
    lines: ['invoke:', '  tool: nika:read', `  args: { path: "${path}" }`],
    needs: [tool('nika:read'), { category: 'fs.read', entry: './docs/**' }],
  };
};

const grep: Verb = ({ chance }) => ({
  lines: [
    'invoke:',
    '  tool: nika:grep',
    '  args:',
    `    pattern: "${chance.pick(['TODO', 'FIXME', 'deprecated', 'owner:'])}"`,
    '    path: "./src"',
  ],
  needs: [tool('nika:grep'), { category: 'fs.read', entry: './src/**' }],
});

const listRemote: Verb = ({ chance, topic }) => {
  const name = `mcp:${chance.pick(servers)}/list`;
  return {
    lines: ['invoke:', `  tool: ${name}`, '  args:', `    query: "${topic}"`, `    limit: ${chance.between(5, 100)}`],
    needs: [tool(name)],
  };
};

const command: Verb = ({ chance }) => {
  const argv = chance.pick(commands);
  return {
    lines: [
      'exec:',
      `  command: [${argv.map((word) => `"${word}"`).join(', ')}]`,
      '  capture: stdout',
      '  decode: text',
    ],
    needs: [{ category: 'exec', entry: argv[0] }],
  };
};

export const sources: readonly Verb[] = [fetch, fetch, readFile, readFile, grep, listRemote, command];

// --------------------------------------------------------------------------------------------------------------- steps

const infer: Verb = (setting) => ({
  lines: ['infer:', ...prompt(setting).map(indent), `  max_tokens: ${setting.chance.between(2, 20) * 100}`],
  needs: [],
});

const agent: Verb = (setting) => {
  const { chance } = setting;
  const whitelist = chance.pick([
    ['nika:read', 'nika:grep'],
    ['nika:grep'],
    ['nika:read'],
    ['nika:fetch', 'nika:read'],
  ]);
  return {
    lines: [
      'agent:',
      ...prompt(setting).map(indent),
      `  tools: [${whitelist.map((entry) => `"${entry}"`).join(', ')}]`,
      `  max_turns: ${chance.between(3, 12)}`,
    ],
    needs: whitelist.map(tool),
  };
};

const query: Verb = (setting) => ({
  lines: [
    'invoke:',
    '  tool: nika:jq',
    '  args:',
    `    input: "${input(setting)}"`,
    '    expression: "[.[] | {id, state, owner}]"',
  ],
  needs: [tool('nika:jq')],
});

const filter: Verb = (setting) => ({
  lines: ['exec:', '  command: ["python3", "tools/clean.py"]', `  stdin: "${input(setting)}"`, '  capture: stdout'],
  needs: [{ category: 'exec', entry: 'python3' }],
});

export const steps: readonly Verb[] = [infer, infer, infer, infer, agent, query, query, filter];

// --------------------------------------------------------------------------------------------------------------- sinks

const writeFile: Verb = (setting) => {
  const name = `./out/${setting.topic.replace(' ', '-')}-${setting.chance.below(100)}.md`;
  return {
    lines: ['invoke:', '  tool: nika:write', '  args:', `    path: "${name}"`, `    content: "${input(setting)}"`],
    needs: [tool('nika:write'), { category: 'fs.write', entry: './out/**' }],
  };
};

const notify: Verb = (setting) => ({
  lines: ['invoke:', '  tool: nika:notify', '  args:', '    target: "#reports"', `    message: "${input(setting)}"`],
  needs: [tool('nika:notify'), { category: 'net.http', entry: 'hooks.chat.example' }],
});

const post: Verb = (setting) => {
  const name = `mcp:${setting.chance.pick(servers)}/update`;
  return {
    lines: ['invoke:', `  tool: ${name}`, '  args:', `    text: "${input(setting)}"`, '    notify: true'],
    needs: [tool(name)],
  };
};

export const sinks: readonly Verb[] = [writeFile, writeFile, notify, post];

/** A question to a person; one in ten answers itself. */
export const ask: Verb = ({ chance, topic }) => ({
  lines: [
    'invoke:',
    '  tool: nika:prompt',
    '  args:',
    '    mode: confirm',
    `    message: "Go on with the ${topic}?"`,
    ...(chance.percent(10) ? ['    default: "yes"'] : []),
  ],
  needs: [tool('nika:prompt')],
});

export function indent(line: string): string {
  return line === '' ? '' : `  ${line}`;
}
