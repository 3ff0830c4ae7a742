import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../src/datalog/index.js';
import type { Program } from '../../src/datalog/ir.js';
import { Engine } from '../../src/engine/index.js';
import { Facts } from '../../src/facts/facts.js';
import { shippedRules } from '../../src/rules.js';
import { type Graph, type Kind, randomGraph } from './graph-cases.js';

/** The built-in relations as a program declares them, of the same names as in rules/reference/. */
const builtin = `
  .decl edge(from: symbol, to: symbol)
  .input edge
  .decl entry(node: symbol)
  .input entry
  .decl node(node: symbol)
  .input node
  /** @builtin dominators(edge, entry) */
  .decl idom(node: symbol, dominator: symbol)
  .input idom
  /** @builtin levels(edge, node) */
  .decl level(node: symbol, edges: number)
  .input level
  /** @builtin components(edge, node) */
  .decl scc(node: symbol, representative: symbol)
  .input scc
  .output idom, level, scc
`;

function compiled(file: string, text: string): Program {
  const result = compile({ file, text });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.program;
}

function reference(kind: Kind): Program {
  const file = `reference/${kind}.dl`;
  return compiled(file, shippedRules.get(file) ?? '');
}

/** Facts of a graph; symbols that no fact has are in between, so that ids are sparse. */
function factsOf({ edges, nodes }: Graph): Facts {
  const facts = new Facts();
  const id = (node: number) => facts.symbols.intern(`node ${node}`);
  const edge = facts.table('edge', 2);
  for (const [x, y] of edges) {
    edge.add(id(x), id(y));
    for (let i = 0; i < 3; i++) facts.symbols.intern(`${x} ${y} ${i}`);
  }
  nodes.forEach((node, place) => {
    facts.table('node', 1).add(id(node));
    facts.table('entry', 1).add(id(node));
    facts.table('position', 2).add(id(node), place);
  });
  return facts;
}

const engine = new Engine();

function tuples(program: Program, facts: Facts, relation: string): string[] {
  const run = engine.run(program, facts);
  if (!run.ok) throw new Error(run.error.message);
  return [...(run.result.relation(relation) ?? [])].map((row) => row.join(' ')).sort();
}

const rules = suite('graph kernels: random graphs, by rules/reference');
const program = compiled('builtin.dl', builtin);

for (const kind of ['idom', 'level', 'scc'] as const) {
  const definition = reference(kind);
  rules(kind, () => {
    let all = 0;
    for (let seed = 1000; seed < 1400; seed++) {
      const graph = randomGraph(seed, (index) => index);
      const facts = factsOf(graph);
      const computed = tuples(program, facts, kind);
      assert.equal(computed, tuples(definition, facts, kind), `seed ${seed}: ${JSON.stringify(graph)}`);
      all += computed.length;
    }
    assert.ok(all > 300, `${all} tuples`);
  });
}

rules.run();
