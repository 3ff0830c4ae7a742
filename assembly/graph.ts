/**
 * The graph a built-in relation is computed over, one at a time: ids to node numbers, successors in compressed rows, the
 * result. Its memory is on top of the arena: the host takes `mark` before `graphNew` and gives it to `release` at the end.
 *
 * A graph is made and worked on in *phases*: exported functions that do about `budget` units of work, go on where the last
 * call stopped, and return whether there is more. V8 replaces a function's first, slow code only between calls, so that
 * a loop over all edges in one call would stay slow to its end; and an exported function is not inlined into a caller.
 *
 *     from, to  edges      | x | x | …          the edge columns: ids, or numbers once `graphNumber` has run
 *     nodes     rows       | x | …              the node (or entry) column, likewise
 *     listed    size bytes | 1 | 0 | …          which numbers are nodes; no array where every end of an edge is one
 *     offsets   size + 1   | 0 | 2 | 2 | …      the successors of x: targets[offsets[x]] … targets[offsets[x + 1]],
 *     targets   edges      | y | y | …          in the order of the edge columns
 */
import { alloc } from './arena';
import { idOf, numberOf, numbersNew } from './numbers';
import { at, clear, greatest, put } from './vectors';

export let edges: u32 = 0;
export let rows: u32 = 0;
export let nodes: usize = 0;
/** Numbers are below `size`; at most `most` of them occur. */
export let size: u32 = 0;
export let most: u32 = 0;
export let offsets: usize = 0;
export let targets: usize = 0;

let from: usize = 0;
let to: usize = 0;
let listed: usize = 0;
/** Where the numbers of all columns go: nodes, from, to. 0 where an id is its own number. */
let numbered: usize = 0;

/** Where the present phase goes on. */
let position: u32 = 0;
let sum: u32 = 0;

let resultNodes: usize = 0;
let resultValues: usize = 0;
let resultRows: u32 = 0;

/** An id is its own number where that takes at most so many numbers a value of the input, or a few. */
const SPREAD: u32 = 4;
const FEW: u32 = 1024;
const STRETCH: u32 = 1 << 14;
/** Values in the input: so few that no count of bytes overflows. */
const MOST_VALUES: u64 = 1 << 27;

/**
 * Begins a graph over columns of u32 ids at the given addresses: `edgeRows` edges, `nodeRows` nodes or entries. With `all`
 * every end of an edge is a node, else those of the node column are, and edges with another end are none. Phases:
 * `graphNumber`, `graphList`, `graphCount`, `graphSum`, `graphScatter`. False when out of memory.
 */
export function graphNew(fromIds: usize, toIds: usize, edgeRows: u32, nodeIds: usize, nodeRows: u32, all: bool): bool {
  const values = (<u64>edgeRows << 1) + nodeRows;
  if (values > MOST_VALUES) return false;
  from = fromIds;
  to = toIds;
  edges = edgeRows;
  nodes = nodeIds;
  rows = nodeRows;
  position = 0;
  sum = 0;
  return chooseNumbers(<u32>values) && allocate(all);
}

function chooseNumbers(values: u32): bool {
  const last = max(max(greatestId(from, edges), greatestId(to, edges)), greatestId(nodes, rows));
  if (last < values * SPREAD + FEW) {
    numbered = 0;
    size = last + 1;
    most = min(size, values);
    return true;
  }
  size = values;
  most = values;
  numbered = alloc(<usize>values << 2);
  return numbered != 0 && numbersNew(values);
}

/** In stretches, for the reason given above. */
function greatestId(column: usize, count: u32): u32 {
  let id: u32 = 0;
  for (let i: u32 = 0; i < count; i += STRETCH) {
    id = max(id, greatest(column + (<usize>i << 2), min(count - i, STRETCH)));
  }
  return id;
}

function allocate(all: bool): bool {
  offsets = alloc((<usize>size + 1) << 2);
  targets = alloc(<usize>edges << 2);
  resultNodes = alloc(<usize>most << 2);
  resultValues = alloc(<usize>most << 2);
  resultRows = 0;
  listed = all ? 0 : alloc(size);
  if (offsets == 0 || targets == 0 || resultNodes == 0 || resultValues == 0 || (!all && listed == 0)) return false;
  clear(offsets, size + 1);
  if (!all) memory.fill(listed, 0, size);
  return true;
}

/** The end of a phase's next stretch of at most `budget` of `total`. */
function stretch(total: u32, budget: u32): u32 {
  return total - position < budget ? total : position + budget;
}

/** Ends a stretch; true where the phase has more of `total`, else the next phase begins at 0. */
function advance(end: u32, total: u32): bool {
  position = end == total ? 0 : end;
  return end != total;
}

/** Phase: replaces ids by numbers, where they are sparse; the node column first. */
export function graphNumber(budget: u32): bool {
  if (numbered == 0) return false;
  const total = rows + (edges << 1);
  const end = stretch(total, budget);
  for (let i = position; i < end; i++) put(numbered, i, numberOf(value(i)));
  if (advance(end, total)) return true;
  nodes = numbered;
  from = numbered + (<usize>rows << 2);
  to = from + (<usize>edges << 2);
  return false;
}

/** Value i of the node, from and to columns one after the other. */
function value(i: u32): u32 {
  if (i < rows) return at(nodes, i);
  return i - rows < edges ? at(from, i - rows) : at(to, i - rows - edges);
}

/** Phase: marks which numbers are nodes. */
export function graphList(budget: u32): bool {
  if (listed == 0) return false;
  const end = stretch(rows, budget);
  for (let i = position; i < end; i++) store<u8>(listed + at(nodes, i), 1);
  return advance(end, rows);
}

function isEdge(x: u32, y: u32): bool {
  return listed == 0 || (load<u8>(listed + x) & load<u8>(listed + y)) != 0;
}

/** Phase: counts the successors of every number. */
export function graphCount(budget: u32): bool {
  const end = stretch(edges, budget);
  for (let i = position; i < end; i++) {
    const x = at(from, i);
    if (isEdge(x, at(to, i))) put(offsets, x, at(offsets, x) + 1);
  }
  return advance(end, edges);
}

/** Phase: sums the counts, so that offsets[x] is the end of x. */
export function graphSum(budget: u32): bool {
  const end = stretch(size + 1, budget);
  let total = sum;
  for (let x = position; x < end; x++) {
    total += at(offsets, x);
    put(offsets, x, total);
  }
  sum = total;
  return advance(end, size + 1);
}

/** Phase: puts every target in its place, from the last edge to the first, which leaves offsets[x] at the begin of x. */
export function graphScatter(budget: u32): bool {
  const end = stretch(edges, budget);
  for (let i = position; i < end; i++) {
    const x = at(from, edges - 1 - i);
    const y = at(to, edges - 1 - i);
    if (!isEdge(x, y)) continue;
    const place = at(offsets, x) - 1;
    put(offsets, x, place);
    put(targets, place, y);
  }
  return advance(end, edges);
}

// -------------------------------------------------------------------------------------------------------------- result

/** Adds a tuple of the result: a node by its number, and the value as it is. */
export function emit(node: u32, value: u32): void {
  put(resultNodes, resultRows, numberedId(node));
  put(resultValues, resultRows, value);
  resultRows++;
}

export function numberedId(number: u32): u32 {
  return numbered == 0 ? number : idOf(number);
}

/** Rows of the result. */
export function graphRows(): u32 {
  return resultRows;
}

/** Address of the result's first column (0, node ids) or second (1). */
export function graphColumn(column: u32): usize {
  return column == 0 ? resultNodes : resultValues;
}
