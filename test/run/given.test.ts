import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, Engine, Facts, factsOf, type GivenRows } from '../../src/datalog-api.js';

const test = suite('facts and results of the library');

const text = `
  .decl person(name: symbol, age: number, id: unsigned)
  .input person
  .decl copy(name: symbol, age: number, id: unsigned)
  .output copy
  copy(n, a, i) :- person(n, a, i).
`;

function program(source = text) {
  const compiled = compile(source);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
  return compiled.program;
}

function copies(person: GivenRows, facts = new Facts()): unknown[] {
  const compiled = program();
  const run = new Engine().run(compiled, factsOf(compiled, { person }, facts));
  if (!run.ok) throw new Error(run.error.message);
  return [...(run.result.relation('copy')?.values() ?? [])];
}

test('rows of texts and numbers', () => {
  const rows = [
    ['Ada', 36, 0],
    ['', -(2 ** 31), 2 ** 32 - 1],
  ];
  assert.equal(copies(rows), rows);
  assert.equal(copies([]), []);
});

test('typed arrays, which are not copied before the run and stay as they are', () => {
  const facts = new Facts();
  const names = Uint32Array.of(facts.symbols.intern('Ada'), facts.symbols.intern('Tim'));
  const ages = Int32Array.of(36, -1);
  const columns = [names, ages, Uint32Array.of(7, 0xffffffff)];
  assert.equal(copies({ columns }, facts), [
    ['Ada', 36, 7],
    ['Tim', -1, 0xffffffff],
  ]);
  assert.is([...facts.tables()][0]?.columns()[1]?.buffer, ages.buffer);
  // Rows added later go to arrays of their own.
  facts.table('person', 3).add(0, 1, 2);
  assert.equal([...ages], [36, -1]);
  facts.insert('person', [Int32Array.of(1), Int32Array.of(5), Int32Array.of(6)], 1);
  assert.equal([...(facts.table('person', 3).columns()[1] ?? [])], [36, -1, 1, 5]);
});

test('results as columns, ids and texts', () => {
  const compiled = program();
  const facts = factsOf(compiled, { person: [['Ada', 36, 2 ** 32 - 1]] });
  const run = new Engine().run(compiled, facts);
  assert.ok(run.ok);
  if (!run.ok) return;
  const copy = run.result.relation('copy');
  const ada = facts.symbols.lookup('Ada') ?? -1;
  assert.equal(
    copy?.columns().map((column) => [...column]),
    [[ada], [36], [-1]],
  );
  assert.equal([...(copy ?? [])], [[ada, 36, 2 ** 32 - 1]]);
  assert.ok(copy?.has(ada, 36, 2 ** 32 - 1));
  assert.is(run.result.relation('nothing'), undefined);
});

test('what does not fit a declaration throws and names the row', () => {
  const wrong: [given: GivenRows, said: RegExp][] = [
    [[['Ada', 36]], /person, row 0: 2 values for 3 attributes/],
    [
      [
        ['Ada', 36, 1],
        [7, 36, 1],
      ],
      /person, row 1: `name` takes a text, not 7/,
    ],
    [[['Ada', '36', 1]], /`age` takes a signed number of 32 bits, not "36"/],
    [[['Ada', 1.5, 1]], /`age` takes a signed number of 32 bits, not 1.5/],
    [[['Ada', 2 ** 31, 1]], /`age` takes a signed number/],
    [[['Ada', 1, -1]], /`id` takes an unsigned number of 32 bits, not -1/],
    [{ columns: [Int32Array.of(0)] }, /person takes 3 columns of one length/],
    [{ columns: [Int32Array.of(0), Int32Array.of(1, 2), Int32Array.of(1)] }, /person takes 3 columns of one length/],
    [{ columns: [Int32Array.of(9), Int32Array.of(1), Int32Array.of(1)] }, /person, row 0: no symbol has the id 9/],
  ];
  for (const [given, said] of wrong) assert.throws(() => factsOf(program(), { person: given }), said);
  assert.throws(() => factsOf(program(), { nobody: [] }), /declares no relation nobody/);
  assert.throws(() => factsOf(program(), { copy: [] }), /copy is no input/);
});

/** Calls as from JavaScript, where nothing keeps a caller from giving what the types refuse. */
function untyped(value: unknown): never {
  return value as never;
}

