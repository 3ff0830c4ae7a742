/** What an expression reads. A projection is what follows a task's id (`output`, `status` …); "" where nothing does, "?" where it is computed. */
export type Target =
  | { readonly kind: 'task'; readonly id: string; readonly projection: string }
  | { readonly kind: 'binding'; readonly name: string }
  | { readonly kind: 'group'; readonly name: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'secret'; readonly name: string }
  | { readonly kind: 'every-task' | 'every-binding' | 'every-group' | 'every-input' | 'every-secret' | 'item' };

/** How a mention was found, as in the relation `found` of rules/schema.dl. */
export type Reading = 'parse' | 'quoted' | 'guess' | 'word' | 'quoted-word';

/** One reading of something, at a half-open range of units of the string it stands in. */
export interface Mention {
  readonly target: Target;
  readonly by: Reading;
  readonly start: number;
  readonly end: number;
  /** Its island is escaped. */
  readonly escaped: boolean;
}

/** The names of which a hyphen may be part when an expression can't be parsed. */
export interface Names {
  readonly isTask: (id: string) => boolean;
  readonly isBinding: (name: string) => boolean;
  readonly isSecret: (name: string) => boolean;
}

export const EVERY_TASK: Target = { kind: 'every-task' };
export const EVERY_BINDING: Target = { kind: 'every-binding' };
export const EVERY_GROUP: Target = { kind: 'every-group' };
export const EVERY_INPUT: Target = { kind: 'every-input' };
export const EVERY_SECRET: Target = { kind: 'every-secret' };
export const ITEM: Target = { kind: 'item' };
