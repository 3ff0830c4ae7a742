/**
 * The Datalog engine by itself: compiles programs in the dialect of docs/rules.md and evaluates them. Uses nothing of
 * Node, so that it runs in a browser as well (`trifecta-datalog/datalog`).
 *
 * @module
 */
export {
  type CompileResult,
  compile,
  type DatalogDiagnostic,
  formatDiagnostic,
  formatPlace,
  type Source,
} from './datalog/index.js';
export type { Attribute, Program, Relation } from './datalog/ir.js';
export type { Diagnostic, Severity } from './diagnostic.js';
export {
  type Absence,
  type Attempt,
  type Budget,
  Engine,
  type EngineError,
  type EngineErrorCode,
  type FoundTuple,
  formatAbsence,
  formatProfile,
  formatProof,
  type IndexProfile,
  type Missing,
  type PatternValue,
  type PlanProfile,
  type PlanStep,
  type Profile,
  type Proof,
  type ProofStep,
  type ProofValue,
  type RelationProfile,
  type Result,
  type Rows,
  type RuleProfile,
  type RunOptions,
  type RunResult,
  type RunStatistics,
  type Value,
} from './engine/index.js';
export { Facts } from './facts/facts.js';
export { factsOf, type GivenRows } from './io/given.js';
export { type ParsedTuple, parseTuple } from './io/tuple.js';
export type { Place, Position } from './place.js';
