import type { Result } from '../engine/index.js';
import { entityLabel } from '../facts/entity.js';
import { Facts } from '../facts/facts.js';
import { AgentdLowering } from '../lower/agentd/index.js';
import type { Instance, Spawn, Tag } from '../lower/agentd/model.js';
import { tagOf } from '../lower/agentd/servers.js';
import type { Place } from '../place.js';
import { evaluateGraded } from './evaluate.js';
import { type LegGivers, readGivers } from './judgement.js';

/** A tag of a server, as agentd writes it. */
export type TrifectaTag = Tag;

/** The word as a tag; undefined where it is none. */
export function parseTag(word: string): TrifectaTag | undefined {
  return tagOf(word);
}

export type TrifectaVerdict = 'Ok' | 'RefusedTrifecta' | 'AllowedWithWarning';

/** Judges a grant by the tags of what it holds: all three legs are refused, or allowed with a warning by the override. */
export function checkTrifecta(
  tags: Iterable<TrifectaTag>,
  { allowTrifecta = false }: { readonly allowTrifecta?: boolean } = {},
): TrifectaVerdict {
  const held = [...new Set(tags)];
  const servers = held.length === 0 ? [] : [{ name: 'grant', tags: held }];
  return judgeGrants({ servers, allowTrifecta }).instance.verdict;
}

/** An instance of agentd as data. */
export interface GrantInput {
  readonly servers: readonly { readonly name: string; readonly tags: readonly TrifectaTag[] }[];
  /** Programs may be run. */
  readonly exec?: boolean;
  readonly allowTrifecta?: boolean;
  /** What is spawned, by name. */
  readonly spawns?: Readonly<Record<string, SpawnRequest>>;
}

/** What a spawn asks for; everything where left out. */
export interface SpawnRequest {
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
  /** The spawn that asks; the instance where left out. */
  readonly parent?: string;
}

/** Who brings each leg that is there, by name, sorted. */
export type GrantLegs = Readonly<Partial<Record<TrifectaTag, readonly string[]>>>;

export interface Grant {
  readonly verdict: TrifectaVerdict;
  readonly legs: GrantLegs;
}

export interface SpawnGrant extends Grant {
  /** The servers it holds; sorted. */
  readonly holds: readonly string[];
  /** Names of servers, and of tools, that it asked for in vain; sorted. */
  readonly dropped: readonly string[];
  readonly droppedTools: readonly string[];
  /** The gate lets it pass, and it has all three legs once untagged servers count as untrusted input. */
  readonly latent: boolean;
}

export interface Grants {
  readonly instance: Grant;
  readonly spawns: Readonly<Record<string, SpawnGrant>>;
}

/** Judges an instance and what it spawns, by the shipped rules. A RangeError on a parent that is no spawn, a circle of parents, and a tag that is none. */
export function judgeGrants(input: GrantInput): Grants {
  const facts = new Facts();
  const instance = instanceOf(input);
  const { root, spawns } = new AgentdLowering(facts, true).instance(instance);
  return evaluateGraded(facts, (result) => {
    const reader = new GrantReader(result, facts);
    const named = instance.spawns.map(({ name }, i) => [name, reader.spawn(spawns[i] ?? -1)] as const);
    return { instance: reader.grant(root), spawns: Object.fromEntries(named) };
  });
}

const NOWHERE: Place = { file: '', start: 0, end: 0 };

function instanceOf({ servers, exec = false, allowTrifecta = false, spawns = {} }: GrantInput): Instance {
  const indexes = new Map(Object.keys(spawns).map((name, index) => [name, index]));
  refuseCircles(new Map(Object.entries(spawns).map(([name, { parent }]) => [name, parent])));
  return {
    label: 'instance',
    place: NOWHERE,
    servers: servers.map(({ name, tags }) => ({ name, place: NOWHERE, tags: [['*', tags.map(knownTag)]] })),
    exec: exec ? NOWHERE : null,
    override: allowTrifecta === true ? { name: 'allowTrifecta', place: NOWHERE } : null,
    spawns: Object.entries(spawns).map(([name, request]) => spawnOf(name, request, indexes)),
    steps: [],
    peers: [],
    retargets: [],
    remoteTexts: [],
  };
}

/** Without types a misspelt tag would be a leg that is not there. */
function knownTag(tag: string): Tag {
  const known = tagOf(tag);
  if (known === undefined) throw new RangeError(`unknown trifecta tag: ${tag}`);
  return known;
}

