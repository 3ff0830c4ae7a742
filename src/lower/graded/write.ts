import { entityName, manifestName, numbered } from '../../facts/entity.js';
import type { Facts } from '../../facts/facts.js';
import type { AgentGraph, GraphAgent, GraphTool } from './model.js';

/** Writes a graph of agents as facts of rules/graded/schema.dl, and gives the symbol of each agent by its index. */
export function writeAgents({ agents }: AgentGraph, file: string, facts: Facts): readonly number[] {
  const writer = new GraphWriter(file, facts);
  const symbols = agents.map((agent) => writer.declare(agent));
  const [root] = symbols;
  if (root !== undefined) facts.table('root_agent', 1).add(root);
  for (const [i, agent] of agents.entries()) writer.write(agent, symbols[i] ?? 0, symbols);
  return symbols;
}

class GraphWriter {
  private readonly manifest: number;
  /** How many agents of a label there are so far, and the names of the agents in their order. */
  private readonly seen = new Map<string, number>();
  private readonly names = new Map<number, string>();

  constructor(
    private readonly file: string,
    private readonly facts: Facts,
  ) {
    this.manifest = facts.symbols.intern(manifestName(file));
  }

  declare({ label, place }: GraphAgent): number {
    const count = (this.seen.get(label) ?? 0) + 1;
    this.seen.set(label, count);
    const name = numbered(entityName(this.file, label), count);
    const symbol = this.facts.symbols.intern(name);
    this.names.set(symbol, name);
    if (place !== undefined) this.facts.places.set(symbol, place);
    this.facts.table('agent', 2).add(symbol, this.manifest);
    return symbol;
  }

  write({ tools, delegations }: GraphAgent, agent: number, symbols: readonly number[]): void {
    for (const tool of tools) this.writeTool(agent, tool);
    for (const { to, channel } of delegations) {
      this.facts.table('delegates', 2).add(agent, symbols[to] ?? 0);
      if (channel !== null) this.say('hand_off', agent, symbols[to] ?? 0, channel);
    }
  }

  private writeTool(agent: number, { name, legs, place }: GraphTool): void {
    const tool = this.facts.symbols.intern(`${this.names.get(agent)}${entityName('', '', name).slice(1)}`);
    if (place !== undefined) this.facts.places.set(tool, place);
    if (legs === null) {
      this.facts.table('tool_undeclared', 2).add(agent, tool);
      return;
    }
    if (legs.private) this.facts.table('tool_private', 2).add(agent, tool);
    if (legs.untrusted !== 'none') this.say('tool_untrusted', agent, tool, legs.untrusted);
    if (legs.review === 'no_egress') return;
    this.say('tool_egress', agent, tool, legs.review);
    this.say('tool_destination', agent, tool, legs.destination);
  }

  private say(relation: string, agent: number, about: number, word: string): void {
    this.facts.table(relation, 3).add(agent, about, this.facts.symbols.intern(word));
  }
}
