/** A graph for the evidence of built-in relations: nodes by any 32-bit ids, edges in compressed adjacency. */
export class EvidenceGraph {
  private readonly numbers = new Map<number, number>();
  private readonly ids: number[] = [];
  private readonly offsets: Int32Array;
  private readonly targets: Int32Array;

  /** @param nodes where given, an edge with an end that is none of these is no edge */
  constructor(from: Int32Array, to: Int32Array, nodes: Int32Array | null) {
    if (nodes !== null) for (const node of nodes) this.numberOf(node);
    const edges: [number, number][] = [];
    for (let i = 0; i < from.length; i++) {
      const [a = 0, b = 0] = [from[i], to[i]];
      if (nodes !== null && !(this.numbers.has(a) && this.numbers.has(b))) continue;
      edges.push([this.numberOf(a), this.numberOf(b)]);
    }
    this.offsets = new Int32Array(this.ids.length + 1);
    this.targets = new Int32Array(edges.length);
    for (const [a] of edges) this.offsets[a + 1] = (this.offsets[a + 1] ?? 0) + 1;
    for (let i = 0; i < this.ids.length; i++) this.offsets[i + 1] = (this.offsets[i + 1] ?? 0) + (this.offsets[i] ?? 0);
    const next = this.offsets.slice();
    for (const [a, b] of edges) {
      const position = next[a] ?? 0;
      this.targets[position] = b;
      next[a] = position + 1;
    }
  }

  /** A shortest way from any of the starts to a goal, as ids; undefined where there is none. */
  way(starts: Iterable<number>, goal: number): number[] | undefined {
    const before = new Map<number, number>();
    const queue: number[] = [];
    const target = this.numbers.get(goal);
    for (const start of starts) {
      const number = this.numbers.get(start);
      if (start === goal) return [start];
      if (number === undefined || before.has(number)) continue;
      before.set(number, number);
      queue.push(number);
    }
    for (const node of queue) {
      if (node === target) return this.trace(before, node);
      for (const next of this.successors(node)) {
        if (before.has(next)) continue;
        before.set(next, node);
        queue.push(next);
      }
    }
    return undefined;
  }

  /**
   * Two ways between nodes that share nothing but their ends, or one that is a single edge; undefined where some node is on
   * every way. The second is found in what the first leaves of a network in which a node lets one way through (Menger's
   * theorem by augmenting paths: Ford and Fulkerson 1956), and parts of the first that it takes back are exchanged.
   */
  disjointWays(start: number, goal: number): number[][] | undefined {
    const first = this.way([start], goal)?.map((id) => this.numbers.get(id) ?? 0);
    if (first === undefined) return undefined;
    if (first.length <= 2) return [first.map((node) => this.ids[node] ?? 0)];
    const second = this.augment(first);
    if (second === undefined) return undefined;
    return exchange(first, second).map((way) => way.map((node) => this.ids[node] ?? 0));
  }

  /**
   * The moves of the second way, as pairs of nodes; those against the direction of the first way take it back. A state is
   * a node entered (2n) or left (2n + 1); a node of the first way that is entered can only be left backwards.
   */
  private augment(first: readonly number[]): (readonly [number, number])[] | undefined {
    const place = new Map(first.map((node, i) => [node, i]));
    const [start = 0, goal = 0] = [first[0], first.at(-1)];
    const before = new Map<number, number>([[2 * start + 1, -1]]);
    const queue = [2 * start + 1];
    for (const state of queue) {
      if (state === 2 * goal) return movesOf(before, state);
      for (const next of this.moves(state, first, place)) {
        if (before.has(next)) continue;
        before.set(next, state);
        queue.push(next);
      }
    }
    return undefined;
  }

  private moves(state: number, first: readonly number[], place: ReadonlyMap<number, number>): number[] {
    const node = state >> 1;
    const at = place.get(node);
    const isLeft = (state & 1) === 1;
    if (!isLeft) {
      if (at === undefined) return [2 * node + 1];
      return at === 0 ? [] : [2 * (first[at - 1] ?? 0) + 1];
    }
    const ahead = at === undefined ? undefined : first[at + 1];
    const moves = this.successors(node).filter((next) => next !== ahead);
    const entered = moves.map((next) => 2 * next);
    return at === undefined || at === 0 ? entered : [...entered, 2 * node];
  }

  private successors(node: number): number[] {
    return [...this.targets.subarray(this.offsets[node] ?? 0, this.offsets[node + 1] ?? 0)];
  }

  private trace(before: ReadonlyMap<number, number>, end: number): number[] {
    const way: number[] = [];
    for (let node = end; ; node = before.get(node) ?? node) {
      way.push(this.ids[node] ?? 0);
      if (before.get(node) === node) return way.reverse();
    }
  }

  private numberOf(id: number): number {
    let number = this.numbers.get(id);
    if (number === undefined) {
      number = this.ids.push(id) - 1;
      this.numbers.set(id, number);
    }
    return number;
  }
}

/** Steps from node to node on the way of states to an end; steps within a node are left out. */
function movesOf(before: ReadonlyMap<number, number>, end: number): (readonly [number, number])[] {
  const moves: (readonly [number, number])[] = [];
  for (let state = end, from = before.get(end) ?? -1; from >= 0; state = from, from = before.get(state) ?? -1)
    if (from >> 1 !== state >> 1) moves.push([from >> 1, state >> 1]);
  return moves;
}

/** Two ways made of the edges of one and the moves of another, without those that the other takes back. */
function exchange(first: readonly number[], moves: readonly (readonly [number, number])[]): number[][] {
  const next = new Map<number, number[]>();
  const add = (from: number, to: number) => next.set(from, [...(next.get(from) ?? []), to]);
  for (let i = 1; i < first.length; i++) add(first[i - 1] ?? 0, first[i] ?? 0);
  const place = new Map(first.map((node, i) => [node, i]));
  for (const [from, to] of moves) {
    const isBack = place.has(from) && place.has(to) && place.get(from) === (place.get(to) ?? 0) + 1;
    if (isBack)
      next.set(
        to,
        (next.get(to) ?? []).filter((node) => node !== from),
      );
    else add(from, to);
  }
  const goal = first.at(-1);
  return [0, 1].map(() => {
    const way = [first[0] ?? 0];
    for (let node = way[0]; node !== undefined && node !== goal; ) {
      node = next.get(node)?.pop();
      if (node !== undefined) way.push(node);
    }
    return way;
  });
}
