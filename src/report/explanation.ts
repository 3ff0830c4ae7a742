import type { Source } from '../datalog/index.js';
import type { Proof } from '../engine/index.js';
import { tool } from '../tool.js';
import { visible } from '../visible.js';
import { list } from './json.js';
import type { ReportedFinding, ToolError } from './model.js';
import { jsonProof, prettyProof } from './proof.js';

/** A finding, and its derivation from what the files say. */
export interface Explanation {
  readonly finding: ReportedFinding;
  /** Its last step is the tuple that the finding is. */
  readonly proof: Proof;
}

/** Each finding with the steps of its derivation, one a line. */
export function* prettyExplanations(explanations: readonly Explanation[], rules: readonly Source[]): Iterable<string> {
  for (const { finding, proof } of explanations) {
    const { code, severity, message, file, range } = finding;
    yield visible(`${severity}[${code}]: ${message}`);
    yield `\n--> ${visible(file)}:${range.start.line}:${range.start.column}\n${prettyProof(proof, rules)}\n`;
  }
}

/** The same as one JSON object, in pieces. Documented in docs/json.md. */
export function* jsonExplanations(
  explanations: readonly Explanation[],
  errors: readonly ToolError[],
  rules: readonly Source[],
): Iterable<string> {
  yield JSON.stringify({ schemaVersion: 1, tool }, null, 2).replace(/\n}$/, '');
  yield* list(
    'explanations',
    explanations.map(({ finding, proof }) => ({ ...head(finding), proof: jsonProof(proof, rules) })),
  );
  yield* list('errors', errors);
  yield '\n}\n';
}

function head({ code, severity, message, file, range, subject, fingerprint }: ReportedFinding): object {
  return { code, severity, message, file, range, subject, fingerprint };
}
