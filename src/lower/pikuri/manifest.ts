import type { Place } from '../../place.js';
import type { Faults } from '../faults.js';
import { levelOf, REVIEW_LEVELS } from '../graded/levels.js';
import type { AgentGraph, Delegation, GraphTool } from '../graded/model.js';
import { type Field, isNullValue, type MapValue, textOf, type Value } from '../value.js';
import type { AgentsCode } from './codes.js';
import { readLegs, readNames, readTools } from './tools.js';

const AGENT_KEYS = [
  'label',
  'description',
  'tools',
  'pool',
  'personas',
  'contributions',
  'children',
  'delegates',
  'channel_egress',
];
const ROOT_KEYS = [...AGENT_KEYS, 'agents', '$schema'];

interface Building {
  readonly label: string;
  readonly tools: GraphTool[];
  readonly delegations: Delegation[];
  readonly place: Place;
}

/** Reads the tree of agents of a manifest (docs/agents.md); the root comes first. */
export class ManifestReader {
  private readonly agents: Building[] = [];
  private readonly named = new Map<string, number>();
  /** Agents that are declared and not yet read. */
  private readonly pending: { readonly index: number; readonly node: MapValue }[] = [];

  constructor(private readonly faults: Faults<AgentsCode>) {}

  /** @param label  of a root that has none of its own */
  read(root: MapValue, label: string): AgentGraph {
    this.faults.unknownKeys('AGENTS-KEY', root, ROOT_KEYS, 'the manifest');
    this.declare(
      textOf(root.fields.get('label')?.value) ?? label,
      root,
      root.fields.get('label')?.value.place ?? root.place,
    );
    const named = root.fields.get('agents');
    if (named !== undefined) this.declareNamed(named.value);
    // Children are declared while their agent is read.
    for (const { index, node } of this.pending) this.readAgent(this.building(index), node);
    return { agents: this.agents };
  }

  private declareNamed(value: Value): void {
    if (value.kind !== 'map') {
      this.shape(value, '`agents` is no mapping of names to agents');
      return;
    }
    for (const [name, { key, value: node }] of value.fields) {
      if (node.kind !== 'map') this.shape(node, `the agent \`${name}\` is no mapping`);
      else {
        this.faults.unknownKeys('AGENTS-KEY', node, AGENT_KEYS, `the agent \`${name}\``);
        this.named.set(name, this.declare(textOf(node.fields.get('label')?.value) ?? name, node, key));
      }
    }
  }

  private declare(label: string, node: MapValue, place: Place): number {
    const index = this.add(label, place);
    this.pending.push({ index, node });
    return index;
  }

  private add(label: string, place: Place): number {
    this.agents.push({ label, tools: [], delegations: [], place });
    return this.agents.length - 1;
  }

  private building(index: number): Building {
    const agent = this.agents[index];
    if (agent === undefined) throw new RangeError('no agent has this index');
    return agent;
  }

  private readAgent(agent: Building, { fields }: MapValue): void {
    const tools = this.toolsAt(fields.get('tools'));
    agent.tools.push(...tools);
    const pool = byName([...tools, ...this.toolsAt(fields.get('pool'))]);
    this.readPersonas(agent, fields.get('personas'), pool);
    this.readContributions(agent, fields.get('contributions'));
    this.readChildren(agent, fields.get('children'));
    this.readDelegates(agent, fields.get('delegates'));
  }

  private toolsAt(field: Field | undefined): GraphTool[] {
    return field === undefined ? [] : readTools(field.value, this.faults);
  }

  /** Personas hold tools by name: those of their agent, and those that are there for personas alone. */
  private readPersonas(
    agent: Building,
    field: Field | undefined,
    pool: ReadonlyMap<string, readonly GraphTool[]>,
  ): void {
    if (field === undefined || isNullValue(field.value)) return;
    if (field.value.kind !== 'map') {
      this.shape(field.value, '`personas` is no mapping of names to personas');
      return;
    }
    for (const [name, { key, value }] of field.value.fields) {
      if (value.kind !== 'map') {
        this.shape(value, `the persona \`${name}\` is no mapping`);
        continue;
      }
      this.faults.unknownKeys(
        'AGENTS-KEY',
        value,
        ['tools', 'channel_egress', 'description'],
        `the persona \`${name}\``,
      );
      const to = this.add(name, key);
      agent.delegations.push({ to, channel: this.channel(value.fields.get('channel_egress')) });
      const tools = value.fields.get('tools');
      if (tools !== undefined) this.building(to).tools.push(...this.namedTools(name, tools.value, pool));
    }
  }

