import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Facts, Program } from './ast.js';
import { Chance } from './chance.js';
import { compareResults, describe, failsAlike, GRAPH_STEPS, judge, type Outcome, STEPS } from './compare.js';
import { evaluateWithin } from './evaluate.js';
import { compiles, engine, prepare } from './implementation.js';
import { canBeKeyed, keyed, keyedFacts } from './keyed.js';
import { invalidMutations } from './mutate.js';
import { print } from './print.js';
import { type Case, randomCase } from './random.js';
import { randomGraphCase } from './random-graph.js';
import { extended, relaidOut, renamed, renamedRelation, reordered } from './rewrite.js';
import { shrink } from './shrink.js';
import { features } from './statistics.js';
import { permuted } from './ways.js';

const PROGRAMS = 500;
const GRAPH_PROGRAMS = 20;

const agreement = suite('oracle: engine and oracle agree');

agreement(`on ${PROGRAMS} random programs`, () => {
  let judged = 0;
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const made = randomCase(seed);
    const verdict = judge(made, engine);
    if (verdict.kind === 'refused' || verdict.kind === 'different') assert.unreachable(explain(made));
    if (verdict.kind === 'same') judged++;
  }
  assert.ok(judged > PROGRAMS * 0.95, `only ${judged} programs were small enough to judge`);
});

agreement(`on ${GRAPH_PROGRAMS} random programs about paths in graphs`, () => {
  let judged = 0;
  for (let seed = 0; judged < GRAPH_PROGRAMS; seed++) {
    const made = randomGraphCase(seed);
    const verdict = judge(made, engine, GRAPH_STEPS);
    if (verdict.kind === 'same') judged++;
    else if (verdict.kind !== 'too large') assert.unreachable(explain(made, GRAPH_STEPS));
  }
});

agreement('when one program runs on one set of facts after the other', () => {
  let judged = 0;
  for (let seed = 50_000; judged < 40; seed++) {
    const { program, facts } = seed % 6 === 0 ? randomGraphCase(seed) : randomCase(seed);
    const chance = new Chance(seed);
    const sets = [facts, thinned(facts, chance), new Map(), thinned(facts, chance), facts];
    const expected = sets.map((set) => evaluateWithin(program, set, STEPS));
    if (expected.some((result) => result === null)) continue;
    judged++;
    const run = prepare(print(program), program);
    for (const [i, set] of sets.entries()) {
      const outcome = run(set);
      const wanted = expected[i];
      if (!outcome.ok || wanted === undefined || wanted === null) assert.unreachable(`seed ${seed}: ${i}`);
      else assert.equal(compareResults(program, wanted, outcome.relations), [], `seed ${seed}: run ${i}`);
    }
  }
});

/** The smallest case that fails as this one does. */
function explain(made: Case, steps = STEPS): string {
  const verdict = judge(made, engine, steps);
  const smallest = shrink(made, (smaller) => failsAlike(verdict, judge(smaller, engine, steps)));
  return describe(smallest, judge(smallest, engine, steps));
}

agreement('and the random programs use every feature, with results that are neither empty nor full', () => {
  const used = new Map<string, number>();
  let derived = 0;
  let inhabited = 0;
  for (let seed = 0; seed < 100; seed++) {
    const { program, facts } = randomCase(seed);
    for (const feature of features(program)) used.set(feature, (used.get(feature) ?? 0) + 1);
    const result = evaluateWithin(program, facts, STEPS);
    if (result === null) continue;
    for (const { name } of program.declarations.filter(({ name }) => name.startsWith('d'))) {
      derived++;
      if ((result.get(name)?.size ?? 0) > 0) inhabited++;
    }
  }
  const common = ['recursion', 'mutual recursion', 'non-linear recursion', 'negation', 'disjunction', 'symbol column'];
  for (const feature of [...common, 'aggregate count', 'aggregate sum', 'aggregate min', 'aggregate max'])
    assert.ok((used.get(feature) ?? 0) >= 10, `${feature}: ${used.get(feature)}`);
  assert.ok(inhabited > derived * 0.6 && inhabited < derived, `${inhabited} of ${derived} relations have tuples`);
});

agreement('on programs of many worlds, each of which the oracle judges alone', () => {
  let judged = 0;
  for (let seed = 40_000; judged < 25; seed++) {
    const made = randomCase(seed);
    if (!canBeKeyed(made.program)) continue;
    const chance = new Chance(seed);
    const variants = Array.from({ length: 6 }, () => thinned(made.facts, chance));
    const expected = variants.map((facts) => evaluateWithin(made.program, facts, STEPS));
    if (expected.some((result) => result === null)) continue;
    judged++;
    // Numbers in a row, or all over the 32 bits: the engine chooses its data structures by how they lie.
    const number = (i: number): number => (seed % 2 === 0 ? i : Math.imul(i + 1, 0x9e3779b1));
    const worlds = new Map(Array.from({ length: 300 }, (_, i) => [number(i), chance.below(variants.length)]));
    const facts = keyedFacts(
      new Map([...worlds].map(([world, variant]) => [world, variants[variant] ?? new Map()])),
      chance,
    );
    const program = keyed(made.program);
    const outcome = engine(print(program), program, facts);
    if (!outcome.ok) assert.unreachable(`seed ${seed}: ${outcome.reason}`);
    else
      for (const { name } of made.program.declarations) {
        const union = [...worlds].flatMap(([world, variant]) =>
          [...(expected[variant]?.get(name)?.values() ?? [])].map((tuple) => JSON.stringify([world, ...tuple])),
        );
        const got = (outcome.relations.get(name) ?? []).map((tuple) => JSON.stringify(tuple));
        assert.is(firstDifference(union.sort(), got.sort()), null, `seed ${seed}: ${name}`);
      }
  }
});

