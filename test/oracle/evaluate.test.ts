import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Aggregate,
  atom,
  call,
  compare,
  type Declaration,
  type Facts,
  type Literal,
  not,
  number,
  type Program,
  type Rule,
  symbol,
  type Term,
  type Tuple,
  type Type,
  unsigned,
  variable,
  wildcard,
} from './ast.js';
import { evaluate } from './evaluate.js';
import { isGrounded } from './grounded.js';
import { print } from './print.js';
import { stratify } from './stratify.js';

// Every expected value here was worked out by hand: the evaluator decides about the engine, so it has to be right first.

const [x, y, z, c] = ['x', 'y', 'z', 'c'].map(variable) as [Term, Term, Term, Term];

function declare(name: string, ...types: Type[]): Declaration {
  const columns = types.map((type, i) => ({ name: `c${i}`, type }));
  return { name, columns, input: false, equivalence: false, builtin: null };
}

function rule(relation: string, args: readonly Term[], ...body: Literal[]): Rule {
  return { heads: [{ relation, args }], body };
}

function count(...body: Literal[]): Aggregate {
  return { kind: 'aggregate', op: 'count', type: 'number', value: null, body };
}

function aggregate(op: 'sum' | 'min' | 'max', value: Term, ...body: Literal[]): Aggregate {
  return { kind: 'aggregate', op, type: 'number', value, body };
}

function tuples(program: Program, relation: string, facts: Facts = new Map()): Tuple[] {
  return [...(evaluate(program, facts).get(relation)?.values() ?? [])].sort();
}

const edge = declare('edge', 'number', 'number');
const edges: Facts = new Map([
  [
    'edge',
    [
      [1, 2],
      [2, 3],
      [3, 1],
      [3, 4],
      [5, 5],
    ],
  ],
]);

const recursion = suite('oracle: recursion and negation');

recursion('closure, left and non-linear', () => {
  const declarations = [edge, declare('path', 'number', 'number')];
  const base = rule('path', [x, y], atom('edge', x, y));
  const linear = rule('path', [x, z], atom('path', x, y), atom('edge', y, z));
  const square = rule('path', [x, z], atom('path', x, y), atom('path', y, z));
  const expected = [1, 2, 3].flatMap((from) => [1, 2, 3, 4].map((to) => [from, to]));
  assert.equal(tuples({ declarations, rules: [base, linear] }, 'path', edges), [...expected, [5, 5]]);
  assert.equal(tuples({ declarations, rules: [base, square] }, 'path', edges), [...expected, [5, 5]]);
});

recursion('mutual: even and odd distances from 1', () => {
  const declarations = [edge, declare('even', 'number'), declare('odd', 'number')];
  const rules = [
    rule('even', [number(1)]),
    rule('odd', [y], atom('even', x), atom('edge', x, y)),
    rule('even', [y], atom('odd', x), atom('edge', x, y)),
  ];
  const facts: Facts = new Map([
    [
      'edge',
      [
        [1, 2],
        [2, 3],
        [3, 4],
      ],
    ],
  ]);
  assert.equal(tuples({ declarations, rules }, 'even', facts), [[1], [3]]);
  assert.equal(tuples({ declarations, rules }, 'odd', facts), [[2], [4]]);
});

recursion('negation, with and without a wildcard', () => {
  const declarations = [edge, declare('node', 'number'), declare('sink', 'number'), declare('loop', 'number')];
  const rules = [
    rule('node', [x], atom('edge', x, wildcard)),
    rule('node', [x], atom('edge', wildcard, x)),
    rule('sink', [x], atom('node', x), not('edge', x, wildcard)),
    rule('loop', [x], atom('edge', x, x), not('edge', x, call('add', 'number', x, number(1)))),
  ];
  assert.equal(tuples({ declarations, rules }, 'sink', edges), [[4]]);
  assert.equal(tuples({ declarations, rules }, 'loop', edges), [[5]]);
});

recursion('a negated cycle has no strata', () => {
  const declarations = [declare('p', 'number'), declare('q', 'number')];
  const rules = [rule('p', [x], atom('q', x)), rule('q', [x], atom('q', x), not('p', x))];
  assert.is(stratify({ declarations, rules }), null);
});

recursion('nullary relations, several heads, either, facts beside rules', () => {
  const declarations = [declare('on'), declare('off'), declare('a', 'number'), declare('b', 'number')];
  const either: Literal = { kind: 'either', alternatives: [[atom('a', x), atom('on')], [compare(x, '=', number(9))]] };
  const rules: Rule[] = [
    rule('on', []),
    rule('off', [], atom('b', wildcard), not('on')),
    {
      heads: [
        { relation: 'a', args: [x] },
        { relation: 'b', args: [x] },
      ],
      body: [compare(x, '=', number(4))],
    },
    rule('b', [x], either),
  ];
  const facts: Facts = new Map([['a', [[1], [1]]]]);
  assert.equal(tuples({ declarations, rules }, 'on', facts), [[]]);
  assert.equal(tuples({ declarations, rules }, 'off', facts), []);
  assert.equal(tuples({ declarations, rules }, 'b', facts), [[1], [4], [9]]);
});

