import type { Place } from '../place.js';

/**
 * A checked Datalog program: what the compiler hands to the engine. Everything here has passed the checks of
 * `check.ts`: names are resolved, rules are grounded, types fit, negation and aggregates are stratified. Disjunctions
 * and several heads have been expanded; every rule is one head and a conjunction.
 */
export interface Program {
  readonly relations: readonly Relation[];
  /** In order of evaluation: a stratum reads only itself (positively) and earlier ones. */
  readonly strata: readonly Stratum[];
}

/** A primitive the engine can store. Symbols are interned ids; numbers are signed 32-bit with wrap-around. */
export type Primitive = 'symbol' | 'number' | 'unsigned';

export interface Attribute {
  readonly name: string;
  /** The declared (named) type, such as `Task`. */
  readonly type: string;
  readonly primitive: Primitive;
}

/** What stands in the parentheses of a directive. */
export type Parameters = ReadonlyMap<string, string>;

export interface Relation {
  /** Index into `Program.relations`. */
  readonly id: number;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Facts are given from outside. A relation can be an input and have rules as well. */
  readonly input: boolean;
  readonly output: boolean;
  readonly printsize: boolean;
  /** The parameters (filename, delimiter …) of each `.input` and each `.output`, unchanged: a relation may have several. */
  readonly inputs: readonly Parameters[];
  readonly outputs: readonly Parameters[];
  /** `.limitsize r(n=…)`: recursion ends with the first round after which the relation has this many tuples. */
  readonly limit: number | null;
  /** Set where the relation is computed by a kernel of the engine instead of by rules. */
  readonly builtin: Builtin | null;
  /** An equivalence relation (`eqrel`): closed under reflexivity, symmetry and transitivity. */
  readonly equivalence: boolean;
  readonly documentation: Documentation | null;
  readonly place: Place;
}

/**
 * `idom(x, d)`: d is the immediate dominator of x in the graph `edge` entered at every node of `entry` (a virtual root
 * before them is left out: a node whose immediate dominator is the virtual root has no tuple, nor has an unreachable one).
 * `level(x, n)`: the number of edges on the longest path from a node without predecessors to x; nodes are those of
 * `node`; a node on a cycle, or reachable from one, has no tuple.
 * `scc(x, r)`: r is the representative of x's strongly connected component, the node with the least position in `node`
 * (insertion order of the input relation); one tuple for every node of `node`.
 * For `level` and `scc`, an edge with an end that is not in `node` is none. `rules/reference/` has all three as rules.
 */
export type Builtin =
  | { readonly kind: 'idom'; readonly edge: number; readonly entry: number }
  | { readonly kind: 'level'; readonly edge: number; readonly node: number }
  | { readonly kind: 'scc'; readonly edge: number; readonly node: number };

/** A doc comment (`/** … *​/`) before a declaration: free text, and its `@tag value` lines in order. */
export interface Documentation {
  readonly text: string;
  readonly tags: readonly { readonly name: string; readonly value: string; readonly place: Place }[];
  readonly place: Place;
}

export interface Stratum {
  /** Relations computed here, ids. */
  readonly relations: readonly number[];
  readonly rules: readonly Rule[];
  /** True where some rule's body reads a relation of this stratum. */
  readonly recursive: boolean;
}

export interface Rule {
  /** Index over the whole program, in order of source. */
  readonly id: number;
  readonly head: { readonly relation: number; readonly args: readonly Term[] };
  readonly body: readonly Literal[];
  /** Names of the variables; a `variable` term's `index` points here. `_` never appears: it is a `wildcard`. */
  readonly variables: readonly Variable[];
  readonly place: Place;
}

export interface Variable {
  readonly name: string;
  readonly primitive: Primitive;
}

export type Literal =
  | { readonly kind: 'atom'; readonly relation: number; readonly args: readonly Term[]; readonly place: Place }
  | { readonly kind: 'negation'; readonly relation: number; readonly args: readonly Term[]; readonly place: Place }
  | {
      readonly kind: 'constraint';
      readonly op: Comparison;
      readonly left: Term;
      readonly right: Term;
      readonly primitive: Primitive;
      readonly place: Place;
    }
  /** `match` and `contains`, and their negations. */
  | {
      readonly kind: 'test';
      readonly op: 'match' | 'contains';
      readonly negated: boolean;
      readonly left: Term;
      readonly right: Term;
      readonly place: Place;
    }
  /** `true` / `false` as a literal. */
  | { readonly kind: 'truth'; readonly value: boolean; readonly place: Place };

/** `=` binds a variable that is not bound yet; symbols are compared by text for the four orderings. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Term =
  | { readonly kind: 'variable'; readonly index: number }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'symbol'; readonly text: string }
  | {
      readonly kind: 'functor';
      readonly op: Functor;
      readonly args: readonly Term[];
      readonly primitive: Primitive;
      readonly place: Place;
    }
  | Aggregate
  | {
      readonly kind: 'range';
      readonly from: Term;
      readonly to: Term;
      readonly step: Term | null;
      readonly primitive: Primitive;
      readonly place: Place;
    };

/**
 * `count : { body }`, `min v : { body }` … Variables of `body` that also occur outside the aggregate are given from
 * outside (grouping); the others, listed in `locals`, are the aggregate's own. `min` and `max` over nothing have no
 * value (the rule does not fire); `count` and `sum` are 0.
 */
export interface Aggregate {
  readonly kind: 'aggregate';
  readonly op: 'count' | 'sum' | 'min' | 'max';
  readonly value: Term | null;
  readonly body: readonly Literal[];
  readonly locals: readonly number[];
  readonly primitive: Primitive;
  readonly place: Place;
}

export type Functor =
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'mod'
  | 'pow'
  | 'neg'
  | 'band'
  | 'bor'
  | 'bxor'
  | 'bnot'
  | 'bshl'
  | 'bshr'
  | 'bshru'
  | 'land'
  | 'lor'
  | 'lxor'
  | 'lnot'
  | 'min'
  | 'max'
  | 'cat'
  | 'strlen'
  | 'substr'
  | 'ord'
  | 'to_number'
  | 'to_string'
  | 'to_unsigned';
