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

/** What keeps a document, or a part of it, from being read. */
export type LowerCode =
  | 'NIKA-UNREADABLE-TASKS' // `tasks:` is no mapping, or empty
  | 'NIKA-UNREADABLE-TASK'; // a task is no mapping, or its id no plain string

export interface Lowered {
  /** `agents`: a manifest or configuration of agents, which is judged by the graded core. `project`: the file that holds a project's settings, which is no workflow and gives no facts. */
  readonly kind: 'workflow' | 'agents' | 'project' | 'not-a-workflow';
  /** Warnings, since what could be read is judged all the same. */
  readonly diagnostics: readonly Diagnostic<LowerCode | AgentsCode>[];
}