  private namedTools(persona: string, value: Value, pool: ReadonlyMap<string, readonly GraphTool[]>): GraphTool[] {
    return readNames(value, 'tools', this.faults).flatMap(({ text, place }) => {
      const held = pool.get(text);
      if (held !== undefined) return held.map((tool) => ({ ...tool, place }));
      const message = `the persona \`${persona}\` names the tool \`${text}\`, which is neither in \`tools\` nor in \`pool\``;
      this.faults.add('AGENTS-UNKNOWN-TOOL', place, message, `declare \`${text}\` in \`pool\`, or take it out`);
      return [{ name: text, legs: null, place }];
    });
  }

  /** What an extension brings besides tools: legs under a label, and agents. */
  private readContributions(agent: Building, field: Field | undefined): void {
    if (field === undefined || isNullValue(field.value)) return;
    if (field.value.kind !== 'list') {
      this.shape(field.value, '`contributions` is no list');
      return;
    }
    for (const item of field.value.items) {
      if (item.kind !== 'map') {
        this.shape(item, 'a contribution is no mapping');
        continue;
      }
      this.faults.unknownKeys('AGENTS-KEY', item, ['label', 'legs', 'children', 'description'], 'a contribution');
      const label = textOf(item.fields.get('label')?.value) ?? '(extension)';
      const legs = item.fields.get('legs');
      if (legs !== undefined) agent.tools.push(...readLegs(label, legs, this.faults).filter(bringsSomething));
      this.readChildren(agent, item.fields.get('children'));
    }
  }

  private readChildren(agent: Building, field: Field | undefined): void {
    if (field === undefined || isNullValue(field.value)) return;
    if (field.value.kind !== 'list') {
      this.shape(field.value, '`children` is no list of agents');
      return;
    }
    for (const node of field.value.items) {
      if (node.kind !== 'map') {
        this.shape(node, 'a child is no mapping');
        continue;
      }
      const label = node.fields.get('label');
      if (textOf(label?.value) === undefined) this.shape(node, 'a child has no `label`');
      this.faults.unknownKeys('AGENTS-KEY', node, AGENT_KEYS, 'an agent');
      const to = this.declare(textOf(label?.value) ?? '?', node, label?.value.place ?? node.place);
      agent.delegations.push({ to, channel: this.channel(node.fields.get('channel_egress')) });
    }
  }

  /** Work that is handed to agents of `agents`: their names, or a mapping of names to what the hand-off lets out. */
  private readDelegates(agent: Building, field: Field | undefined): void {
    if (field === undefined || isNullValue(field.value)) return;
    const { value } = field;
    const targets =
      value.kind === 'map'
        ? [...value.fields].map(([name, limit]) => ({ text: name, place: limit.key, limit }))
        : readNames(value, 'delegates', this.faults).map((name) => ({ ...name, limit: undefined }));
    const known = new Set<number>();
    for (const { text, place, limit } of targets) {
      const to = this.named.get(text);
      if (to === undefined) {
        const repair = `declare \`${text}\` under \`agents\` of the manifest, or take it out`;
        this.faults.add(
          'AGENTS-UNKNOWN-AGENT',
          place,
          `work is handed to \`${text}\`, which is no agent of this manifest`,
          repair,
        );
      } else if (!known.has(to)) {
        known.add(to);
        agent.delegations.push({ to, channel: this.channel(limit) });
      }
    }
  }

  /** What a hand-off lets out; a word that is no level limits nothing. */
  private channel(field: Field | undefined): Delegation['channel'] {
    if (field === undefined || isNullValue(field.value)) return null;
    const { value } = field;
    const word = value.kind === 'scalar' ? value.text : '';
    const level = levelOf(REVIEW_LEVELS, word);
    if (level === undefined) {
      const repair = `the levels are ${REVIEW_LEVELS.join(', ')}`;
      this.faults.add('AGENTS-LEVEL', value.place, `unknown egress review level: :${word}`, repair);
    }
    return level ?? null;
  }

  private shape({ place }: Value, message: string): void {
    this.faults.add(
      'AGENTS-SHAPE',
      place,
      message,
      'docs/agents.md and schemas/agents.schema.json show what belongs here',
    );
  }
}

function byName(tools: readonly GraphTool[]): Map<string, GraphTool[]> {
  const named = new Map<string, GraphTool[]>();
  for (const tool of tools) {
    const known = named.get(tool.name);
    if (known === undefined) named.set(tool.name, [tool]);
    else known.push(tool);
  }
  return named;
}

function bringsSomething({ legs }: GraphTool): boolean {
  return legs === null || legs.private || legs.untrusted !== 'none' || legs.review !== 'no_egress';
}
