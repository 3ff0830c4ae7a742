/** The exports of the core, all numbers: addresses, rows, words. */
export { alloc, mark, release, setLimit } from './arena';
export { forget } from './blocks';
export { componentsList, componentsNew, componentsSearch } from './components';
export { dominatorsNearest, dominatorsNew, dominatorsSearch, dominatorsSemi } from './dominators';
export { equivalenceClear, equivalenceColumn, equivalenceNew, equivalencePairs } from './equivalence';
export { equivalenceMaterialise } from './equivalence-rows';
export { begin, fault, forgive } from './fault';
export {
  graphColumn,
  graphCount,
  graphList,
  graphNew,
  graphNumber,
  graphRows,
  graphScatter,
  graphSum,
} from './graph';
export { emitted, run } from './interpret';
export { levelsCount, levelsList, levelsNew, levelsStart, levelsTake } from './levels';
export { find, indexIsFrozen, indexKey, indexKind, indexNew } from './lookup';
export { forceIndex, indexClear, indexUpdate } from './lookup-build';
export { matrixNew } from './matrix';
export { matrixMaterialise } from './matrix-log';
export { matrixOrder, matrixOrderSearch } from './matrix-order';
export { matrixLink, matrixSpread } from './matrix-pass';
export {
  relationAdvance,
  relationClear,
  relationColumn,
  relationExpect,
  relationGreatest,
  relationNew,
  relationSize,
  relationStore,
} from './relation';
export { search, searchFrom, searchNew, searchSeed } from './search';
export { forceStore, insert, matrixDissolve, relationBag, select } from './store';

/**
 * Loops that do the work of a batch, exported only so that they stay functions of their own: V8 replaces the first, slow code
 * of a small function soon, and that of a large one, into which they would be inlined, late.
 */
export { cross, joinChains, joinRanges } from './join';
export { compare, exists, member } from './filter';
export { insertBitmap, selectBitmap } from './store-bitmap';
export { insertPacked, selectPacked } from './store-packed';
export { insertRows, selectRows } from './store-rows';
export { matrixInsert, matrixSelect, selectKeys } from './matrix-access';
export { passMapped, settle } from './matrix-pass';
export { compact, gather, greatest, move, pack } from './vectors';
export { countGroups, scatter, scatterColumn, sum } from './lookup-ranges';
export { link } from './lookup-build';
export { hashedGroups } from './lookup';
export { append } from './relation';
export { refillBitmap } from './store-bitmap';
export { refillPacked } from './store-packed';
export { insertWide, packColumn, selectWide } from './store-wide';
