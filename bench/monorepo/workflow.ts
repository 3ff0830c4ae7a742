import { Chance } from '../../test/oracle/chance.js';
import { ask, indent, island, type Need, pickTopic, type Setting, sinks, sources, steps, type Task } from './task.js';
import { models } from './words.js';

/** How the tasks of one workflow hang together so far. */
interface Draft {
  readonly chance: Chance;
  readonly topic: string;
  readonly tasks: Task[];
  /** Tasks whose output later ones may read, and the question whose yes later ones wait for. */
  readonly producers: string[];
  gate: string | null;
}

/**
 * The text of one workflow of 4 to 40 tasks, mostly fewer than twelve: some read, some think, some write or send. Four in ten
 * ask a person, at the start or before they send. A seed gives the same text at all times.
 */
export function makeWorkflow(name: string, seed: number): string {
  const chance = new Chance(seed);
  const draft: Draft = { chance, topic: pickTopic(chance), tasks: [], producers: [], gate: null };
  const count = chance.percent(85) ? chance.between(4, 11) : chance.between(12, 40);
  const [early, late] = [chance.percent(15), chance.percent(30)];
  const ends = chance.between(1, Math.max(1, count >> 2));
  const reads = chance.between(1, Math.max(1, count >> 2));
  if (early) addGate(draft);
  for (let i = 0; i < reads; i++) addSource(draft);
  for (let i = reads + ends + (early ? 1 : 0) + (late ? 1 : 0); i < count; i++) addStep(draft);
  if (late) addGate(draft);
  for (let i = 0; i < ends; i++) addSink(draft);
  return render(name, draft);
}

function addGate(draft: Draft): void {
  const id = `approve_${draft.tasks.length}`;
  const made = ask(setting(draft, [], false));
  const last = draft.producers.at(-1);
  const after = last === undefined ? [] : [`after: { ${last}: success }`];
  draft.tasks.push({ id, lines: [...after, ...made.lines], needs: made.needs });
  draft.gate = id;
}

function addSource(draft: Draft): void {
  const id = `read_${draft.tasks.length}`;
  const made = draft.chance.pick(sources)(setting(draft, [], false));
  const lines = [...bindings([], draft.gate), ...onYes(draft), ...recovery(draft), ...made.lines];
  draft.tasks.push({ id, lines, needs: made.needs });
  draft.producers.push(id);
}

function addStep(draft: Draft): void {
  const { chance } = draft;
  const id = `step_${draft.tasks.length}`;
  const read = pickProducers(draft);
  const loops = chance.percent(15);
  const made = chance.pick(steps)(setting(draft, read, loops));
  const control = chance.percent(12)
    ? [`after: { ${chance.pick(draft.producers)}: ${chance.pick(['success', 'terminal'])} }`]
    : [];
  const condition = chance.percent(8) ? [`when: ${island(`size(with.${read[0]}) > 0`)}`] : [];
  const lines = [...control, ...bindings(read), ...condition, ...loop(read, loops), ...recovery(draft), ...made.lines];
  draft.tasks.push({ id, lines, needs: made.needs });
  draft.producers.push(id);
}

function addSink(draft: Draft): void {
  const id = `send_${draft.tasks.length}`;
  const read = pickProducers(draft);
  const made = draft.chance.pick(sinks)(setting(draft, read, false));
  const retry = draft.chance.percent(20) ? ['retry: { max_attempts: 3, backoff_ms: 500 }'] : [];
  const lines = [...bindings(read, draft.gate), ...onYes(draft), ...retry, ...made.lines];
  draft.tasks.push({ id, lines, needs: made.needs });
}

function setting({ chance, topic }: Draft, bound: readonly string[], loops: boolean): Setting {
  return { chance, topic, bindings: bound, loops };
}

/** One or two tasks to read, of late ones more often than of early ones. */
function pickProducers({ chance, producers }: Draft): string[] {
  const late = () => producers[Math.max(0, producers.length - 1 - Math.min(chance.below(6), chance.below(6)))];
  const picked = [late(), chance.percent(35) ? late() : undefined];
  return [...new Set(picked.flatMap((id) => (id === undefined ? [] : [id])))];
}

function bindings(read: readonly string[], gate: string | null = null): string[] {
  const bound = read.map((id) => `  ${id}: ${island(`tasks.${id}.output`)}`);
  if (gate !== null) bound.push(`  go: ${island(`tasks.${gate}.output`)}`);
  return bound.length === 0 ? [] : ['with:', ...bound];
}

function loop(read: readonly string[], loops: boolean): string[] {
  return loops ? [`for_each: { items: "${island(`with.${read[0]}`)}", max_parallel: 4 }`] : [];
}

function onYes({ gate }: Draft): string[] {
  return gate === null ? [] : [`when: ${island('with.go == true')}`];
}

function recovery({ chance }: Draft): string[] {
  if (chance.percent(80)) return [];
  return [chance.pick(['on_error: { skip: true }', 'on_error: { recover: "nothing today" }', 'timeout: "90s"'])];
}

// --------------------------------------------------------------------------------------------------------------- text

function render(name: string, draft: Draft): string {
  const { chance, tasks, topic } = draft;
  const lines = [
    `# ${topic[0]?.toUpperCase()}${topic.slice(1)}, every ${chance.pick(['morning', 'Monday', 'hour', 'release'])}.`,
    `nika: ${name}`,
    `model: ${chance.pick(models)}`,
    ...inputs(draft),
    ...permits(draft),
    'tasks:',
    ...tasks.flatMap((task) => [`${task.id}:`, ...task.lines.map(indent)].map(indent)),
    ...outputs(draft),
  ];
  return `${lines.join('\n')}\n`;
}

function inputs({ chance }: Draft): string[] {
  if (chance.percent(50)) return [];
  return [
    'inputs:',
    `  since: { type: string, default: "2026-0${chance.between(1, 9)}-01", description: "First day" }`,
  ];
}

function outputs({ chance, producers }: Draft): string[] {
  const last = producers.at(-1);
  return last === undefined || chance.percent(40) ? [] : ['outputs:', `  result: ${island(`tasks.${last}.output`)}`];
}

/** What the tasks need, sometimes more generously than that; one workflow in twelve grants nothing and says so. */
function permits({ chance, tasks }: Draft): string[] {
  if (chance.percent(8)) return [];
  const needs = tasks.flatMap((task) => task.needs);
  const tools = chance.percent(15) ? ['nika:*', 'mcp:*'] : entries(needs, 'tools');
  const read = [...entries(needs, 'fs.read'), ...(chance.percent(40) ? ['./data/**'] : [])];
  const block = [
    grant('fs', [...part('read', read), ...part('write', entries(needs, 'fs.write'))]),
    grant('net', part('http', entries(needs, 'net.http'))),
    part('exec', entries(needs, 'exec')),
    part('tools', tools),
  ];
  return ['permits:', ...block.flat().map(indent)];
}

function entries(needs: readonly Need[], category: Need['category']): string[] {
  return [...new Set(needs.filter((need) => need.category === category).map(({ entry }) => entry))].sort();
}

function part(key: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${key}: [${values.map((value) => `"${value}"`).join(', ')}]`];
}

function grant(key: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`${key}:`, ...parts.map(indent)];
}
