import type { Severity } from '../diagnostic.js';
import { snippet } from '../snippet.js';
import { visible } from '../visible.js';
import type { Format, View } from './format.js';
import type { Range, Report, ReportedFinding, Summary, ToolError } from './model.js';

/** For people: each finding with the lines of its path, then what no claim is made of, then the counts. */
export const pretty: Format = function* (report, view) {
  for (const finding of report.findings) yield `${findingLines(finding, view).join('\n')}\n\n`;
  yield `${closingLines(report, view).join('\n')}\n`;
};

/** A place that is shown, with what is said of it. */
interface Mark {
  readonly file: string;
  readonly range: Range;
  readonly label: string;
  readonly primary: boolean;
}

function findingLines(finding: ReportedFinding, view: View): string[] {
  const { colors } = view;
  const marks = marksOf(finding);
  const gutter = Math.max(...marks.map(({ range }) => String(range.start.line).length));
  const title = `${severityColor(finding.severity, view)(`${finding.severity}[${visible(finding.code)}]`)}: `;
  const lines = [title + colors.bold(visible(finding.message))];
  lines.push(`${' '.repeat(gutter)}${colors.blue('-->')} ${location(finding.file, finding.range)}`);
  lines.push(...markLines(marks, finding, gutter, view));
  finding.repair.forEach((repair, i) => {
    lines.push(`${' '.repeat(gutter)} ${colors.blue('=')} ${i === 0 ? 'repair' : 'or'}: ${visible(repair)}`);
  });
  return lines;
}

/** The steps of the path, the finding's own place first where no step stands there, and then what belongs to it besides. */
function marksOf(finding: ReportedFinding): Mark[] {
  const marks = finding.path.map(({ file, range, why }) => {
    return { file, range, label: why, primary: file === finding.file && startsAlike(range, finding.range) };
  });
  const own = { file: finding.file, range: finding.range, label: '', primary: true };
  const related = finding.related.map(({ file, range, message }) => ({ file, range, label: message, primary: false }));
  return [...(marks.some(({ primary }) => primary) ? [] : [own]), ...marks, ...related];
}

function startsAlike(a: Range, b: Range): boolean {
  return a.start.line === b.start.line && a.start.column === b.start.column;
}

function markLines(marks: readonly Mark[], finding: ReportedFinding, gutter: number, view: View): string[] {
  const { blue } = view.colors;
  const bar = `${' '.repeat(gutter)} ${blue('|')} `;
  const lines = [bar.trimEnd()];
  let last = { file: finding.file, line: 0 };
  for (const { file, range, label, primary } of marks) {
    const { line } = range.start;
    const { text, caret, carets } = snippet(view.sources.line(file, line), range);
    if (file !== last.file) lines.push(`${' '.repeat(gutter)}${blue(':::')} ${location(file, range)}`);
    else if (last.line !== 0 && line !== last.line && line !== last.line + 1) lines.push(blue('...'));
    if (file !== last.file || line !== last.line) {
      lines.push(`${blue(`${String(line).padStart(gutter)} |`)} ${text}`.trimEnd());
    }
    const color = primary ? severityColor(finding.severity, view) : blue;
    lines.push(bar + ' '.repeat(caret) + color(`${'^'.repeat(carets)} ${visible(label)}`.trimEnd()));
    last = { file, line };
  }
  return lines;
}

function location(file: string, { start }: Range): string {
  return `${visible(file)}:${start.line}:${start.column}`;
}

function severityColor(severity: Severity, { colors }: View): (text: string) => string {
  if (severity === 'error') return (text) => colors.bold(colors.red(text));
  return severity === 'warning' ? colors.yellow : colors.cyan;
}

function closingLines(report: Report, { colors }: View): string[] {
  const noClaims = report.noClaims.map(
    ({ file, code, reason }) => `${colors.yellow(`no claim[${visible(code)}]`)}: ${visible(file)}: ${visible(reason)}`,
  );
  const errors = report.errors.map(
    (error) => `${colors.bold(colors.red(`failed[${visible(error.code)}]`))}: ${toolErrorLine(error)}`,
  );
  return [...noClaims, ...errors, colors.bold(summaryLine(report.summary, report.law, report.errors.length))];
}

/** What could not be done, on one line. */
export function toolErrorLine({ file, range, message, repair }: ToolError): string {
  const where = range === undefined ? '' : `${range.start.line}:${range.start.column}:`;
  return visible([file === null ? message : `${file}:${where} ${message}`, ...repair].join('; '));
}

function summaryLine({ files, workflows, agents, findings, noClaims }: Summary, law: string, errors: number): string {
  const found = (['error', 'warning', 'note'] as const)
    .filter((severity) => severity === 'error' || findings[severity] > 0)
    .map((severity) => counted(findings[severity], severity));
  const parts = [
    found.join(', '),
    `${judgedText(workflows, agents)} in ${counted(files, 'file')}`,
    ...(noClaims > 0 ? [`no claim on ${noClaims}`] : []),
    ...(errors > 0 ? [counted(errors, 'failure')] : []),
    `law ${law}`,
  ];
  return parts.join(' · ');
}

function judgedText(workflows: number, agents: number): string {
  if (agents === 0) return counted(workflows, 'workflow');
  const configurations = `${counted(agents, 'configuration')} of agents`;
  return workflows === 0 ? configurations : `${counted(workflows, 'workflow')} and ${configurations}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
