/** The exports of the core, all numbers: addresses, rows, words. */
export { alloc, mark, release, setLimit } from './arena';
export { forget } from './blocks';
export { componentsList, componentsNew, componentsSearch } from './components';
export { dominatorsNearest, dominatorsNew, dominatorsSearch, dominatorsSemi } from './dominators';
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
export { run } from './interpret';
export { levelsCount, levelsList, levelsNew, levelsStart, levelsTake } from './levels';
export { indexGroups, indexKey, indexNew, indexUpdate } from './lookup';
export {
  matrixLink,
  matrixMaterialise,
  matrixNew,
  matrixOrder,
  matrixOrderSearch,
  matrixSpread,
} from './matrix';
export { relationAdvance, relationColumn, relationGreatest, relationNew, relationSize } from './relation';
export { insert, matrixDissolve, select } from './store';
