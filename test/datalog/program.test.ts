import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../src/datalog/index.js';
import { compiled, printRules } from './print.js';

// Declarations, directives, strata, built-in relations, documentation, components, includes.

const programs = suite('programs as they are compiled');

programs('relations with types, directives and parameters', () => {
  const { relations } = compiled(`
    .type Task <: symbol
    .type Job = Task
    .type Any = Task | symbol
    .number_type Size
    .type Old
    .decl r, q(t: Task, j: Job, a: Any, n: Size, o: Old, u: unsigned) brie
    .input r(IO=file, filename="r.csv", headers=true)
    .input r(delimiter=",")
    .output r, q(filename="out")
    .printsize q
    .pragma "verbose" "1"
    .limitsize r(n=10)`);
  const [r, q] = relations;
  assert.equal(
    r?.attributes.map(({ name, type, primitive }) => [name, type, primitive]),
    [
      ['t', 'Task', 'symbol'],
      ['j', 'Task', 'symbol'],
      ['a', 'Any', 'symbol'],
      ['n', 'Size', 'number'],
      ['o', 'Old', 'symbol'],
      ['u', 'unsigned', 'unsigned'],
    ],
  );
  assert.equal(
    [r?.input, r?.output, r?.printsize, q?.input, q?.output, q?.printsize],
    [true, true, false, false, true, true],
  );
  assert.equal(
    r?.inputs.map((parameters) => [...parameters]),
    [
      [
        ['IO', 'file'],
        ['filename', 'r.csv'],
        ['headers', 'true'],
      ],
      [['delimiter', ',']],
    ],
  );
  assert.equal(
    q?.outputs.map((parameters) => [...parameters]),
    [[['filename', 'out']]],
  );
  assert.equal([r?.limit, q?.limit], [10, null]);
});

programs('qualifiers of old programs', () => {
  const { relations } = compiled(
    '.decl a(x: symbol) input\n.decl b(x: symbol) output printsize\n.decl c(x: symbol, y: symbol) eqrel\nb(x) :- a(x).',
  );
  const flags = relations.map(({ input, output, printsize, equivalence }) => [input, output, printsize, equivalence]);
  assert.equal(flags, [
    [true, false, false, false],
    [false, true, true, false],
    [false, false, false, true],
  ]);
});

programs('strata: each relation in one, after what it reads', () => {
  const { relations, strata } = compiled(`
    .decl p, q, r, s, edge(x: symbol, y: symbol)
    .input edge
    .output s
    s(x, y) :- r(x, y), !q(x, y).
    r(x, y) :- p(x, y).
    p(x, y) :- edge(x, y).
    p(x, z) :- r(x, y), edge(y, z).
    q(x, y) :- edge(x, y), edge(y, x).`);
  const names = strata.map((stratum) => [
    stratum.relations.map((id) => relations[id]?.name).join(' '),
    stratum.recursive,
  ]);
  assert.equal(names, [
    ['edge', false],
    ['p r', true],
    ['q', false],
    ['s', false],
  ]);
  const ids = strata.map((stratum) => stratum.rules.map((rule) => rule.id));
  assert.equal(ids, [[], [1, 2, 3], [4], [0]]);
});

programs('a relation that reads itself is recursive', () => {
  const { strata } = compiled('.decl a(x: number)\n.output a\na(1).\na(x + 1) :- a(x), x < 5.');
  assert.equal(
    strata.map((stratum) => stratum.recursive),
    [true],
  );
});

