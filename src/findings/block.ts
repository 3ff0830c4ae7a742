import type { Result } from '../engine/index.js';
import type { Facts } from '../facts/facts.js';
import { inferredBlocks } from '../permits/block.js';
import { flowText } from '../permits/yaml.js';
import type { FindingRule } from './rule.js';

/** Many tasks may each be told the same block: one that is longer is better printed once. */
const LONGEST = 600;
const ELSEWHERE = 'the `permits:` that `trifecta-datalog infer-permits` prints for this file';

/** Tells of a tuple the block that is inferred for its workflow, as `@block` asks for: YAML on one line. */
export function blockTeller(rule: FindingRule, result: Result, facts: Facts): (tuple: readonly number[]) => string {
  const column = rule.relation.attributes.findIndex(({ type }) => type === 'Workflow');
  if (rule.block === null || column < 0) return () => '';
  const blocks = inferredBlocks(result, facts);
  const told = new Map<number, string>();
  return (tuple) => {
    const workflow = tuple[column] ?? -1;
    const known = told.get(workflow) ?? shortened(`permits: ${flowText(blocks(workflow))}`);
    told.set(workflow, known);
    return known;
  };
}

function shortened(block: string): string {
  return block.length > LONGEST ? ELSEWHERE : `\`${block}\``;
}
