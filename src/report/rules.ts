import type { Severity } from '../diagnostic.js';

/** What a kind of finding is, for formats that explain it. */
export interface ReportedRule {
  readonly code: string;
  readonly title: string;
  readonly severity: Severity;
  /** What it means and how it is repaired, as Markdown; empty where nothing more is known than the title. */
  readonly help: string;
}

const profile =
  'The YAML profile of workflow files does not allow it, so that every reader of the file reads the same.';
const loader = 'No loader reads such a file, so no verdict on it is possible.';

const configuration = 'agentd refuses to start with it (docs/agents.md).';
const manifest =
  'A manifest that says something else than is meant gives another verdict: a misspelt level would read as a missing leg.';

/** Findings about a file itself, which no rule derives (docs/findings/files.md). */
const fileFindings: readonly (readonly [code: string, title: string, why: string])[] = [
  ['NIKA-YAML-001', 'Anchor', profile],
  ['NIKA-YAML-002', 'Alias', profile],
  ['NIKA-YAML-003', 'Merge key', profile],
  ['NIKA-YAML-004', 'Duplicate key', profile],
  ['NIKA-YAML-005', 'Scalar over its cap', profile],
  ['NIKA-YAML-006', 'Tag outside the core schema', profile],
  ['NIKA-YAML-007', 'Key that is no string', profile],
  ['NIKA-YAML-008', 'Number that is infinite or none', profile],
  ['NIKA-YAML-009', 'Nesting over its cap', profile],
  ['NIKA-YAML-010', 'Document over its cap', profile],
  ['NIKA-YAML-011', 'Byte order mark, or text that is not normalised', profile],
  ['NIKA-PARSE-001', 'No YAML, or several documents', loader],
  ['NIKA-NOT-A-WORKFLOW', 'No workflow', 'A file that is given, or named as a workflow, is never passed over.'],
  ['AGENTS-SHAPE', 'Value of the wrong kind in a manifest of agents', manifest],
  ['AGENTS-KEY', 'Unknown key in a manifest of agents', manifest],
  ['AGENTS-LEVEL', 'Unknown level of a leg', manifest],
  ['AGENTS-AXES', 'Way out on one of its axes alone', manifest],
  ['AGENTS-UNKNOWN-TOOL', 'Persona that names an unknown tool', manifest],
  ['AGENTS-UNKNOWN-AGENT', 'Work handed to an unknown agent', manifest],
  ['AGENTD-CONFIG-SHAPE', 'Value of the wrong kind in a configuration of agentd', configuration],
  ['AGENTD-CONFIG-KEY', 'Unknown key in a configuration of agentd', configuration],
  ['AGENTD-CONFIG-TAG', 'Unknown tag of a server', configuration],
  ['AGENTD-CONFIG-FAMILIES', 'Keys of two versions of agentd in one document', configuration],
  ['AGENTD-CONFIG-DOTFILES', 'Both spellings of the dotfile', configuration],
  ['AGENTD-CONFIG-OVERRIDE', 'Dotfile that lifts a gate', configuration],
  ['AGENTD-CONFIG-FLAG', 'Flag that names no server', configuration],
  ['NIKA-PARSE-017', 'Duplicate key', loader],
  [
    'INPUT-IGNORED',
    'A file or folder that ignore rules hide',
    'A workflow that git tracks all the same is not judged.',
  ],
  ['INPUT-IGNORE-FILE', 'An ignore file that is not applied', 'What it leaves out is analysed all the same.'],
];

const severities: ReadonlyMap<string, Severity> = new Map([
  ['INPUT-IGNORE-FILE', 'warning'],
  ['INPUT-IGNORED', 'note'],
]);

export const fileRules: readonly ReportedRule[] = fileFindings.map(([code, title, help]) => {
  return { code, title, severity: severities.get(code) ?? 'error', help };
});