recursion('an equivalence is closed', () => {
  const declarations = [{ ...declare('eq', 'number', 'number'), equivalence: true }];
  const rules = [
    rule('eq', [number(1), number(2)]),
    rule('eq', [number(2), number(3)]),
    rule('eq', [number(7), number(7)]),
  ];
  assert.is(tuples({ declarations, rules }, 'eq').length, 10);
});

recursion.run();

const aggregates = suite('oracle: aggregates');

aggregates('count, sum, minimum and maximum by group', () => {
  const declarations = [
    edge,
    declare('node', 'number'),
    ...['n', 's', 'lo', 'hi'].map((name) => declare(name, 'number', 'number')),
  ];
  const out = atom('edge', x, y);
  const rules = [
    rule('node', [x], atom('edge', x, wildcard)),
    rule('node', [x], atom('edge', wildcard, x)),
    rule('n', [x, c], atom('node', x), compare(c, '=', count(out))),
    rule('s', [x, c], atom('node', x), compare(c, '=', aggregate('sum', y, out))),
    rule('lo', [x, c], atom('node', x), compare(c, '=', aggregate('min', y, out))),
    rule('hi', [x, c], atom('node', x), compare(c, '=', aggregate('max', y, out))),
  ];
  assert.equal(tuples({ declarations, rules }, 'n', edges), [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 0],
    [5, 1],
  ]);
  assert.equal(tuples({ declarations, rules }, 's', edges), [
    [1, 2],
    [2, 3],
    [3, 5],
    [4, 0],
    [5, 5],
  ]);
  assert.equal(tuples({ declarations, rules }, 'lo', edges), [
    [1, 2],
    [2, 3],
    [3, 1],
    [5, 5],
  ]);
  assert.equal(tuples({ declarations, rules }, 'hi', edges), [
    [1, 2],
    [2, 3],
    [3, 4],
    [5, 5],
  ]);
});

aggregates('choices of tuples are counted, not values', () => {
  const declarations = [edge, declare('r', 'number', 'number')];
  const pairs = [atom('edge', wildcard, y), atom('edge', y, wildcard)];
  const rules = [rule('r', [count(...pairs), aggregate('sum', number(2), ...pairs)])];
  // 1→2→3, 2→3→1, 2→3→4, 3→1→2, 5→5→5
  assert.equal(tuples({ declarations, rules }, 'r', edges), [[5, 10]]);
});

aggregates('variables of one aggregate are no others', () => {
  const declarations = [edge, declare('r', 'number', 'number')];
  const sources = count(atom('edge', x, number(1)));
  const loops = count(atom('edge', x, x));
  const rules = [rule('r', [y, z], compare(y, '=', sources), compare(z, '=', loops))];
  assert.equal(tuples({ declarations, rules }, 'r', edges), [[1, 1]]);
});

aggregates.run();

const functors = suite('oracle: functors');

/** The one value of a term in a program without facts. */
function value(term: Term, type: Type = 'number'): unknown {
  const program: Program = { declarations: [declare('r', type)], rules: [rule('r', [x], compare(x, '=', term))] };
  return tuples(program, 'r')[0]?.[0];
}

functors('numbers wrap around at 32 bits', () => {
  const most = number(2147483647);
  const least = number(-2147483648);
  assert.is(value(call('add', 'number', most, number(1))), -2147483648);
  assert.is(value(call('mul', 'number', number(65536), number(65536))), 0);
  assert.is(value(call('mul', 'number', number(46341), number(46341))), -2147479015);
  assert.is(value(call('neg', 'number', least)), -2147483648);
  assert.is(value(call('sub', 'unsigned', unsigned(0), unsigned(1)), 'unsigned'), 4294967295);
  assert.is(value(call('div', 'number', number(-7), number(2))), -3);
  assert.is(value(call('mod', 'number', number(-7), number(2))), -1);
  assert.is(value(call('pow', 'number', number(-3), number(3))), -27);
});

