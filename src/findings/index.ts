export { type Collected, collectFindings, type NoVerdict } from './collect.js';
export type {
  AuditRecord,
  Finding,
  FindingTuple,
  HeldLegs,
  LegHolder,
  RelatedPlace,
  Step,
  Subject,
} from './finding.js';
export { type FindingRule, findingRules } from './rule.js';
