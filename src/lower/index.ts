import type { Facts } from '../facts/facts.js';
import type { Document, Lowered } from './document.js';
import { isProject, lower as lowerNika, lowerUnreadable, workflowOf } from './nika/index.js';
import { isAgentsName, lowerManifest } from './pikuri/index.js';
import { type LowerOptions, LowerRun } from './run.js';

export type { Document, Lowered } from './document.js';
export type { LowerOptions } from './run.js';

/** Names that say that a file is meant as a workflow. */
const WORKFLOW_NAME = /\.nika(?:\.ya?ml)?$/i;

/** Whether the name of a file says what it is, whatever its content. */
export function isNamed(file: string): boolean {
  return WORKFLOW_NAME.test(file) || isAgentsName(file);
}

/** What was said once is known by the facts it was said in. */
const runs = new WeakMap<Facts, LowerRun>();

/**
 * Writes what a document says to the facts of a run: every relation of rules/schema.dl but `law` and `difference`, which
 * are the run's. Its content chooses the front end; its name only says whether silence would be wrong. Never fails: what
 * can't be read is a fact. Takes time linear in the document.
 */
export function lowerWorkflow(document: Document, facts: Facts, options: LowerOptions): Lowered {
  const { file, root } = document;
  if (isAgentsName(file)) return { kind: 'agents', diagnostics: lowerManifest(document, facts) };
  const run = runOf(facts, options);
  const workflow = workflowOf(root);
  if (workflow !== null) {
    lowerNika(document, workflow, run);
    return { kind: 'workflow', diagnostics: [] };
  }
  // A workflow whose `tasks:` is misspelt must not pass as settings.
  if (!WORKFLOW_NAME.test(file) && isProject(file, root)) return { kind: 'project', diagnostics: [] };
  if (root?.kind !== 'mapping' && WORKFLOW_NAME.test(file)) lowerUnreadable(document, run);
  return { kind: 'not-a-workflow', diagnostics: [] };
}

function runOf(facts: Facts, options: LowerOptions): LowerRun {
  let run = runs.get(facts);
  if (run === undefined) {
    run = new LowerRun(facts, options);
    runs.set(facts, run);
  }
  return run;
}
