import type { Pattern } from './pattern.js';
import { includes, type Ranges } from './ranges.js';

/**
 * Matching in time proportional to the text (Thompson, Regular Expression Search Algorithm, 1968): the pattern as a
 * nondeterministic automaton, of which a deterministic one is made as texts are read. Patterns and texts may come from
 * files that are analysed, so that a backtracking matcher would let a file stop the tool.
 */

type Node =
  | { readonly kind: 'set'; readonly ranges: Ranges; readonly next: number }
  | { readonly kind: 'split'; readonly next: number[] }
  | { readonly kind: 'begin' | 'end'; readonly next: number }
  | { readonly kind: 'accept' };

/** Repetitions are written out, so their product is bounded: this many nodes beside what the pattern has as it is written. */
export const MOST_NODES = 20_000;
/** Deterministic states kept at a time. */
const MOST_STATES = 2000;

interface State {
  /** The nodes that read a unit. */
  readonly nodes: readonly number[];
  /** Whether the text may end here. */
  readonly accepts: boolean;
  readonly next: Map<number, State>;
}

export class Automaton {
  private readonly nodes: Node[] = [{ kind: 'accept' }];
  private readonly states = new Map<string, State>();
  private readonly start: State;
  private readonly room: number;

  /** Throws `RangeError` where the repetitions of the pattern multiply to too much. */
  constructor(pattern: Pattern) {
    this.room = MOST_NODES + written(pattern);
    const first = this.build(pattern, 0);
    this.start = this.state([first], true);
  }

  /** Whether the pattern matches the whole of a text. */
  matches(text: string): boolean {
    let state = this.start;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const next = state.next.get(unit) ?? this.follow(state, unit);
      if (next.nodes.length === 0 && !next.accepts) return false;
      state = next;
    }
    return state.accepts;
  }

  // ------------------------------------------------------------------------------------------------------ construction

  /** Adds the nodes of a pattern that goes on at node `next`; returns its first node. */
  private build(pattern: Pattern, next: number): number {
    switch (pattern.kind) {
      case 'set':
        return this.add({ kind: 'set', ranges: pattern.ranges, next });
      case 'begin':
      case 'end':
        return this.add({ kind: pattern.kind, next });
      case 'group':
        return this.build(pattern.item, next);
      case 'sequence':
        return pattern.items.reduceRight((after, item) => this.build(item, after), next);
      case 'choice':
        return this.add({ kind: 'split', next: pattern.options.map((option) => this.build(option, next)) });
      case 'repeat':
        return this.repeat(pattern, next);
      default:
        throw new Error(`no automaton decides a ${pattern.kind}`);
    }
  }

  private repeat(pattern: Extract<Pattern, { kind: 'repeat' }>, next: number): number {
    let first = next;
    if (pattern.most === Number.POSITIVE_INFINITY) {
      const split: number[] = [next];
      first = this.add({ kind: 'split', next: split });
      split.push(this.build(pattern.item, first));
    } else {
      for (let i = pattern.least; i < pattern.most; i++)
        first = this.add({ kind: 'split', next: [next, this.build(pattern.item, first)] });
    }
    for (let i = 0; i < pattern.least; i++) {
      // An item without nodes could be repeated for ever at no cost in nodes.
      this.checkRoom();
      const before = this.build(pattern.item, first);
      if (before === first) break;
      first = before;
    }
    return first;
  }

  private add(node: Node): number {
    this.checkRoom();
    return this.nodes.push(node) - 1;
  }

  private checkRoom(): void {
    if (this.nodes.length >= this.room) throw new RangeError(`more than ${MOST_NODES} states`);
  }

  // ----------------------------------------------------------------------------------------------------------- running

  private follow(state: State, unit: number): State {
    const reached: number[] = [];
    for (const number of state.nodes) {
      const node = this.nodes[number];
      if (node?.kind === 'set' && includes(node.ranges, unit)) reached.push(node.next);
    }
    const next = this.state(reached, false);
    state.next.set(unit, next);
    return next;
  }

  private state(from: readonly number[], atBegin: boolean): State {
    const inside = this.closure(from, atBegin, false);
    const nodes = [...inside].filter((number) => this.nodes[number]?.kind === 'set').sort((a, b) => a - b);
    const accepts = this.closure(from, atBegin, true).has(0);
    const name = `${accepts}:${nodes}`;
    const known = this.states.get(name);
    if (known !== undefined) return known;
    if (this.states.size >= MOST_STATES) {
      for (const state of this.states.values()) state.next.clear();
      this.states.clear();
    }
    const state: State = { nodes, accepts, next: new Map() };
    this.states.set(name, state);
    return state;
  }

  /** The nodes reached without reading. */
  private closure(from: readonly number[], atBegin: boolean, atEnd: boolean): Set<number> {
    const reached = new Set(from);
    // A set is walked in order of insertion, including what is inserted meanwhile.
    for (const number of reached) {
      const node = this.nodes[number];
      if (node?.kind === 'split') for (const next of node.next) reached.add(next);
      else if ((node?.kind === 'begin' && atBegin) || (node?.kind === 'end' && atEnd)) reached.add(node.next);
    }
    return reached;
  }
}

/** Nodes of a pattern whose repetitions are counted once. The pattern's reader bounds its depth. */
export function written(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'sequence':
      return pattern.items.reduce((sum, item) => sum + written(item), 0);
    case 'choice':
      return pattern.options.reduce((sum, option) => sum + written(option), 1);
    case 'repeat':
      return 1 + written(pattern.item);
    case 'group':
    case 'look':
      return 2 + written(pattern.item);
    default:
      return 1;
  }
}
