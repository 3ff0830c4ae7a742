import type { Diagnostic } from '../diagnostic.js';
import type { Node } from '../parse/tree.js';
import type { AgentsCode } from './pikuri/codes.js';

/** A parsed file. */
export interface Document {
  /** Path as it is printed. */
  readonly file: string;
  /** The decoded text, into which the offsets of the tree point. */
  readonly text: string;
  readonly root: Node | null;
}

export interface Lowered {
  /** `agents`: a manifest or configuration of agents, which is judged by the graded core. `project`: the file that holds a project's settings, which is no workflow and gives no facts. */
  readonly kind: 'workflow' | 'agents' | 'project' | 'not-a-workflow';
  /** What is wrong with a manifest or configuration; what is wrong with a workflow is derived by rules. */
  readonly diagnostics: readonly Diagnostic<AgentsCode>[];
}
