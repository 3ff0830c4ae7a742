import { compile } from '../../src/datalog/index.js';
import type { Program as Compiled } from '../../src/datalog/ir.js';
import { Engine } from '../../src/engine/index.js';
import type { Strategy } from '../../src/engine/strategy.js';
import { Facts as FactTables } from '../../src/facts/facts.js';
import type { Declaration, Facts, Program, Tuple, Value } from './ast.js';
import type { Implementation, Outcome } from './compare.js';

const instance = new Engine();

/** The compiler and the engine of this project, as one implementation under test. */
export function engine(text: string, program: Program, facts: Facts): Outcome {
  return prepare(text, program)(facts);
}

/** The same, with an engine that does not choose what the strategy says. */
export function engineWith(strategy: Strategy): Implementation {
  const forced = new Engine(strategy);
  return (text, program, facts) => prepare(text, program, forced)(facts);
}

/** The same as `engine`, to run on several sets of facts one after the other: the engine keeps what it can between such runs. */
export function prepare(text: string, program: Program, chosen = instance): (facts: Facts) => Outcome {
  const compiled = compile({ file: 'random.dl', text });
  if (compiled.ok) return (facts) => run(compiled.program, program, facts, chosen);
  const reason = compiled.diagnostics.map((found) => `${found.code} ${found.message}`).join('\n');
  return () => ({ ok: false, reason });
}

/** Facts as the engine takes them. */
export function tablesOf(program: Program, facts: Facts): FactTables {
  const tables = new FactTables();
  for (const declaration of program.declarations)
    if (declaration.input && declaration.builtin === null) fill(tables, declaration, facts.get(declaration.name) ?? []);
  return tables;
}

function run(compiled: Compiled, program: Program, facts: Facts, chosen: Engine): Outcome {
  const tables = tablesOf(program, facts);
  const result = chosen.run(compiled, tables, { budget: { milliseconds: 20_000 } });
  if (!result.ok) return { ok: false, reason: `${result.error.code} ${result.error.message}` };
  const relations = program.declarations.map((declaration): [string, readonly Tuple[]] => {
    const rows = result.result.relation(declaration.name);
    if (rows === undefined) throw new Error(`the result has no relation ${declaration.name}`);
    return [declaration.name, [...rows].map((row) => decoded(tables, declaration, row))];
  });
  return { ok: true, relations: new Map(relations) };
}

/** Whether the compiler takes a program; where it does not, it has to say at least one thing. */
export function compiles(text: string): boolean {
  const compiled = compile({ file: 'random.dl', text });
  if (!compiled.ok && compiled.diagnostics.length === 0) throw new Error('refused without a diagnostic');
  return compiled.ok;
}

function fill(tables: FactTables, { name, columns }: Declaration, rows: readonly Tuple[]): void {
  const table = tables.table(name, columns.length);
  for (const row of rows)
    table.add(...row.map((value) => (typeof value === 'string' ? tables.symbols.intern(value) : value)));
}

function decoded(tables: FactTables, { columns }: Declaration, row: readonly number[]): Tuple {
  return row.map((value, i): Value => (columns[i]?.type === 'symbol' ? tables.symbols.text(value) : value));
}
