/**
 * Strongly connected components by Pearce, "A space-efficient algorithm for finding strongly connected components" (2016),
 * his PEA_FIND_SCC2 with an explicit path. One word a node says all: 0 is not visited; below the visit numbers of open
 * nodes it is the least visit number known to be reached; from the top of the range down it is the component.
 *
 *     index   size      | 0, visit number, or component |
 *     path    most      | node | next successor | own visit number | -- |     the nodes being visited
 *     open    most      | node |                                              visited, of no component yet
 *     first   most + 1  | representative + 1 |                                by component
 */
import { alloc } from './arena';
import { emit, most, nodes, numberedId, offsets, rows, size, targets } from './graph';
import { at, clear, put } from './vectors';

const LISTED: u32 = 0;

let index: usize = 0;
let path: usize = 0;
let open: usize = 0;
let first: usize = 0;
