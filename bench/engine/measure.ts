import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../src/datalog/index.js';
import type { Program } from '../../src/datalog/ir.js';
import { Engine, type Result } from '../../src/engine/index.js';
import { Facts } from '../../src/facts/facts.js';
import type { FactSet } from './graphs.js';

/** What one process found out about one program. Milliseconds and megabytes. */
export interface Measurement {
  readonly load: number;
  /** The first evaluation of the process. */
  readonly cold: number;
  /** From the begin of that to the last result tuple written to a column of its own. */
  readonly columns: number;
  /** The median of later evaluations. */
  readonly warm: number;
  /** The greatest resident set up to the end of the first evaluation. */
  readonly peak: number;
  /** The first proof after an evaluation, and how many steps it has. */
  readonly proof: number;
  readonly steps: number;
  readonly counts: Readonly<Record<string, number>>;
}

export interface Task {
  readonly program: string;
  /** A folder of columns, as `writeColumns` leaves it. */
  readonly folder: string;
  readonly results: readonly string[];
  /** The relation whose last tuple is explained. */
  readonly explain?: string;
  readonly repeat: number;
}

/** One file a relation, its columns of 32-bit words one after the other; its name says how many. */
export function writeColumns(folder: string, facts: FactSet): void {
  for (const [name, columns] of facts)
    writeFileSync(
      join(folder, `${name}.${columns.length}`),
      Buffer.concat(columns.map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength))),
    );
}

function readColumns(folder: string): Facts {
  const facts = new Facts();
  for (const file of readdirSync(folder)) {
    const [name = '', arity = ''] = file.split('.');
    if (!/^\d+$/.test(arity)) continue;
    const bytes = readFileSync(join(folder, file));
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
    const rows = words.length / Number(arity);
    const columns = Array.from({ length: Number(arity) }, (_, c) => words.subarray(c * rows, (c + 1) * rows));
    facts.table(name, Number(arity)).insert(columns, rows);
  }
  return facts;
}

/** Measures in this process, which should be a fresh one. */
export function measure({ program, folder, results, explain, repeat }: Task): Measurement {
  const compiled = compile({ file: 'workload.dl', text: program });
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join('\n'));
  const facts = readColumns(folder);
  const engine = new Engine();
  const begin = performance.now();
  const first = evaluate(engine, compiled.program, facts);
  const end = performance.now();
  const peak = process.resourceUsage().maxRSS / 1024;
  for (const name of results) first.relation(name)?.columns();
  const { loadMilliseconds: load, evaluateMilliseconds: cold } = first.statistics;
  const columns = cold + performance.now() - end;
  const counts = Object.fromEntries(results.map((name) => [name, first.relation(name)?.size ?? -1]));
  const warm: number[] = [];
  let last = first;
  for (let i = 0; i < repeat; i++) {
    last = evaluate(engine, compiled.program, facts);
    warm.push(last.statistics.evaluateMilliseconds);
  }
  const { proof, steps } = explain === undefined ? { proof: 0, steps: 0 } : timeProof(last, explain);
  if (end - begin < cold) throw new Error('an evaluation took longer than the run it was part of');
  return { load, cold, columns, warm: median(warm), peak, proof, steps, counts };
}

function evaluate(engine: Engine, program: Program, facts: Facts): Result {
  const run = engine.run(program, facts);
  if (!run.ok) throw new Error(run.error.message);
  return run.result;
}

function timeProof(result: Result, name: string): { proof: number; steps: number } {
  // Which tuple comes last is looked up first; a matrix writes its log for that, which no proof needs.
  const columns = result.relation(name)?.columns() ?? [];
  const tuple = columns.map((column) => column.at(-1) ?? 0);
  const begin = performance.now();
  const proof = result.explain(name, tuple);
  const time = performance.now() - begin;
  if (proof === undefined) throw new Error(`${name}(${tuple}) has no proof`);
  return { proof: time, steps: proof.steps.length };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