/** The facts without some of their rows. */
function thinned(facts: Facts, chance: Chance): Facts {
  return new Map([...facts].map(([name, rows]) => [name, rows.filter(() => chance.percent(80))]));
}

function firstDifference(expected: readonly string[], got: readonly string[]): string | null {
  for (let i = 0; i < Math.max(expected.length, got.length); i++)
    if (expected[i] !== got[i]) return `expected ${expected[i]}, got ${got[i]}`;
  return null;
}

agreement.run();

const invariance = suite('oracle: what never changes a result');

/** Tuples by relation, in an order that does not depend on the engine. */
function results(program: Program, facts: Facts): ReadonlyMap<string, readonly string[]> {
  return sorted(engine(print(program), program, facts));
}

function sorted(outcome: Outcome): ReadonlyMap<string, readonly string[]> {
  if (!outcome.ok) throw new Error(outcome.reason);
  return new Map(
    [...outcome.relations].map(([name, tuples]) => [name, tuples.map((tuple) => JSON.stringify(tuple)).sort()]),
  );
}

invariance('white space and comments', () => {
  forEachProgram(({ seed, program, facts }, expected) => {
    const chance = new Chance(seed);
    const outcome = engine(relaidOut(print(program), chance), program, facts);
    assert.equal(sorted(outcome), expected, `seed ${seed}`);
  });
});

function forEachProgram(check: (made: Case, expected: ReadonlyMap<string, readonly string[]>) => void): void {
  for (let seed = 10_000; seed < 10_060; seed++) {
    const made = randomCase(seed);
    check(made, results(made.program, made.facts));
  }
}

invariance('the order of facts, and facts that come twice', () => {
  forEachProgram(({ seed, program, facts }, expected) => {
    const chance = new Chance(seed);
    assert.equal(results(program, permuted(program, facts, chance)), expected, `seed ${seed}`);
  });
});

invariance('the names of relations and variables', () => {
  forEachProgram(({ seed, program, facts }, expected) => {
    const other = new Map([...facts].map(([name, rows]) => [renamedRelation(name), rows]));
    const got = results(renamed(program), other);
    for (const [name, tuples] of expected)
      assert.equal(got.get(renamedRelation(name)), tuples, `seed ${seed}: ${name}`);
  });
});

invariance('the order of rules, literals and declarations, and rules that come twice', () => {
  forEachProgram(({ seed, program, facts }, expected) => {
    const got = results(reordered(program, new Chance(seed)), facts);
    for (const [name, tuples] of expected) assert.equal(got.get(name), tuples, `seed ${seed}: ${name}`);
  });
});

invariance('relations that nothing reads', () => {
  forEachProgram(({ seed, program, facts }, expected) => {
    const got = results(extended(program), facts);
    for (const [name, tuples] of expected) {
      assert.equal(got.get(name), tuples, `seed ${seed}: ${name}`);
      assert.equal(got.get(`unused_${name}`), tuples, `seed ${seed}: copy of ${name}`);
    }
  });
});

invariance.run();

const refusal = suite('oracle: what the compiler refuses');

refusal('every kind of invalid program, with a place and without throwing', () => {
  const refused = new Map<string, number>();
  for (let seed = 20_000; seed < 20_150; seed++) {
    for (const { fault, program } of invalidMutations(randomCase(seed).program, seed)) {
      const text = print(program);
      assert.not(compiles(text), `accepted a program that is wrong (${fault}), seed ${seed}:\n${text}`);
      refused.set(fault, (refused.get(fault) ?? 0) + 1);
    }
  }
  for (const fault of ['ungrounded', 'unstratified', 'arity', 'type', 'undeclared'])
    assert.ok((refused.get(fault) ?? 0) > 50, `${fault}: ${refused.get(fault)}`);
});

refusal('text that was cut, doubled or garbled, or takes it, but never throws', () => {
  for (let seed = 30_000; seed < 30_300; seed++) {
    const chance = new Chance(seed);
    const text = print(randomCase(seed).program);
    const at = chance.below(text.length);
    const to = at + chance.below(30);
    const garbled = [text.slice(0, at) + text.slice(to), text.slice(0, to) + text.slice(at), text.slice(0, at)];
    const noise = chance.pick(['"', '(', '{', '/*', '!', ';', ':', '\0', '\u{1F600}', '.decl', '@', '-', '_']);
    garbled.push(text.slice(0, at) + noise + text.slice(at));
    for (const source of garbled) assert.not.throws(() => compiles(source), undefined, `seed ${seed}`);
  }
});

refusal.run();
