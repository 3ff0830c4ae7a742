import { entityName, manifestName, numbered } from '../../facts/entity.js';
import type { Facts } from '../../facts/facts.js';
import type { Place } from '../../place.js';
import type { Instance, Named, Server, Spawn } from './model.js';

/** Symbols of what was written, for whoever reads the result. */
export interface Written {
  readonly root: number;
  /** In order of the instance's spawns. */
  readonly spawns: readonly number[];
}

/**
 * Writes instances as facts of rules/graded/schema.dl and rules/graded/agentd-schema.dl. An instance is a manifest of its
 * own: one file may hold several.
 */
export class InstanceWriter {
  /** How often a name was given. */
  private readonly given = new Map<string, number>();

  constructor(private readonly facts: Facts) {}

  /** @param file  the file that the names of its entities begin with */
  write(instance: Instance, file: string): Written {
    const manifest = this.name(manifestName(file), instance.place);
    const root = this.entity(file, instance.label, instance.place);
    const servers = this.entity(file, instance.label, instance.place);
    this.say('agentd_instance', manifest, root, servers);
    this.say('agent', root, manifest);
    this.say('agent', servers, manifest);
    this.say('root_agent', root);
    for (const server of instance.servers) this.writeServer(server, file, manifest);
    const spawns = this.writeSpawns(instance.spawns, file, manifest, root);
    this.writeRest(instance, file, manifest);
    return { root, spawns };
  }

  private writeServer({ name, place, tags }: Server, file: string, manifest: number): void {
    const server = this.part(file, name, place);
    this.say('agentd_server', server, manifest, this.word(name));
    for (const [glob, words] of tags) {
      this.say('agentd_glob', server, this.word(glob));
      for (const tag of words) this.say('agentd_tag', server, this.word(glob), this.word(tag));
    }
  }

  private writeSpawns(spawns: readonly Spawn[], file: string, manifest: number, root: number): number[] {
    const symbols = spawns.map(({ name, place }) => this.entity(file, name, place));
    for (const [i, { kind, parent, servers, tools }] of spawns.entries()) {
      const spawn = symbols[i] ?? root;
      this.say('agent', spawn, manifest);
      this.say('agentd_spawn', spawn, manifest, this.word(kind), parent === null ? root : (symbols[parent] ?? root));
      this.writeScope(spawn, 'servers', servers);
      this.writeScope(spawn, 'tools', tools);
    }
    return symbols;
  }

  private writeScope(spawn: number, dimension: string, names: readonly string[] | null): void {
    this.say('agentd_scope', spawn, this.word(dimension), this.word(names === null ? 'all' : 'only'));
    for (const name of names ?? []) this.say('agentd_request', spawn, this.word(dimension), this.word(name));
  }

  private writeRest(
    { exec, override, steps, peers, retargets, remoteTexts }: Instance,
    file: string,
    manifest: number,
  ): void {
    if (exec !== null) this.say('agentd_exec', this.part(file, 'exec', exec), manifest);
    if (override !== null)
      this.say('agentd_override', this.part(file, override.name, override.place), manifest, this.word(override.name));
    for (const { name, place, kind, server } of steps) {
      const step = this.entity(file, name, place);
      this.say('agentd_step', step, manifest, this.word(kind));
      if (server !== null) this.say('agentd_uses', step, this.word(server));
    }
    for (const peer of peers) this.say('agentd_peer', this.part(file, peer.name, peer.place), manifest);
    for (const { name, place, server } of retargets) {
      const setting = this.part(file, `tools.overrides.${name}`, place);
      this.say('agentd_retarget', setting, manifest, this.word(name), this.word(server));
    }
    for (const text of remoteTexts) this.writeText(text, file, manifest);
  }

  private writeText({ name, place }: Named, file: string, manifest: number): void {
    this.say('agentd_remote_text', this.part(file, name, place), manifest, this.word(name));
  }

  private entity(file: string, label: string, place: Place): number {
    return this.name(entityName(file, label), place);
  }

  private part(file: string, name: string, place: Place): number {
    return this.name(entityName(file, '', name), place);
  }

  /** The symbol of a new entity: no two share one. */
  private name(name: string, place: Place): number {
    const count = (this.given.get(name) ?? 0) + 1;
    this.given.set(name, count);
    const symbol = this.facts.symbols.intern(numbered(name, count));
    this.facts.places.set(symbol, place);
    return symbol;
  }

  private word(text: string): number {
    return this.facts.symbols.intern(text);
  }

  private say(relation: string, ...values: number[]): void {
    this.facts.table(relation, values.length).add(...values);
  }
}