programs('built-in relations depend on their graph', () => {
  const { relations, strata } = compiled(`
    .decl before(x: symbol)
    .output before
    before(x) :- level(x, 0).
    /** @builtin levels(edge, node) */
    .decl level(x: symbol, n: number)
    .input level
    /** @builtin dominators(edge, node) */
    .decl idom(x: symbol, d: symbol)
    .input idom
    /** @builtin components( edge , node ) */
    .decl scc(x: symbol, r: symbol)
    .input scc
    .decl edge(x: symbol, y: symbol)
    .decl node(x: symbol)
    .input node
    edge(x, x) :- node(x).`);
  const id = (name: string) => relations.findIndex((relation) => relation.name === name);
  const builtin = (name: string) => relations[id(name)]?.builtin;
  assert.equal(builtin('level'), { kind: 'level', edge: id('edge'), node: id('node') });
  assert.equal(builtin('idom'), { kind: 'idom', edge: id('edge'), entry: id('node') });
  assert.equal(builtin('scc'), { kind: 'scc', edge: id('edge'), node: id('node') });
  const order = strata.flatMap((stratum) => stratum.relations.map((one) => relations[one]?.name));
  assert.equal(order, ['node', 'edge', 'level', 'before', 'idom', 'scc']);
});

programs('a built-in relation in a component reads the relations beside it', () => {
  const { relations } = compiled(`
    .comp Graph {
      .decl edge(x: symbol, y: symbol)
      .decl node(x: symbol)
      .input edge, node
      /** @builtin levels(edge, node) */
      .decl level(x: symbol, n: number)
      .input level
    }
    .init g = Graph`);
  const name = (id: number) => relations[id]?.name;
  const builtin = relations.find((relation) => relation.name === 'g.level')?.builtin;
  assert.is(builtin?.kind === 'level' && `${name(builtin.edge)} ${name(builtin.node)}`, 'g.edge g.node');
});

programs('documentation: text, tags, continued values, places', () => {
  const text = `/** not this one */
// nor this
/**
 * Leaks, said plainly.
 *
 * @finding  X-1
 * @message  content from {a}
 *           reaches {b}
 * and more prose
 * @empty
 */
.decl leak(a: symbol, b: symbol)
.input leak
/** a comment that stands before no declaration */
.output leak
/* no documentation */
.decl other(x: symbol)
.input other`;
  const [leak, other] = compiled(text).relations;
  const { documentation } = leak ?? {};
  assert.is(documentation?.text, 'Leaks, said plainly.\n\nand more prose');
  assert.equal(
    documentation?.tags.map(({ name, value }) => [name, value]),
    [
      ['finding', 'X-1'],
      ['message', 'content from {a} reaches {b}'],
      ['empty', ''],
    ],
  );
  const places = documentation?.tags.map(({ place }) => text.slice(place.start, place.end));
  assert.equal(places?.[0], '@finding  X-1');
  assert.ok(places?.[1]?.startsWith('@message') && places[1].endsWith('reaches {b}'));
  assert.is(other?.documentation, null);
});

programs('places point at the source', () => {
  const text = '.decl a(x: number)\n.output a\na(x) :- a(x), x < 3.';
  const program = compiled(text);
  const shown = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  assert.is(shown(program.relations[0]?.place ?? { start: 0, end: 0 }), 'a');
  const rule = program.strata[0]?.rules[0];
  assert.equal(rule && [shown(rule.place), ...rule.body.map((literal) => shown(literal.place))], [
    'a(x) :- a(x), x < 3.',
    'a(x)',
    'x < 3',
  ]);
});

const graph = `
.comp Closure<T> {
  .decl edge(x: T, y: T)
  .decl path(x: T, y: T) overridable
  path(x, y) :- edge(x, y).
  path(x, z) :- path(x, y), edge(y, z).
}
`;

programs('an instance declares what its component does, under its name', () => {
  const program = compiled(`${graph}
    .type Node <: symbol
    .init g = Closure<Node>
    .init h = Closure<number>
    .input g.edge, h.edge
    .output g.path, h.path`);
  assert.equal(
    program.relations.map(({ name, attributes }) => `${name}: ${attributes[0]?.type}`),
    ['g.edge: Node', 'g.path: Node', 'h.edge: number', 'h.path: number'],
  );
  assert.equal(printRules(program).slice(0, 2), [
    'g.path(x, y) :- g.edge(x, y)',
    'g.path(x, z) :- g.path(x, y), g.edge(y, z)',
  ]);
});

