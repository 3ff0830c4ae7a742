/** The exports of the core, all numbers: addresses, rows, words. */
export { alloc, mark, release, setLimit } from './arena';
export { forget } from './blocks';
export { begin, fault } from './fault';
export { run } from './interpret';
export { indexGroups, indexKey, indexNew, indexUpdate } from './lookup';
export { relationAdvance, relationColumn, relationGreatest, relationNew, relationSize } from './relation';
export { insert, select } from './store';
