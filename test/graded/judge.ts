import * as assert from 'uvu/assert';
import type { Report } from '../../src/report/model.js';
import { type AnalyzeOptions, run } from '../../src/run.js';
import { type Files, inFolder } from '../cli/command.js';

/** Judges files in a fresh folder. */
export function judge(files: Files, options: Partial<AnalyzeOptions> = {}): Report {
  return inFolder(files, (folder) => run({ paths: ['.'], cwd: folder, ...options }).report);
}

/** The findings of one severity: their codes with the place and the text that they point at. */
export function found(
  files: Readonly<Record<string, string>>,
  options?: Partial<AnalyzeOptions>,
  severity = 'error',
): string[] {
  const { findings, errors } = judge(files, options);
  assert.equal(errors, []);
  return findings
    .filter((finding) => finding.severity === severity)
    .map(({ code, file, range: { start, end } }) => {
      const line = files[file]?.split('\n')[start.line - 1] ?? '';
      return `${code} ${file}:${start.line} ${start.line === end.line ? line.slice(start.column - 1, end.column - 1) : ''}`.trim();
    });
}

/** A server for each text of tags, as YAML. */
export function servers(...tags: readonly string[]): string {
  const items = tags.map(
    (tag, i) => `    - { name: s${i}, endpoint: "https://s.example/mcp", tags: { "*": [${tag}] } }\n`,
  );
  return `mcp:\n  servers:\n${items.join('')}`;
}

/** A pod with one container that has these arguments. */
export const pod = (args: string, more = '') => `apiVersion: v1
kind: Pod
metadata: { name: p }
spec:
  containers:
    - name: agent
      image: agentd
      args: ${args}
${more}`;