test('columns of other widths or of fractions are refused with relation and column', () => {
  const words = Int32Array.of(0);
  const others = [Float64Array.of(1), BigInt64Array.of(1n), Int16Array.of(1), Uint8Array.of(1), [1], null];
  for (const column of others) {
    const facts = new Facts();
    facts.symbols.intern('Ada');
    const person = untyped({ columns: [words, column, words] });
    assert.throws(
      () => factsOf(program(), { person }, facts),
      (error: unknown) => error instanceof TypeError && /^person: `age` takes an Int32Array/.test(error.message),
    );
    if (ArrayBuffer.isView(column))
      assert.throws(() => facts.insert('person', untyped([words, column]), 1), /person: column 1 is no Int32Array/);
  }
});

test('rows that are none are refused with relation and row', () => {
  const hole: unknown[] = [];
  hole[1] = ['Ada', 1, 1];
  const sparse: unknown[] = ['Ada'];
  sparse[2] = 1;
  const wrong: [given: unknown, said: RegExp][] = [
    [hole, /person, row 0: a row is a list of values, not undefined/],
    [[sparse], /person, row 0: `age` takes a signed number of 32 bits, not undefined/],
    [[['Ada', 1n, 1]], /`age` takes a signed number of 32 bits, not 1/],
    [['Ada'], /person, row 0: a row is a list of values/],
    [{ columns: 1 }, /person takes a list of rows, or \{ columns \}/],
    [null, /person takes a list of rows/],
    ['Ada', /person takes a list of rows/],
  ];
  for (const [given, said] of wrong) assert.throws(() => factsOf(program(), { person: untyped(given) }), said);
});

test('options of a run: limits are positive and finite, and nothing is misspelt', () => {
  const compiled = program();
  const run = (options: unknown) => () => new Engine().run(compiled, new Facts(), untyped(options));
  const limits: [budget: object, name: string][] = [
    [{ tuples: -1 }, 'tuples'],
    [{ milliseconds: 0 }, 'milliseconds'],
    [{ milliseconds: -5 }, 'milliseconds'],
    [{ milliseconds: Number.NaN }, 'milliseconds'],
    [{ bytes: Number.NaN }, 'bytes'],
    [{ matchSteps: Number.POSITIVE_INFINITY }, 'matchSteps'],
  ];
  for (const [budget, name] of limits)
    assert.throws(
      run({ budget }),
      (error: unknown) => error instanceof RangeError && error.message.includes(`\`${name}\``),
    );
  assert.throws(run({ budget: { tuples: '5' } }), /run: budget: `tuples` is not a number/);
  assert.throws(run({ budget: { tuple: 5 } }), /no option is called `tuple`: did you mean `tuples`\?/);
  assert.throws(run({ budget: 5 }), /run: `budget` is not an object/);
  assert.throws(run({ profile: 1 }), /run: `profile` is not true or false/);
  assert.throws(run({ profil: true }), /run: no option is called `profil`: did you mean `profile`\?/);
  assert.throws(run(null), /run: the options are no object/);
  assert.ok(run({ budget: { tuples: undefined, bytes: 2 ** 30 }, profile: undefined })().ok);
});

test('what is no program is refused with the parameter', () => {
  for (const sources of [undefined, null, 1, {}, { file: 'a.dl' }, ['.decl a()'], [{ file: 1, text: '' }]])
    assert.throws(
      () => compile(untyped(sources)),
      (error: unknown) => error instanceof TypeError && error.message.startsWith('compile: `sources` takes'),
    );
  assert.throws(() => compile('', untyped({ include: 1 })), /compile: `include` is not a function/);
  assert.throws(() => compile('', untyped({ includes: () => 1 })), /no option is called `includes`: did you mean/);
  assert.ok(compile([]).ok);
});

test('a program can be given as a text, a file or several', () => {
  const file = { file: 'a.dl', text: '.decl a(x: number) .output a' };
  assert.ok(compile(file.text).ok);
  assert.ok(compile(file).ok);
  assert.ok(compile([file, { file: 'b.dl', text: 'a(1).' }]).ok);
  const refused = compile('.decl a(');
  assert.is(refused.ok, false);
  assert.is(refused.diagnostics[0]?.place.file, 'program.dl');
});

test.run();
