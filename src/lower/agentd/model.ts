import type { Place } from '../../place.js';

/** What an instance of agentd is granted and hands on; what rules/graded/agentd-schema.dl says of it. */
export interface Instance {
  /** How findings call it. */
  readonly label: string;
  readonly place: Place;
  readonly servers: readonly Server[];
  /** Where programs are allowed; null where they are not. */
  readonly exec: Place | null;
  readonly override: Override | null;
  readonly spawns: readonly Spawn[];
  readonly steps: readonly Step[];
  readonly peers: readonly Named[];
  readonly retargets: readonly Retarget[];
  readonly remoteTexts: readonly Named[];
}

export interface Named {
  readonly name: string;
  readonly place: Place;
}

export interface Server extends Named {
  /** Tags by pattern; patterns are kept, though agentd drops them. */
  readonly tags: readonly (readonly [glob: string, tags: readonly Tag[]])[];
}

export const TAGS = ['untrusted_input', 'sensitive', 'egress'] as const;
export type Tag = (typeof TAGS)[number];

/** What lifts the gates: a setting, a flag or a variable. */
export type Override = Named;

/** What is spawned, or an agent that runs as a step. */
export interface Spawn extends Named {
  readonly kind: 'subagent' | 'agent';
  /** Index of the spawn that it is spawned by; null where it is the instance. */
  readonly parent: number | null;
  /** What it asks for; null for all. */
  readonly servers: readonly string[] | null;
  readonly tools: readonly string[] | null;
}

export interface Step extends Named {
  readonly kind: string;
  readonly server: string | null;
}

export interface Retarget extends Named {
  /** The tool that `server` serves. */
  readonly server: string;
}
