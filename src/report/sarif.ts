import type { Severity } from '../diagnostic.js';
import { visible, visibleJson } from '../visible.js';
import type { Format } from './format.js';
import type { Range, Report, ReportedFinding, ReportedPlace, ReportedStep, ToolError } from './model.js';
import type { ReportedRule } from './rules.js';
import { relativeUri } from './uri.js';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * SARIF 2.1.0 (OASIS Standard with Errata 01), in pieces of one result each: one run, a rule for every kind of finding
 * there is, a code flow for a finding's way, what the tool could not do as notifications. Section numbers below are its.
 */
export const sarif: Format = function* (report, { rules }) {
  const run = {
    tool: { driver: driver(report, rules) },
    columnKind: 'utf16CodeUnits',
    invocations: [invocation(report)],
    properties: { law: report.law, summary: report.summary },
  };
  const open = visibleJson(JSON.stringify(run, null, 2))
    .replace(/\n}$/, '')
    .replaceAll('\n', '\n    ');
  yield `{\n  "$schema": "${schema}",\n  "version": "2.1.0",\n  "runs": [\n    ${open},\n      "results": [`;
  const index = new Map(rules.map(({ code }, i) => [code, i]));
  let separator = '\n        ';
  for (const finding of report.findings) {
    const text = JSON.stringify(result(finding, index.get(finding.code)), null, 2);
    yield separator + visibleJson(text.replaceAll('\n', '\n        '));
    separator = ',\n        ';
  }
  yield `${report.findings.length === 0 ? '' : '\n      '}]\n    }\n  ]\n}\n`;
};

function driver({ tool }: Report, rules: readonly ReportedRule[]): object {
  return { name: tool.name, version: tool.version, semanticVersion: tool.version, rules: rules.map(descriptor) };
}

function descriptor({ code, title, severity, help }: ReportedRule): object {
  const explained = help === '' ? title : withoutLocalLinks(help);
  return {
    id: code,
    shortDescription: { text: message(title) },
    fullDescription: { text: message(title) },
    help: { text: message(explained), markdown: seen(explained) },
    defaultConfiguration: { level: severity },
    properties: { tags: ['security'] },
  };
}

/** A page's links to its neighbours lead nowhere from a report: their text stays. */
function withoutLocalLinks(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1');
}

function result(finding: ReportedFinding, rule: number | undefined): object {
  const { code, severity, file, range, subject, path, related, repair, legs, record, fingerprint } = finding;
  return {
    ruleId: code,
    ...(rule === undefined ? {} : { ruleIndex: rule }),
    level: level(severity),
    message: { text: message([finding.message, ...repairLines(repair)].join('\n')) },
    locations: file === '' ? [] : [{ ...location(file, range), ...logical(subject.workflow, subject.task) }],
    ...(path.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: path.map(hop) }] }] }),
    ...(related.length === 0 ? {} : { relatedLocations: related.map(relatedLocation) }),
    partialFingerprints: { 'trifectaDatalog/v1': fingerprint },
    properties: { subject, repair, ...(legs && { legs }), ...(record && { record }) },
  };
}

function repairLines(repair: readonly string[]): string[] {
  return repair.map((text, i) => `${i === 0 ? 'Repair' : 'Or'}: ${text}`);
}

/** The levels of SARIF have the names that severities have here (3.27.10). */
function level(severity: Severity): 'error' | 'warning' | 'note' {
  return severity;
}

function hop({ task, why, file, range }: ReportedStep): object {
  return {
    location: { ...location(file, range), ...logical(file, task), message: { text: message(`${task}: ${why}`) } },
  };
}

function relatedLocation(place: ReportedPlace, i: number): object {
  return { id: i + 1, ...location(place.file, place.range), message: { text: message(place.message) } };
}

function location(file: string, range: Range): object {
  return { physicalLocation: { artifactLocation: artifact(file), region: region(range) } };
}

/** A name in the graph of tasks, for those who look at no text (3.33). */
function logical(workflow: string, task: string | null): object {
  if (task === null) return {};
  return { logicalLocations: [{ name: visible(task), fullyQualifiedName: visible(`${workflow}#${task}`) }] };
}

/** Relative to the folder in which the tool ran; what lies outside of it is relative to nothing that has a name (3.4.4). */
function artifact(file: string): object {
  const uri = relativeUri(file);
  return file.startsWith('../') ? { uri } : { uri, uriBaseId: '%SRCROOT%' };
}

function region({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** What could not be done, and what no claim is made of (3.20). */
function invocation({ errors, noClaims }: Report): object {
  const silent = noClaims.map(({ file, code, reason }) => notification(code, 'note', `no claim: ${reason}`, file));
  return {
    executionSuccessful: errors.length === 0,
    toolExecutionNotifications: [...errors.map(errorNotification), ...silent],
  };
}

function errorNotification({ code, message, file, range, repair }: ToolError): object {
  return notification(code, 'error', [message, ...repairLines(repair)].join('\n'), file, range);
}

function notification(id: string, level: 'error' | 'note', text: string, file: string | null, range?: Range): object {
  const physicalLocation =
    file === null
      ? null
      : { artifactLocation: artifact(file), ...(range === undefined ? {} : { region: region(range) }) };
  return {
    descriptor: { id },
    level,
    message: { text: message(text) },
    ...(physicalLocation === null ? {} : { locations: [{ physicalLocation }] }),
  };
}

/**
 * Text of files as a plain text message: nothing that acts on a terminal, no embedded link (3.11.6), no placeholder
 * (3.11.5). Other braces stay single: viewers print them as they stand, and repairs are there to be copied.
 */
function message(text: string): string {
  return seen(text)
    .replaceAll('](', '\\](')
    .replace(/\{(\d+)\}/g, '{{$1}}');
}

/** Line by line, every character that is not seen written out. */
function seen(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
