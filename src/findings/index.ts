export { type Collected, collectFindings, type NoVerdict } from './collect.js';
export type { Finding, RelatedPlace, Step, Subject } from './finding.js';
export { type FindingRule, findingRules } from './rule.js';
