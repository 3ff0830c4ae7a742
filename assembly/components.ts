/**
 * Strongly connected components by Pearce, "A space-efficient algorithm for finding strongly connected components" (2016),
 * his PEA_FIND_SCC2 with an explicit path, begun at the node column as if it were the successors of a virtual root.
 * `index` says all about a node: 0, it is not visited; counted up from 1, the least visit number it is known to lead to;
 * counted down from the greatest word, its component.
 *
 *     index   size      | 0, visit number or component |
 *     path    most      | node | next successor | own visit number | – |   the nodes being visited, without the last
 *     open    most      | node |                                           visited, of no component yet
 *     first   most      | representative + 1 |                             by component, from its first in the column on
 */
import { alloc } from './arena';
import { emit, most, nodes, numberedId, offsets, rows, size, targets } from './graph';
import { at, clear, put } from './vectors';

let index: usize = 0;
let path: usize = 0;
let open: usize = 0;
let first: usize = 0;

let visits: u32 = 0;
let component: u32 = 0;
let opened: u32 = 0;
let position: u32 = 0;

/** The search's place: the node it is at and its visit number, 0 at the root; successors; how many nodes wait on the path. */
let node: u32 = 0;
let own: u32 = 0;
let cursor: usize = 0;
let end: usize = 0;
let waiting: u32 = 0;

/**
 * Begins the components of the nodes of the node column. Phases after the graph's: `componentsSearch`, `componentsList`.
 * The result is in order of the node column; the first node of a component there represents it. False when out of memory.
 */
export function componentsNew(): bool {
  index = alloc(<usize>size << 2);
  path = alloc(<usize>most << 4);
  open = alloc(<usize>most << 2);
  first = alloc(<usize>most << 2);
  if (index == 0 || path == 0 || open == 0 || first == 0) return false;
  clear(index, size);
  clear(first, most);
  visits = 0;
  component = u32.MAX_VALUE;
  opened = 0;
  position = 0;
  own = 0;
  waiting = 0;
  // Set by the first call of the search: the node column may still have to be numbered.
  cursor = 0;
  return true;
}

/** Phase: finds the component of every node. */
export function componentsSearch(budget: u32): bool {
  if (cursor == 0) {
    cursor = nodes;
    end = nodes + (<usize>rows << 2);
  }
  for (; budget > 0; budget--) {
    if (cursor != end) follow();
    else if (waiting > 0) leave();
    else return false;
  }
  return true;
}

function follow(): void {
  const y = load<u32>(cursor);
  cursor += 4;
  if (at(index, y) == 0) enter(y);
  else lower(at(index, y));
}

/** What the present node leads to may have been visited before all it was known to lead to. */
function lower(visit: u32): void {
  if (own != 0 && visit < at(index, node)) put(index, node, visit);
}

function enter(y: u32): void {
  const place = path + (<usize>waiting << 4);
  waiting++;
  store<u32>(place, node);
  store<u32>(place, <u32>cursor, 4);
  store<u32>(place, own, 8);
  node = y;
  own = ++visits;
  put(index, y, own);
  cursor = targets + (<usize>at(offsets, y) << 2);
  end = targets + (<usize>at(offsets, y + 1) << 2);
}

function leave(): void {
  const left = node;
  if (at(index, left) == own) close();
  else put(open, opened++, left);
  waiting--;
  const place = path + (<usize>waiting << 4);
  node = load<u32>(place);
  cursor = <usize>load<u32>(place, 4);
  own = load<u32>(place, 8);
  end = own == 0 ? nodes + (<usize>rows << 2) : targets + (<usize>at(offsets, node + 1) << 2);
  lower(at(index, left));
}

/** The present node leads to no node visited before it: it and the open nodes visited since are a component. */
function close(): void {
  while (opened > 0 && at(index, at(open, opened - 1)) >= own) put(index, at(open, --opened), component);
  put(index, node, component--);
}

/** Phase: lists the nodes with the representatives of their components. */
export function componentsList(budget: u32): bool {
  const last = rows - position < budget ? rows : position + budget;
  for (let i = position; i < last; i++) {
    const x = at(nodes, i);
    if (at(index, x) == 0) continue;
    const c = ~at(index, x);
    if (at(first, c) == 0) put(first, c, x + 1);
    // 0 keeps a node that the column repeats from being listed twice.
    put(index, x, 0);
    emit(x, numberedId(at(first, c) - 1));
  }
  position = last;
  return last != rows;
}
