import type { Place } from '../place.js';
import type { Related } from './report.js';
import { ANY, type Kinds, meet, primitiveOf, type Type } from './types.js';

// What type inference knows of terms: classes of terms, joined as conditions make them one (union-find), with evidence.

/** Terms whose values are of one primitive. */
export class KindClass {
  kinds: Kinds = ANY;
  parent: KindClass | null = null;
  /** What first narrowed the primitive, for the message when something else contradicts it. */
  evidence: Evidence | null = null;
}

/** Terms that `=` and comparisons make one: they share a named type. */
export class TypeClass {
  parent: TypeClass | null = null;
  /** Null as long as only the primitive is known. */
  types: readonly Type[] | null = null;
  readonly evidence: Evidence[] = [];

  constructor(readonly kind = new KindClass()) {}
}

/** Why a class is what it is. */
export interface Evidence {
  /** The name of a type or primitive. */
  readonly what: string;
  readonly kinds: Kinds;
  readonly type: Type | null;
  readonly place: Place;
  /** Where that was declared. */
  readonly declared: Related | null;
}

/** What two sets of types have in common; null stands for not yet known. */
export function met(a: readonly Type[] | null, b: readonly Type[] | null): readonly Type[] | null {
  if (a === null || b === null) return a ?? b;
  return [...new Set(a.flatMap((one) => b.flatMap((other) => meet(one, other))))];
}

/** What a class is known to be that a type has nothing in common with. */
export function opposed(known: TypeClass, type: Type): Evidence | null {
  const found = known.evidence.find((one) => one.type !== null && meet(one.type, type).length === 0);
  return found ?? known.evidence[0] ?? null;
}

export function root(known: TypeClass): TypeClass {
  let at = known;
  for (let up = at.parent; up !== null; up = at.parent) {
    at.parent = up.parent ?? up;
    at = up;
  }
  return at;
}

export function kindRoot(known: TypeClass): KindClass {
  let at = root(known).kind;
  for (let up = at.parent; up !== null; up = at.parent) {
    at.parent = up.parent ?? up;
    at = up;
  }
  return at;
}

export function relatedOf({ what, place, declared }: Evidence): Related[] {
  return [{ place, message: `\`${what}\` here` }, ...(declared === null ? [] : [declared])];
}

/** With the primitive of a named type, where primitives are what differs. */
export function described({ what, kinds, declared }: Evidence, other: Evidence | null): string {
  const differs = declared !== null && (kinds & (other?.kinds ?? ANY)) === 0;
  return differs && what !== primitiveOf(kinds) ? `\`${what}\` (${primitiveOf(kinds)})` : `\`${what}\``;
}

export function named(kinds: Kinds): string {
  return primitiveOf(kinds);
}