programs('a component inherits, overrides, contains and is a parameter', () => {
  const program = compiled(`${graph}
    .comp Symmetric : Closure<symbol> {
      .override path
      path(x, y) :- edge(x, y); edge(y, x).
    }
    .comp Pair<G> {
      .init one = G
      .decl both(x: symbol, y: symbol)
      both(x, y) :- one.path(x, y), outer(x).
    }
    .decl outer(x: symbol)
    .input outer
    .init p = Pair<Symmetric>
    p.one.edge("a", "b").
    .output p.both`);
  assert.equal(printRules(program), [
    'p.one.edge("a", "b")',
    'p.one.path(x, y) :- p.one.edge(x, y)',
    'p.one.path(x, y) :- p.one.edge(y, x)',
    'p.both(x, y) :- p.one.path(x, y), outer(x)',
  ]);
});

programs('a rule in an inner component may be for a relation of the outer one', () => {
  const program = compiled(`
    .comp Outer {
      .comp Inner { r("inner"). }
      .decl r(x: symbol)
      .init i = Inner
    }
    .init o = Outer
    .output o.r`);
  assert.equal(printRules(program), ['o.r("inner")']);
});

const files: Readonly<Record<string, string>> = {
  'main.dl': '.include "lib/a.dl"\n#include "lib/b.dl"\n.output b\n',
  'lib/a.dl': '.once\n.decl a(x: symbol)\n.input a\n',
  'lib/b.dl': '.include "a.dl"\n.decl b(x: symbol)\nb(x) :- a(x).\n',
};

programs('includes are found from the file they stand in, and read once', () => {
  const include = (path: string, from: string) => {
    const file = from.includes('/') ? `lib/${path}` : path;
    const text = files[file];
    return text === undefined ? undefined : { file, text };
  };
  const result = compile({ file: 'main.dl', text: files['main.dl'] ?? '' }, { include });
  assert.ok(result.ok);
  assert.equal(
    result.sources.map((source) => source.file),
    ['main.dl', 'lib/a.dl', 'lib/b.dl'],
  );
});

programs('several sources are one program', () => {
  const result = compile([
    { file: 'rules.dl', text: 'b(x) :- a(x).\n.output b\n' },
    { file: 'schema.dl', text: '.decl a(x: symbol)\n.input a\n.decl b(x: symbol)\n' },
  ]);
  assert.ok(result.ok && result.program.relations.length === 2);
});

programs('independent mistakes are all reported, in order', () => {
  const text = `.decl a(x: symbol)
.input a
.decl b(x: symbol)
.output b
b(x) :- a(x, x).
b(x) :- a(y), x < .
b(x) :- c(x).
b(x) :- a(y).
b(x) :- a(x), !b(x).
`;
  const result = compile({ file: 'x.dl', text });
  assert.equal(
    result.diagnostics.map((diagnostic) => diagnostic.code),
    ['DL-ARITY', 'DL-SYNTAX', 'DL-RELATION-UNKNOWN', 'DL-UNGROUNDED', 'DL-STRATIFICATION'],
  );
});

programs('an unreadable declaration is not reported again where it is used', () => {
  for (const declaration of [
    '.decl r(x symbol)',
    '.type T = [a: number]\n.decl r(x: T)',
    '.init r = Missing',
    'r(x: symbol)',
  ]) {
    const name = declaration.startsWith('.init') ? 'r.a' : 'r';
    const text = `${declaration}\n.input ${name}\n.decl b(x: symbol)\n.output b\nb(x) :- ${name}(x).\nb(x) :- ${name}(x), x != "a".\n`;
    const { diagnostics } = compile({ file: 'x.dl', text });
    assert.is(diagnostics.length, 1, `${text}\n${diagnostics.map((one) => one.message).join('\n')}`);
  }
});

programs.run();
