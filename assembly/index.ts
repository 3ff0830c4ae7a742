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
export { indexClear, indexUpdate } from './lookup-build';
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
export { insert, matrixDissolve, relationBag, select } from './store';
