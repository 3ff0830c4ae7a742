/**
 * Immediate dominators by Semi-NCA: Georgiadis, "Linear-time algorithms for dominators and related problems" (Princeton,
 * 2005): semidominators as Lengauer and Tarjan (1979) find them with path compression, then each immediate dominator as
 * the nearest ancestor of the parent, in the dominator tree built so far, that is not below the semidominator.
 *
 * That search is linear in the depth of the tree in the paper, so that a long chain whose end and start both lead to many
 * nodes takes quadratic time (as in Cooper, Harvey and Kennedy's algorithm). Here it follows jump pointers (Myers, "An
 * applicative random-access stack", 1983) and takes a logarithm of the depth.
 *
 * Nodes are numbered in preorder of a depth-first search from a virtual root, 0, whose successors are the entries:
 *
 *     preorder  size      | w | 0 | …                   by node number; 0 is not reached
 *     vertex    most + 1  | node | …                    by preorder number from here on
 *     dominator           | parent, at last dominator |
 *     semi                | semidominator |
 *     forest              | ancestor | least semi below it |   the paths compressed so far
 *     crossing            | k |                         head of a list of the edges from greater numbers, k > 0
 *     crossings edges + 1 | next k | from |
 *     jump, depth         | ancestor | … |              overlaid on `crossing` and `forest`, which are done with by then
 */
import { alloc } from './arena';
import { at, clear, put } from './vectors';
import { edges, emit, most, nodes, numberedId, offsets, rows, size, targets } from './graph';

let preorder: usize = 0;
let vertex: usize = 0;
let dominator: usize = 0;
let semi: usize = 0;
let forest: usize = 0;
let crossing: usize = 0;
let crossings: usize = 0;
let path: usize = 0;
let jump: usize = 0;
let depth: usize = 0;

let reached: u32 = 0;
let crossed: u32 = 0;
let position: u32 = 0;

/** The search's place: the node it is at, its next successor, its last, and how many nodes wait on the path. */
let top: u32 = 0;
let cursor: usize = 0;
let end: usize = 0;
let waiting: u32 = 0;

/**
 * Begins the dominators of the graph; the node column has the entries. Phases after the graph's: `dominatorsSearch`,
 * `dominatorsSemi`, `dominatorsNearest`. The result is in preorder. False when out of memory.
 */
export function dominatorsNew(): bool {
  const words = (<usize>most + 1) << 2;
  preorder = alloc(<usize>size << 2);
  vertex = alloc(words);
  dominator = alloc(words);
  semi = alloc(words);
  forest = alloc(words << 1);
  crossing = alloc(words);
  path = alloc(words << 1);
  crossings = alloc((<usize>edges + 1) << 3);
  if (preorder == 0 || vertex == 0 || dominator == 0 || semi == 0) return false;
  if (forest == 0 || crossing == 0 || path == 0 || crossings == 0) return false;
  clear(preorder, size);
  jump = crossing;
  depth = forest;
  reached = 0;
  crossed = 0;
  position = 0;
  top = 0;
  waiting = 0;
  // Set by the first call of the search: the node column may still have to be numbered.
  cursor = 0;
  return true;
}

/** Phase: numbers what the entries reach, and sorts the edges by how they stand to the tree. */
export function dominatorsSearch(budget: u32): bool {
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
  const w = at(preorder, y);
  if (w == 0) enter(y);
  else if (w > top) {
    if (top < at(semi, w)) put(semi, w, top);
  } else if (w < top) cross(w);
}

function enter(node: u32): void {
  const place = path + (<usize>waiting << 3);
  waiting++;
  store<u32>(place, top);
  store<u32>(place, <u32>cursor, 4);
  const w = ++reached;
  put(preorder, node, w);
  put(vertex, w, node);
  put(dominator, w, top);
  put(semi, w, top);
  put(crossing, w, 0);
  top = w;
  cursor = targets + (<usize>at(offsets, node) << 2);
  end = targets + (<usize>at(offsets, node + 1) << 2);
}

function leave(): void {
  waiting--;
  const place = path + (<usize>waiting << 3);
  top = load<u32>(place);
  cursor = <usize>load<u32>(place, 4);
  end = top == 0 ? nodes + (<usize>rows << 2) : targets + (<usize>at(offsets, at(vertex, top) + 1) << 2);
}

/** Remembers an edge from the present node to one with a smaller number. */
function cross(w: u32): void {
  crossed++;
  const place = crossings + (<usize>crossed << 3);
  store<u32>(place, at(crossing, w));
  store<u32>(place, top, 4);
  put(crossing, w, crossed);
}

/** Phase: semidominators, from the last node to the first. `semi` has the least source of edges from smaller numbers. */
export function dominatorsSemi(budget: u32): bool {
  const last = reached - position;
  const first: u32 = last < budget ? 0 : last - budget;
  for (let w = last; w > first; w--) {
    let least = at(semi, w);
    for (let k = at(crossing, w); k != 0; ) {
      const place = crossings + (<usize>k << 3);
      const found = leastSemi(load<u32>(place, 4), w);
      if (found < least) least = found;
      k = load<u32>(place);
    }
    put(semi, w, least);
    const tree = forest + (<usize>w << 3);
    store<u32>(tree, at(dominator, w));
    store<u32>(tree, least, 4);
  }
  position = first == 0 ? 0 : reached - first;
  return first != 0;
}

/** The least semidominator on the tree path from u up to, and without, the first ancestor that is at most w. */
function leastSemi(u: u32, w: u32): u32 {
  if (ancestorOf(u) > w) compress(u, w);
  return load<u32>(forest + (<usize>u << 3), 4);
}

function ancestorOf(u: u32): u32 {
  return load<u32>(forest + (<usize>u << 3));
}

/** Lets all nodes of the path point to its upper end. The path is kept in an array: it can be as long as the graph. */
function compress(u: u32, w: u32): void {
  let length: u32 = 0;
  let x = u;
  while (ancestorOf(x) > w) {
    put(path, length++, x);
    x = ancestorOf(x);
  }
  const root = forest + (<usize>x << 3);
  const ancestor = load<u32>(root);
  let least = load<u32>(root, 4);
  while (length > 0) {
    const tree = forest + (<usize>at(path, --length) << 3);
    store<u32>(tree, ancestor);
    if (load<u32>(tree, 4) < least) least = load<u32>(tree, 4);
    else store<u32>(tree, least, 4);
  }
}

/** Phase: from semidominators to dominators, from the first node to the last. */
export function dominatorsNearest(budget: u32): bool {
  if (position == 0) {
    put(dominator, 0, 0);
    put(jump, 0, 0);
    put(depth, 0, 0);
  }
  const begin = position + 1;
  const last = reached - position < budget ? reached : position + budget;
  for (let w = begin; w <= last; w++) {
    const limit = at(semi, w);
    let d = at(dominator, w);
    while (d > limit) d = at(jump, d) > limit ? at(jump, d) : at(dominator, d);
    put(dominator, w, d);
    placeJump(w, d);
    if (d != 0) emit(at(vertex, w), numberedId(at(vertex, d)));
  }
  position = last;
  return last != reached;
}

/** A node jumps as far as its dominator's jump does where the two last jumps are of one length, else to its dominator. */
function placeJump(w: u32, d: u32): void {
  const far = at(jump, d);
  const equal = at(depth, d) - at(depth, far) == at(depth, far) - at(depth, at(jump, far));
  put(jump, w, equal ? at(jump, far) : d);
  put(depth, w, at(depth, d) + 1);
}
