import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../src/datalog/index.js';
import { Engine, formatAbsence, formatProof } from '../../src/engine/index.js';
import { faultOfAbsence } from './absences.js';
import type { Tuple } from './ast.js';
import { Chance } from './chance.js';
import { STEPS } from './compare.js';
import { evaluateWithin } from './evaluate.js';
import { tablesOf } from './implementation.js';
import { print } from './print.js';
import { ProofChecker } from './proofs.js';
import { randomCase } from './random.js';
import { randomValue } from './random-terms.js';
import type { TupleSet } from './tuples.js';

/** Tuples of one relation that are explained. */
const SOME = 6;

function has(tuples: TupleSet | undefined, tuple: Tuple): boolean {
  return [...(tuples?.keys() ?? [])].includes(JSON.stringify(tuple));
}

const test = suite('oracle: explained proofs');

test('every step follows from those before it, and none is superfluous', () => {
  const engine = new Engine();
  const kinds = new Map<string, number>();
  for (let seed = 60_000; seed < 60_250; seed++) {
    const { program, facts } = randomCase(seed);
    const expected = evaluateWithin(program, facts, STEPS);
    if (expected === null) continue;
    const text = print(program);
    const compiled = compile({ file: 'random.dl', text });
    if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join('\n'));
    const run = engine.run(compiled.program, tablesOf(program, facts));
    if (!run.ok) throw new Error(run.error.message);
    const checker = new ProofChecker(program, facts, expected);
    for (const { name } of program.declarations)
      for (const values of [...(expected.get(name)?.values() ?? [])].slice(0, SOME)) {
        const context = `seed ${seed}, ${name}(${values})`;
        const proof = run.result.explain(name, values);
        if (proof === undefined) assert.unreachable(`${context}: no proof\n${text}`);
        else {
          const fault = checker.faultOf(proof, name, values);
          assert.is(fault, undefined, `${context}: ${fault}\n${formatProof(proof)}\n${text}`);
          for (const { kind } of proof.steps) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        }
      }
  }
  for (const kind of ['fact', 'rule', 'absent', 'aggregate', 'builtin'])
    assert.ok((kinds.get(kind) ?? 0) >= 20, `${kind}: ${kinds.get(kind)}`);
});

test('what is said of tuples that were not derived is so', () => {
  const engine = new Engine();
  const kinds = new Map<string, number>();
  for (let seed = 70_000; seed < 70_200; seed++) {
    const { program, facts } = randomCase(seed);
    const expected = evaluateWithin(program, facts, STEPS);
    if (expected === null) continue;
    const text = print(program);
    const compiled = compile({ file: 'random.dl', text });
    if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join('\n'));
    const run = engine.run(compiled.program, tablesOf(program, facts));
    if (!run.ok) throw new Error(run.error.message);
    const chance = new Chance(seed);
    for (const { name, columns } of program.declarations)
      for (let i = 0; i < SOME; i++) {
        const values = columns.map(({ type }) => randomValue(chance, type));
        const absence = run.result.explainAbsence(name, values);
        const context = `seed ${seed}, ${name}(${values})`;
        assert.is(absence === undefined, has(expected.get(name), values), context);
        if (absence === undefined) continue;
        assert.is(faultOfAbsence(absence, expected), undefined, `${context}\n${formatAbsence(absence)}\n${text}`);
        for (const { missing } of absence.attempts) kinds.set(missing.kind, (kinds.get(missing.kind) ?? 0) + 1);
      }
  }
  for (const kind of ['tuple', 'negation', 'condition', 'head'])
    assert.ok((kinds.get(kind) ?? 0) >= 20, `${kind}: ${kinds.get(kind)}`);
});

test.run();
