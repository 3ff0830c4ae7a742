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
  if (core.exports.relationExpect(relation.address, relation.size + rows) === 0) throw new CoreFault(Fault.Memory);
  for (let from = 0; from < rows; from += BATCH) {
    const count = Math.min(BATCH, rows - from);
    const words = core.words;
    columns.forEach((column, c) => {
      words.set(column.subarray(from, from + count), vectors.address(c) >>> 2);
    });
    core.exports.insert(relation.address, list, count);
  }
  core.check(core.exports.fault());
}

/** Copies a table of facts. */
export function loadTable(core: Core, vectors: Vectors, relation: RelationState, table: Table): void {
  insertColumns(core, vectors, relation, table.columns(), table.size);
}