function spawnOf(name: string, { servers, tools, parent }: SpawnRequest, indexes: ReadonlyMap<string, number>): Spawn {
  const index = parent === undefined ? null : indexes.get(parent);
  if (index === undefined) throw new RangeError(`no spawn is called ${parent}`);
  return { name, place: NOWHERE, kind: 'subagent', parent: index, servers: servers ?? null, tools: tools ?? null };
}

/** Of spawns that ask each other none would be reached from the instance, and none judged. */
function refuseCircles(parents: ReadonlyMap<string, string | undefined>): void {
  const settled = new Set<string>();
  for (const name of parents.keys()) {
    const trail = new Set<string>();
    for (let at: string | undefined = name; at !== undefined && !settled.has(at); at = parents.get(at)) {
      if (trail.has(at)) throw new RangeError(`the parents of spawn ${at} form a circle`);
      trail.add(at);
    }
    for (const passed of trail) settled.add(passed);
  }
}

const LEGS = [
  ['untrusted', 'untrusted_input'],
  ['private', 'sensitive'],
  ['egress', 'egress'],
] as const;

/** Reads grants off a result. Rows are gathered by agent once. */
class GrantReader {
  private readonly givers: LegGivers;
  private readonly verdicts: ReadonlyMap<number, readonly (readonly number[])[]>;
  private readonly held: ReadonlyMap<number, readonly (readonly number[])[]>;
  private readonly droppedNames: ReadonlyMap<number, readonly (readonly number[])[]>;
  private readonly everything: ReadonlySet<number>;
  private readonly latent: ReadonlySet<number | undefined>;

  constructor(
    private readonly result: Result,
    private readonly facts: Facts,
  ) {
    this.givers = readGivers(result);
    this.verdicts = this.byAgent('agentd_verdict');
    this.held = this.byAgent('agentd_holds');
    this.droppedNames = this.byAgent('agentd_dropped');
    const all = this.rows('agentd_all').filter(([, dimension]) => this.text(dimension) === 'servers');
    this.everything = new Set(all.flatMap(([agent]) => agent ?? []));
    this.latent = new Set(this.rows('agentd_latent').map(([agent]) => agent));
  }

  grant(agent: number): Grant {
    const legs = LEGS.flatMap(([leg, tag]) => {
      const names = this.givers[leg].holders(agent).map(({ capability }) => this.label(capability));
      return names.length === 0 ? [] : [[tag, [...new Set(names)].sort()] as const];
    });
    return { verdict: this.verdict(agent), legs: Object.fromEntries(legs) };
  }

  spawn(agent: number): SpawnGrant {
    const servers = this.everything.has(agent) ? this.rows('agentd_server') : (this.held.get(agent) ?? []);
    const column = this.everything.has(agent) ? 0 : 1;
    return {
      ...this.grant(agent),
      holds: servers.map((row) => this.label(row[column])).sort(),
      dropped: this.dropped(agent, 'servers'),
      droppedTools: this.dropped(agent, 'tools'),
      latent: this.latent.has(agent),
    };
  }

  private dropped(agent: number, of: 'servers' | 'tools'): string[] {
    const rows = this.droppedNames.get(agent) ?? [];
    return rows.flatMap(([, dimension, name]) => (this.text(dimension) === of ? [this.text(name)] : [])).sort();
  }

  private verdict(agent: number): TrifectaVerdict {
    const word = this.text(this.verdicts.get(agent)?.[0]?.[1]);
    return word === 'RefusedTrifecta' || word === 'AllowedWithWarning' ? word : 'Ok';
  }

  private byAgent(relation: string): Map<number, (readonly number[])[]> {
    const rows = new Map<number, (readonly number[])[]>();
    for (const row of this.rows(relation)) {
      const [agent = -1] = row;
      const known = rows.get(agent);
      if (known === undefined) rows.set(agent, [row]);
      else known.push(row);
    }
    return rows;
  }

  private rows(relation: string): readonly (readonly number[])[] {
    return [...(this.result.relation(relation) ?? [])];
  }

  private label(symbol: number | undefined): string {
    return entityLabel(this.text(symbol));
  }

  private text(symbol: number | undefined): string {
    return symbol === undefined ? '' : this.facts.symbols.text(symbol);
  }
}
