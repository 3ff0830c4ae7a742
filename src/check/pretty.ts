import type { Colors } from 'picocolors/types';
import type { ReportedFinding } from '../report/model.js';
import { toolErrorLine } from '../report/pretty.js';
import { visible } from '../visible.js';
import type { CheckReport, Cost, Permits, Requirements, RiskReason } from './model.js';

/** So many lines of one kind are printed, and how many there are besides. */
const SHOWN = 5;

/** For people: the verdict, the findings with their repairs, and a line or two of everything else. */
export function prettyCheck(report: CheckReport, colors: Colors): string {
  const { findings, errors, noClaims } = report;
  const lines = [
    verdict(report, colors),
    ...findings.flatMap((finding) => findingLines(finding, colors)),
    ...noClaims.map(
      ({ file, code, reason }) => `${colors.yellow(`no claim[${code}]`)}: ${visible(file)}: ${visible(reason)}`,
    ),
    ...errors.map((error) => `${colors.red(`failed[${visible(error.code)}]`)}: ${toolErrorLine(error)}`),
    ...(report.sha256 === null ? [] : ['', ...sections(report, colors)]),
  ];
  return `${lines.join('\n')}\n`;
}

function verdict({ file, exitCode, risk_grade }: CheckReport, colors: Colors): string {
  const words = { 0: colors.green('clean'), 1: colors.red('not judged'), 2: colors.red('refused') };
  return colors.bold(`${visible(file)}: ${words[exitCode]} · risk ${risk_grade}`);
}

function findingLines({ code, severity, message, file, range, repair }: ReportedFinding, colors: Colors): string[] {
  const color = severity === 'error' ? colors.red : severity === 'warning' ? colors.yellow : colors.cyan;
  const { line, column } = range.start;
  return [
    '',
    `${color(`${severity}[${visible(code)}]`)} ${visible(file)}:${line}:${column}`,
    `  ${visible(message)}`,
    ...repair.map((text, i) => `  ${colors.blue(i === 0 ? 'repair:' : 'or:')} ${visible(text)}`),
  ];
}

function sections(report: CheckReport, { dim }: Colors): string[] {
  const { permits, requirements, cost, risk_reasons, sha256 } = report;
  const section = (name: string, [first = 'nothing', ...more]: readonly string[]) => [
    `${dim(name.padEnd(9))} ${first}`,
    ...more.map((line) => `${' '.repeat(10)}${line}`),
  ];
  return [
    ...section('declares', [permits.declared === null ? 'no boundary' : permitsText(permits.declared)]),
    ...section('needs', [permitsText(permits.needed)]),
    ...section('requires', requirementLines(requirements)),
    ...section('cost', costLines(cost)),
    ...section('risk', riskLines(risk_reasons)),
    ...section('sha256', [sha256 ?? '']),
  ];
}

/** A boundary on one line, category by category. */
function permitsText({ tools, exec, net, fs, env }: Permits): string {
  const categories: readonly (readonly [string, boolean | readonly string[] | undefined])[] = [
    ['tools', tools],
    ['exec', exec],
    ['net.http', net?.http],
    ['fs.read', fs?.read],
    ['fs.write', fs?.write],
    ['env', env],
  ];
  const granted = categories.flatMap(([name, grant]) => {
    if (grant === undefined) return [];
    return [`${name} ${typeof grant === 'boolean' ? grant : `[${grant.map(visible).join(', ')}]`}`];
  });
  return granted.length === 0 ? 'nothing' : granted.join(' · ');
}

function requirementLines({ models, secrets, inputs }: Requirements): string[] {
  return [
    ...(models.length > 0 ? [`models ${models.map(visible).join(', ')}`] : []),
    ...(secrets.length > 0 ? [`secrets ${secrets.map(visible).join(', ')}`] : []),
    ...(inputs.length > 0 ? [`inputs ${inputs.map(visible).join(', ')}`] : []),
  ];
}

function costLines({ tasks, bounded_total_usd, min_path_total_usd, has_unbounded, prices }: Cost): string[] {
  if (tasks.length === 0) return [has_unbounded ? 'not known' : 'no model is asked'];
  const open = tasks.filter(({ unbounded_reason }) => unbounded_reason !== null);
  const closed = tasks.length - open.length;
  const least = min_path_total_usd < bounded_total_usd ? `, ${dollars(min_path_total_usd)} on the cheapest path` : '';
  const total = `at most ${dollars(bounded_total_usd)} for the output of ${counted(closed, 'task')}${least}`;
  return [
    ...(closed > 0 ? [`${total} (${visible(prices.source)}, ${prices.date})`] : []),
    ...shown(open.map(({ task, unbounded_reason: why }) => `no ceiling: ${visible(`${task}: ${why}`)}`)),
  ];
}

function riskLines(reasons: readonly RiskReason[]): string[] {
  if (reasons.length === 0) return ['low'];
  return shown(reasons.map(({ grade, reason }) => `${grade}: ${visible(reason)}`));
}

function shown(lines: readonly string[]): string[] {
  return lines.length <= SHOWN ? [...lines] : [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`];
}

/** At least cents, at most millionths. */
function dollars(amount: number): string {
  return `$${amount.toFixed(6).replace(/0{1,4}$/, '')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
