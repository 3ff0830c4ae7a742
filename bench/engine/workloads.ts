import {
  chainWithSkips,
  type FactSet,
  flowGraph,
  generations,
  instructions,
  layers,
  randomDag,
  workflows,
} from './graphs.js';

export interface Workload {
  readonly name: string;
  readonly what: string;
  readonly program: string;
  readonly facts: () => FactSet;
  /** The rows of each result. */
  readonly counts: Readonly<Record<string, number>>;
  /** A tuple to explain, where a proof is timed; `null` is the last row of the relation. */
  readonly explain?: string;
}

const EDGE = '.decl edge(x:number, y:number) .input edge';
const CLOSURE = `${EDGE}
.decl tc(x:number, y:number)
tc(x, y) :- edge(x, y).
tc(x, y) :- tc(x, z), edge(z, y).
`;

/** The workloads of the speed table. Soufflé, DuckDB and others gave the same counts. */
export const workloads: readonly Workload[] = [
  {
    name: 'a1',
    what: 'closure, sparse DAG',
    program: CLOSURE,
    facts: () => randomDag(1, 2000, 6000),
    counts: { tc: 89_129 },
    explain: 'tc',
  },
  {
    name: 'a2',
    what: 'closure, long chain',
    program: CLOSURE,
    facts: () => chainWithSkips(2, 3000, 300),
    counts: { tc: 4_498_500 },
    explain: 'tc',
  },
  {
    name: 'a3',
    what: 'closure, denser DAG',
    program: CLOSURE,
    facts: () => randomDag(9, 2000, 20_000),
    counts: { tc: 1_144_810 },
    explain: 'tc',
  },
  {
    name: 'b',
    what: 'taint, 1 M edges',
    program: `${EDGE}
.decl source(x:number) .decl sanitizer(x:number) .decl sink(x:number)
.input source, sanitizer, sink
.decl taint(x:number)
taint(x) :- source(x).
taint(y) :- taint(x), edge(x, y), !sanitizer(y).
.decl leak(x:number)
leak(x) :- sink(x), taint(x).
`,
    facts: () => layers(3, 300, 1000, 1_000_000),
    counts: { taint: 267_293, leak: 2_648 },
    explain: 'taint',
  },
  {
    name: 'b2',
    what: 'labelled taint, 1 M edges',
    program: `${EDGE}
.decl lsource(x:number) .decl sanitizer(x:number)
.input lsource, sanitizer
.decl taintBy(s:number, x:number)
taintBy(s, s) :- lsource(s).
taintBy(s, y) :- taintBy(s, x), edge(x, y), !sanitizer(y).
`,
    facts: () => layers(3, 300, 1000, 1_000_000),
    counts: { taintBy: 6_061_860 },
    explain: 'taintBy',
  },
  {
    name: 'c',
    what: 'same generation',
    program: `.decl parent(p:number, c:number) .input parent
.decl sg(x:number, y:number)
sg(x, y) :- parent(p, x), parent(p, y), x != y.
sg(x, y) :- parent(p, x), sg(p, q), parent(q, y).
`,
    facts: () => generations(4, 7),
    counts: { sg: 5_378_174 },
    explain: 'sg',
  },
  {
    name: 'd',
    what: 'points-to analysis',
    program: `.decl addr(p:number, o:number) .decl assign(p:number, q:number)
.decl load(p:number, q:number) .decl store(p:number, q:number)
.input addr, assign, load, store
.decl pt(p:number, o:number)
pt(p, o) :- addr(p, o).
pt(p, o) :- assign(p, q), pt(q, o).
pt(p, o) :- load(p, q), pt(q, r), pt(r, o).
pt(o, s) :- store(p, q), pt(p, o), pt(q, s).
`,
    facts: () => instructions(5, 12_000, 2000),
    counts: { pt: 2_767_164 },
    explain: 'pt',
  },
  {
    name: 'e',
    what: 'dominators by avoidance',
    program: `${EDGE}
.decl root(x:number) .input root
.decl reach(x:number)
reach(x) :- root(x).
reach(y) :- reach(x), edge(x, y).
.decl avoid(d:number, x:number)
avoid(d, r) :- reach(d), root(r), d != r.
avoid(d, y) :- avoid(d, x), edge(x, y), y != d.
.decl dom(d:number, x:number)
dom(d, x) :- reach(d), reach(x), !avoid(d, x).
`,
    facts: () => flowGraph(6, 1500, 2400),
    counts: { reach: 1500, avoid: 2_245_191, dom: 4809 },
    explain: 'avoid',
  },
  {
    name: 'f',
    what: '10,000 keyed workflows',
    program: `.decl edge(w:number, x:number, y:number)
.decl source(w:number, x:number) .decl gate(w:number, x:number)
.decl sink(w:number, x:number) .decl entry(w:number, x:number)
.input edge, source, gate, sink, entry
.decl taint(w:number, x:number)
taint(w, x) :- source(w, x), !gate(w, x).
taint(w, y) :- taint(w, x), edge(w, x, y), !gate(w, y).
.decl violation(w:number, s:number)
violation(w, s) :- sink(w, s), taint(w, s).
.decl avoid(w:number, g:number, x:number)
avoid(w, g, x) :- gate(w, g), entry(w, x), x != g.
avoid(w, g, y) :- avoid(w, g, x), edge(w, x, y), y != g.
.decl domgate(w:number, g:number, s:number)
domgate(w, g, s) :- gate(w, g), sink(w, s), !avoid(w, g, s).
.decl clean(w:number)
clean(w) :- entry(w, _), !violation(w, _).
`,
    facts: () => workflows(8, 10_000, 12),
    counts: { taint: 93_248, avoid: 153_373, domgate: 3518, violation: 11_165, clean: 1978 },
    explain: 'taint',
  },
];
