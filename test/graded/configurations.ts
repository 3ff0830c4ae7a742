import type { GrantInput, SpawnRequest, TrifectaTag } from '../../src/library/agentd.js';
import { TAGS } from '../../src/lower/agentd/model.js';
import type { Chance } from '../oracle/chance.js';

export interface Configuration extends GrantInput {
  readonly servers: readonly { readonly name: string; readonly tags: readonly TrifectaTag[] }[];
  readonly exec: boolean;
  readonly allowTrifecta: boolean;
  readonly spawns: Readonly<Record<string, SpawnRequest>>;
}

export interface ExpectedGrant {
  readonly verdict: string;
  readonly legs: Readonly<Record<string, readonly string[]>>;
}

export interface ExpectedSpawn extends ExpectedGrant {
  readonly holds: readonly string[];
  readonly dropped: readonly string[];
  readonly latent: boolean;
}

const NAMES = ['web', 'vault', 'mail', 'misc', 'db'];

/** A random instance with up to five servers and spawns in chains; some ask for servers that are not there. */
export function randomConfiguration(chance: Chance): Configuration {
  const servers = chance
    .shuffled(NAMES)
    .slice(0, chance.below(6))
    .map((name) => ({ name, tags: TAGS.filter(() => chance.below(3) === 0) }));
  const spawns: Record<string, SpawnRequest> = {};
  for (let i = 0; i < chance.below(6); i++) {
    const parent = i === 0 || chance.below(3) === 0 ? {} : { parent: `s${chance.below(i)}` };
    const asked = chance.below(3) === 0 ? {} : { servers: [...NAMES, 'ghost'].filter(() => chance.below(2) === 0) };
    spawns[`s${i}`] = { ...parent, ...asked };
  }
  return { servers, exec: chance.below(4) === 0, allowTrifecta: chance.below(3) === 0, spawns };
}

/** The instance as the definition has it: every leg of every server, and of an untagged one untrusted input. */
export function foldInstance({ servers, exec, allowTrifecta }: Configuration): ExpectedGrant {
  const held = servers.map(({ name, tags }) => ({
    name,
    tags: tags.length === 0 ? (['untrusted_input'] as const) : tags,
  }));
  const programs = exec ? [{ name: 'exec', tags: ['sensitive', 'egress'] as const }] : [];
  return grant([...held, ...programs], allowTrifecta);
}

/** A spawn: what it asks for of what its parent holds, by sets. Only declared tags count. */
export function foldSpawn(configuration: Configuration, name: string): ExpectedSpawn {
  const { servers, allowTrifecta, spawns } = configuration;
  const names = scopeOf(name, spawns);
  const held = servers.filter((server) => names === null || names.has(server.name));
  const folded = grant(held, allowTrifecta);
  const untagged = held.some(({ tags }) => tags.length === 0);
  const { sensitive, egress, untrusted_input: untrusted } = folded.legs;
  return {
    ...folded,
    holds: held.map((server) => server.name).sort(),
    dropped: [...new Set(spawns[name]?.servers ?? [])]
      .filter((asked) => !held.some((server) => server.name === asked))
      .sort(),
    latent: sensitive !== undefined && egress !== undefined && untrusted === undefined && untagged,
  };
}

/** Names that a spawn may use; null for all. */
function scopeOf(name: string, spawns: Configuration['spawns']): Set<string> | null {
  const { parent, servers } = spawns[name] ?? {};
  const held = parent === undefined ? null : scopeOf(parent, spawns);
  if (servers === undefined) return held;
  return new Set(servers.filter((asked) => held === null || held.has(asked)));
}

function grant(
  held: readonly { readonly name: string; readonly tags: readonly TrifectaTag[] }[],
  allowTrifecta: boolean,
): ExpectedGrant {
  const legs: Record<string, string[]> = {};
  for (const tag of TAGS) {
    const names = held.filter(({ tags }) => tags.includes(tag)).map(({ name }) => name);
    if (names.length > 0) legs[tag] = names.sort();
  }
  const three = Object.keys(legs).length === 3;
  return { verdict: !three ? 'Ok' : allowTrifecta ? 'AllowedWithWarning' : 'RefusedTrifecta', legs };
}