functors('bits and truth', () => {
  assert.is(value(call('bshl', 'number', number(1), number(31))), -2147483648);
  assert.is(value(call('bshl', 'number', number(1), number(33))), 2);
  assert.is(value(call('bshr', 'number', number(-8), number(1))), -4);
  assert.is(value(call('bshru', 'number', number(-8), number(1))), 2147483644);
  assert.is(value(call('bxor', 'number', number(6), number(3))), 5);
  assert.is(value(call('bnot', 'unsigned', unsigned(0)), 'unsigned'), 4294967295);
  assert.is(value(call('land', 'number', number(2), number(0))), 0);
  assert.is(value(call('lxor', 'number', number(2), number(0))), 1);
  assert.is(value(call('lnot', 'number', number(0))), 1);
});

functors('text', () => {
  assert.is(value(call('cat', 'symbol', symbol('ab'), symbol('c')), 'symbol'), 'abc');
  assert.is(value(call('strlen', 'number', symbol('abc'))), 3);
  assert.is(value(call('substr', 'symbol', symbol('abc'), number(1), number(5)), 'symbol'), 'bc');
  assert.is(value(call('substr', 'symbol', symbol('abc'), number(4), number(1)), 'symbol'), '');
  assert.is(value(call('max', 'symbol', symbol('b'), symbol('ab')), 'symbol'), 'b');
  assert.is(value(call('to_number', 'number', call('to_string', 'symbol', number(-12)))), -12);
});

functors('ranges leave out their end', () => {
  const declarations = [declare('r', 'number')];
  const range = (...args: number[]): Rule =>
    rule('r', [x], compare(x, '=', { kind: 'range', type: 'number', args: args.map(number) }));
  assert.equal(tuples({ declarations, rules: [range(1, 4)] }, 'r'), [[1], [2], [3]]);
  assert.equal(tuples({ declarations, rules: [range(2, 0)] }, 'r'), [[1], [2]]);
  assert.equal(tuples({ declarations, rules: [range(0, 5, 2)] }, 'r'), [[0], [2], [4]]);
  assert.equal(tuples({ declarations, rules: [range(3, 3)] }, 'r'), []);
});

functors.run();

const validity = suite('oracle: groundedness and printing');

validity('variables need an atom or an equation', () => {
  assert.ok(isGrounded(rule('r', [y], atom('a', x), compare(y, '=', call('add', 'number', x, number(1))))));
  assert.not(isGrounded(rule('r', [y], atom('a', x))));
  assert.not(isGrounded(rule('r', [x], atom('a', x), not('a', y))));
  assert.not(isGrounded(rule('r', [x], atom('a', x), compare(x, '=', call('add', 'number', y, number(1))))));
  assert.not(isGrounded(rule('r', [x], compare(c, '=', count(atom('a', x))))));
  assert.ok(isGrounded(rule('r', [c], compare(c, '=', count(atom('a', x))))));
  assert.not(isGrounded(rule('r', [c], compare(c, '=', count(atom('a', x), not('a', y))))));
});

validity('parentheses stand where the precedence needs them', () => {
  const sum = call('add', 'number', x, number(1));
  const body = compare(y, '=', call('mul', 'number', sum, call('neg', 'number', call('pow', 'number', x, number(2)))));
  const rules = [
    rule('r', [y], atom('a', x), body, { kind: 'either', alternatives: [[not('a', y)], [compare(y, '<', x)]] }),
  ];
  const declarations = [declare('a', 'number'), declare('r', 'number')];
  const text = print({ declarations, rules });
  assert.ok(text.endsWith('r(y) :- a(x), y = (x + 1) * -x ^ 2, (!a(y) ; y < x).\n'), text);
});

validity.run();

const graphs = suite('oracle: built-in relations');

graphs('dominators, levels and components of a small graph', () => {
  const nodes = declare('n', 'number');
  const built = (kind: 'dominators' | 'levels' | 'components'): Declaration => ({
    ...declare(kind, 'number', 'number'),
    builtin: { kind, edge: 'edge', nodes: 'n' },
  });
  const declarations = [edge, nodes, built('dominators'), built('levels'), built('components')];
  // 1 → 2 → 4, 1 → 3 → 4 → 5 ⇄ 6, and 7 alone
  const facts: Facts = new Map([
    [
      'edge',
      [
        [1, 2],
        [2, 4],
        [1, 3],
        [3, 4],
        [4, 5],
        [5, 6],
        [6, 5],
      ],
    ],
    ['n', [[1], [2], [3], [4], [6], [5], [7]]],
  ]);
  const program = { declarations, rules: [] };
  assert.equal(tuples(program, 'levels', facts), [
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [7, 0],
  ]);
  assert.equal(tuples(program, 'components', facts), [
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 6],
    [6, 6],
    [7, 7],
  ]);
  const entry: Facts = new Map([...facts, ['n', [[1]]]]);
  assert.equal(tuples(program, 'dominators', entry), [
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 4],
    [6, 5],
  ]);
});

graphs.run();
