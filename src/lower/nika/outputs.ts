import { sourceOffset } from '../../parse/offset.js';
import type { Node, Scalar } from '../../parse/tree.js';
import { findMentions } from './islands.js';
import type { Mention } from './mention.js';
import { eachString, writeWorkflowTarget } from './references.js';
import type { WorkflowScope } from './scope.js';

/** Writes what a workflow gives to its caller: one slot for all of its `outputs:`, and every reference in them. */
export function lowerOutputs(scope: WorkflowScope, outputs: Node): void {
  const { run } = scope;
  const slot = run.intern(`${scope.path}#*outputs`);
  run.table('result', 2).add(slot, scope.symbol);
  scope.place(slot, outputs);
  let position = 0;
  eachString(outputs, (scalar) => {
    const mentions: Mention[] = [];
    findMentions(scalar.text, scope.names, mentions);
    for (const mention of mentions) writeOutput(scope, slot, position++, scalar, mention);
  });
}

function writeOutput(scope: WorkflowScope, slot: number, position: number, scalar: Scalar, mention: Mention): void {
  const { run, document } = scope;
  const reference = run.intern(`${scope.path}#*outputs@${position}`);
  run.table('gives', 4).add(reference, scope.symbol, slot, position);
  run.table('found', 2).add(reference, run.word(mention.by));
  if (mention.escaped) run.table('escaped', 1).add(reference);
  const start = sourceOffset(document.text, scalar, mention.start);
  const range = { start, end: sourceOffset(document.text, scalar, mention.end) };
  scope.place(reference, range);
  writeWorkflowTarget(scope, reference, mention.target, range);
}
