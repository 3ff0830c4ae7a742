import { Fault } from '../../assembly/codes.js';
import type { Builtin } from '../datalog/ir.js';
import { type Core, CoreFault } from './core.js';
import { computeBuiltin } from './graph.js';
import { insertColumns } from './load.js';
import type { RelationState, State } from './state.js';
import type { Vectors } from './vectors.js';

/** Computes a built-in relation from relations of earlier strata and inserts its tuples. */
export function fillBuiltin(
  core: Core,
  vectors: Vectors,
  state: State,
  relation: RelationState,
  builtin: Builtin,
  expired: () => boolean,
): void {
  const edge = state.state(builtin.edge);
  const node = state.state(builtin.kind === 'idom' ? builtin.entry : builtin.node);
  edge.materialise();
  node.materialise();
  const edges: readonly [Int32Array, Int32Array] = [column(core, edge, 0), column(core, edge, 1)];
  const result = computeBuiltin(core.exports, builtin.kind, edges, column(core, node, 0), expired);
  if ('fault' in result) throw new CoreFault(result.fault === 'memory' ? Fault.Memory : Fault.Time);
  insertColumns(core, vectors, relation, result.columns, result.columns[0].length);
}

/** A column as a view, to be used before anything is allocated in the core. */
function column(core: Core, relation: RelationState, number: number): Int32Array {
  const address = relation.column(number);
  return new Int32Array(core.exports.memory.buffer, address, relation.size);
}
