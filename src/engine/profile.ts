import type { Place } from '../place.js';

/** What a run spent its time and memory on. Times are in milliseconds. */
export interface Profile {
  readonly loadMilliseconds: number;
  readonly evaluateMilliseconds: number;
  /** Rounds of all recursive strata. */
  readonly rounds: number;
  /** Linear memory of the core. */
  readonly bytes: number;
  /** In the order in which they first ran. */
  readonly rules: readonly RuleProfile[];
  /** Those of the program that have rows or rules, and those that the engine made of them. */
  readonly relations: readonly RelationProfile[];
}

/**
 * One thing that was evaluated:
 *
 * - `rule`: a rule as it was written;
 * - `part`, `edges`: a relation that the engine took out of a rule: a part of its body, or the edges along which a matrix
 *   passes tuples on;
 * - `matrix`: the passing on of tuples in a matrix, which stands for all `rules` together;
 * - `builtin`: a relation that is computed.
 */
export interface RuleProfile {
  readonly kind: 'rule' | 'part' | 'edges' | 'matrix' | 'builtin';
  /** The relation that got tuples. */
  readonly relation: string;
  /** `Rule.id` of the rules of the program, and where they stand; a built-in relation has none, but its own place. */
  readonly rules: readonly number[];
  readonly places: readonly Place[];
  readonly milliseconds: number;
  /** How often it ran: 1, or in how many rounds times how many variants there was something to read. */
  readonly iterations: number;
  /** Tuples that were new, in an equivalence with all that follow. Those that a rule gives to a matrix are counted when the matrix passes them on. */
  readonly tuples: number;
  /** Tuples that were known already; null where they are not told apart one by one, in a matrix or an equivalence. */
  readonly duplicates: number | null;
  /** The orders of joins that were used, each once. */
  readonly plans: readonly PlanProfile[];
}

/** Steps in their order; conditions between them are left out. */
export type PlanProfile = readonly PlanStep[];

export type PlanStep =
  | {
      /**
       * `scan`: all rows; `delta`: those of the last round; `index`: those that have given values in `columns`; `product`: all
       * rows, for each so far; `has`, `lacks`: a test of `columns`.
       */
      readonly access: 'scan' | 'delta' | 'index' | 'product' | 'has' | 'lacks';
      readonly relation: string;
      readonly columns: readonly string[];
    }
  | { readonly access: 'aggregate'; readonly steps: PlanProfile };

export interface RelationProfile {
  readonly name: string;
  readonly rows: number;
  /** How many of them were there before any rule ran. */
  readonly loaded: number;
  /** How the relation knew its rows at the end of the run: `none` where it has none, or no columns. */
  readonly store: Store;
  readonly indexes: readonly IndexProfile[];
}

export type Store = 'none' | 'bitmap' | 'packed' | 'rows' | 'matrix' | 'classes' | 'bag';

export interface IndexProfile {
  readonly columns: readonly string[];
  /** How a key is found: its bits are the place, or it is hashed; by class in an equivalence. */
  readonly kind: 'direct' | 'hashed' | 'classes';
  /** Whether the rows of a key are a range of sorted columns, or a chain through the log. */
  readonly layout: 'ranges' | 'chains';
}
