/** A pair that brought a member or joined two classes, by its number in order of insertion. */
interface Edge {
  readonly pair: number;
  readonly to: number;
}

/** A member's place in the tree of its class. */
interface Place {
  /** The member nearer to the root and the pair between; none of the root. */
  readonly above: Edge | undefined;
  readonly depth: number;
}

/**
 * The classes of an equivalence relation as trees of the pairs that made them. The way between two members of a tree is the
 * only one, so that it consists of the pairs that first related them: whatever joined the two later made no edge.
 */
export class Forest {
  private readonly places = new Map<number, Place>();
  private readonly edges = new Map<number, Edge[]>();
  /** By member, the first pair that has it. */
  private readonly firsts = new Map<number, number>();

  constructor(
    private readonly from: Int32Array,
    private readonly to: Int32Array,
  ) {
    for (let pair = 0; pair < from.length; pair++) {
      const [a, b] = this.pair(pair);
      this.link(a, { pair, to: b });
      if (a !== b) this.link(b, { pair, to: a });
    }
    for (const member of this.edges.keys()) if (!this.places.has(member)) this.plant(member);
  }

  /** The two values of a pair, 32 bits each. */
  pair(number: number): readonly [number, number] {
    return [(this.from[number] ?? 0) >>> 0, (this.to[number] ?? 0) >>> 0];
  }

  /** The number of a pair if it is one of those that made the classes. */
  find(a: number, b: number): number | undefined {
    if (a === b) {
      const first = this.firsts.get(a);
      return first !== undefined && this.from[first] === this.to[first] ? first : undefined;
    }
    const way = this.way(a, b);
    const [only] = way ?? [];
    return way?.length === 1 && only !== undefined && this.pair(only)[0] === a ? only : undefined;
  }

  /** The pairs that relate two values, of which there is one at least; undefined where they are not related. */
  way(a: number, b: number): readonly number[] | undefined {
    if (a === b) {
      const first = this.firsts.get(a);
      return first === undefined ? undefined : [first];
    }
    const way: number[] = [];
    let [x, y] = [a, b];
    while (x !== y) {
      const [one, other] = [this.places.get(x), this.places.get(y)];
      if (one === undefined || other === undefined) return undefined;
      const upper = one.depth >= other.depth ? one.above : other.above;
      if (upper === undefined) return undefined;
      if (one.depth >= other.depth) x = upper.to;
      else y = upper.to;
      way.push(upper.pair);
    }
    return way;
  }

  private link(member: number, edge: Edge): void {
    const known = this.edges.get(member);
    if (known === undefined) {
      this.edges.set(member, [edge]);
      this.firsts.set(member, edge.pair);
    } else known.push(edge);
  }

  /** Takes a member as the root of its class. */
  private plant(root: number): void {
    this.places.set(root, { above: undefined, depth: 0 });
    const queue = [root];
    for (const member of queue) {
      const depth = (this.places.get(member)?.depth ?? 0) + 1;
      for (const { pair, to } of this.edges.get(member) ?? []) {
        if (this.places.has(to)) continue;
        this.places.set(to, { above: { pair, to: member }, depth });
        queue.push(to);
      }
    }
  }
}
