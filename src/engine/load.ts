import { Fault } from '../../assembly/codes.js';
import type { Table } from '../facts/table.js';
import { BATCH, type Core, CoreFault } from './core.js';
import type { RelationState } from './state.js';
import type { Vectors } from './vectors.js';

/** Inserts rows given as columns into a relation, a batch at a time; duplicates are dropped. */
export function insertColumns(
  core: Core,
  vectors: Vectors,
  relation: RelationState,
  columns: readonly (Int32Array | Uint32Array)[],
  rows: number,
): void {
  const list = vectors.list(columns.length);
  if (rows > BATCH && core.exports.relationExpect(relation.address, relation.size + rows) === 0)
    throw new CoreFault(Fault.Memory);
  for (let from = 0; from < rows; from += BATCH) {
    const count = Math.min(BATCH, rows - from);
    const { words } = core;
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c];
      if (column !== undefined) copyTo(words, vectors.address(c) >>> 2, column, from, count);
    }
    core.exports.insert(relation.address, list, count);
    core.check(core.exports.fault());
  }
}

/** Rows below which a loop is faster than a view and a copy. */
const FEW = 48;

function copyTo(words: Uint32Array, to: number, column: Int32Array | Uint32Array, from: number, rows: number): void {
  if (rows > FEW) words.set(column.subarray(from, from + rows), to);
  else for (let i = 0; i < rows; i++) words[to + i] = column[from + i] ?? 0;
}

/** Copies a table of facts. */
export function loadTable(core: Core, vectors: Vectors, relation: RelationState, table: Table): void {
  if (table.size > 0) insertColumns(core, vectors, relation, table.arrays(), table.size);
}
