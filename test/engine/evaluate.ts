import * as assert from 'uvu/assert';
import { compile } from '../../src/datalog/index.js';
import type { Program } from '../../src/datalog/ir.js';
import { Engine, type EngineError, type Result, type RunOptions } from '../../src/engine/index.js';
import { Facts } from '../../src/facts/facts.js';

export type Value = number | string;
export type Input = Readonly<Record<string, readonly (readonly Value[])[]>>;

/** The program of a text that has to compile. */
export function program(text: string): Program {
  const compiled = compile({ file: 'test.dl', text });
  if (compiled.ok) return compiled.program;
  throw new Error(compiled.diagnostics.map((diagnostic) => diagnostic.message).join('\n'));
}

export function facts(input: Input): Facts {
  const result = new Facts();
  for (const [name, rows] of Object.entries(input)) {
    const table = result.table(name, rows[0]?.length ?? 0);
    for (const row of rows)
      table.add(...row.map((value) => (typeof value === 'string' ? result.symbols.intern(value) : value)));
  }
  return result;
}

/** Runs a program that has to succeed. */
export function run(text: string, input: Input = {}, options: RunOptions = {}): Evaluated {
  const given = facts(input);
  const compiled = program(text);
  const outcome = new Engine().run(compiled, given, options);
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return new Evaluated(compiled, given, outcome.result);
}

/** Runs a program that has to fail. */
export function fail(text: string, input: Input = {}, options: RunOptions = {}): EngineError {
  const outcome = new Engine().run(program(text), facts(input), options);
  if (outcome.ok) throw new Error('the run was expected to fail');
  return outcome.error;
}

export class Evaluated {
  constructor(
    readonly program: Program,
    private readonly facts: Facts,
    readonly result: Result,
  ) {}

  /** The rows of a relation in order of insertion, symbols as texts. */
  rows(name: string): Value[][] {
    const declaration = this.program.relations.find((relation) => relation.name === name);
    const rows = this.result.relation(name);
    if (declaration === undefined || rows === undefined) throw new Error(`no relation ${name}`);
    const text = (value: number, column: number) =>
      declaration.attributes[column]?.primitive === 'symbol' ? this.facts.symbols.text(value) : value;
    return Array.from(rows, (row) => row.map(text));
  }

  /** Asserts the rows of a relation, in any order. */
  expect(name: string, rows: readonly (readonly Value[])[]): void {
    const sorted = (list: readonly (readonly Value[])[]) => list.map((row) => JSON.stringify(row)).sort();
    assert.equal(sorted(this.rows(name)), sorted(rows), name);
  }
}
