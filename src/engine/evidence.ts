import type { Builtin, Relation } from '../datalog/ir.js';
import { type Claim, type Derivation, decode, decodeTuple } from './derivation.js';
import { EvidenceGraph } from './evidence-graph.js';
import type { ProofValue } from './proof.js';
import type { Session } from './session.js';

/** What shows a tuple of a built-in relation: ways in its graph, and in words what no way can show. */
interface Evidence {
  readonly ways: readonly (readonly number[])[];
  /** Nodes whose tuples in the node or entry relation count. */
  readonly nodes: readonly number[];
  readonly claim: string;
}

/** Evidence for tuples of one built-in relation; its graph is made once. */
export class BuiltinEvidence {
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private readonly nodes: Int32Array;
  private graph: EvidenceGraph | undefined;
  private levels: ReadonlyMap<number, number> | undefined;

  constructor(
    private readonly session: Session,
    private readonly relation: Relation,
    private readonly builtin: Builtin,
  ) {
    this.from = this.column(builtin.edge, 0);
    this.to = this.column(builtin.edge, 1);
    this.nodes = this.column(nodeRelation(builtin), 0);
  }

  derive(values: readonly number[]): Derivation {
    const { session, relation, builtin } = this;
    const [x = 0, y = 0] = values.map((value) => value | 0);
    const { ways, nodes, claim } = this.evidence(x, y);
    const edges = ways.flatMap((way) => way.slice(1).map((to, i): Claim => tuple(builtin.edge, [way[i] ?? 0, to])));
    return {
      premises: [...nodes.map((node) => tuple(nodeRelation(builtin), [node])), ...edges],
      step: (premises) => ({
        kind: 'builtin',
        builtin: builtin.kind,
        relation: relation.name,
        values: decodeTuple(session, relation, values),
        ways: ways.map((way) => way.map((node) => this.shown(node))),
        claim,
        premises: [...new Set(premises)],
      }),
    };
  }

  private evidence(x: number, y: number): Evidence {
    switch (this.builtin.kind) {
      case 'idom':
        return this.dominance(x, y);
      case 'level':
        return this.longest(x, y);
      case 'scc':
        return this.roundTrip(x, y);
    }
  }

  private dominance(x: number, d: number): Evidence {
    const graph = this.readyGraph(null);
    const way = found(graph.way(this.nodes, d));
    const ways = found(graph.disjointWays(d, x));
    const claim = `every way to ${this.shown(x)} passes ${this.shown(d)}`;
    return { ways: way.length === 1 ? ways : [way, ...ways], nodes: way.slice(0, 1), claim };
  }

  private longest(x: number, n: number): Evidence {
    // Against the edges, each step to a node one level lower.
    const levels = this.readyLevels();
    const before = new Map<number, number>();
    for (let i = 0; i < this.from.length; i++) {
      const [a = 0, b = 0] = [this.from[i], this.to[i]];
      const level = levels.get(a);
      if (level !== undefined && levels.get(b) === level + 1 && !before.has(b)) before.set(b, a);
    }
    const way = [x];
    for (let node = x; way.length <= n; way.push(node)) node = found(before.get(node));
    return { ways: [way.reverse()], nodes: way.slice(0, 1), claim: `no longer way leads to ${this.shown(x)}` };
  }

  private roundTrip(x: number, r: number): Evidence {
    const graph = this.readyGraph(this.nodes);
    const ways = x === r ? [] : [found(graph.way([x], r)), found(graph.way([r], x))];
    const claim = `${this.shown(r)} is the first of those that lead to each other`;
    return { ways, nodes: x === r ? [x] : [x, r], claim };
  }

  private readyGraph(nodes: Int32Array | null): EvidenceGraph {
    this.graph ??= new EvidenceGraph(this.from, this.to, nodes);
    return this.graph;
  }

  private readyLevels(): ReadonlyMap<number, number> {
    if (this.levels === undefined) {
      const [nodes, levels] = [this.column(this.relation.id, 0), this.column(this.relation.id, 1)];
      this.levels = new Map(Array.from(nodes, (node, row) => [node, levels[row] ?? 0]));
    }
    return this.levels;
  }

  private column(relation: number, column: number): Int32Array {
    const state = this.session.state.state(relation);
    const address = state.column(column);
    return this.session.core.copy(address, state.size);
  }

  private shown(node: number): ProofValue {
    return decode(this.session, node, this.relation.attributes[0]?.primitive ?? 'number');
  }
}

function nodeRelation(builtin: Builtin): number {
  return builtin.kind === 'idom' ? builtin.entry : builtin.node;
}

function tuple(relation: number, values: readonly number[]): Claim {
  return { kind: 'tuple', relation, values: values.map((value) => value >>> 0) };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a tuple of a built-in relation has no evidence');
  return value;
}
