import { readFileSync } from 'node:fs';
import { compile } from '../../src/datalog/index.js';
import type { Program } from '../../src/datalog/ir.js';
import { Engine } from '../../src/engine/index.js';
import { Facts } from '../../src/facts/facts.js';
import { collectFindings, type Finding } from '../../src/findings/index.js';
import { lowerWorkflow } from '../../src/lower/index.js';
import { parseDocument } from '../../src/parse/parse.js';
import { shippedRules } from '../../src/rules.js';

/** A workflow to judge and the name it goes by. */
export interface Case {
  readonly name: string;
  readonly workflow: string;
}

/** An exposed task with the first source and all of them. */
export interface Verdict {
  readonly task: string;
  readonly source: string;
  readonly sources: readonly string[];
}

export const ALL_DIFFERENCES = Array.from({ length: 14 }, (_, i) => i + 1);

/** Judges many workflows in one run and gives each one's trifecta verdicts in declaration order. */
export function judge(
  cases: readonly Case[],
  law: '2.1' | '2.2',
  differences: readonly number[],
): Map<string, Verdict[]> {
  const verdicts = new Map<string, Verdict[]>(cases.map(({ name }) => [name, []]));
  for (const { code, subject } of findingsOf(cases, law, differences)) {
    if (code !== 'NIKA-SEC-009') continue;
    verdicts
      .get(subject.workflow)
      ?.push({ task: subject.task ?? '', source: subject.source ?? '', sources: subject.sources });
  }
  return verdicts;
}

/** All findings of many workflows judged in one run, in declaration order; without differences as the reference reads. */
export function findingsOf(
  cases: readonly Case[],
  law: '2.1' | '2.2',
  differences: readonly number[],
): readonly Finding[] {
  const facts = new Facts();
  const wordReferences = [5, 6, 7].some((entry) => !differences.includes(entry));
  for (const { name, workflow } of cases) {
    const { text, root } = parseDocument(name, new TextEncoder().encode(workflow));
    lowerWorkflow({ file: name, text, root }, facts, { wordReferences });
  }
  facts.table('law', 1).add(facts.symbols.intern(law));
  for (const entry of differences) facts.table('difference', 1).add(entry);
  facts.table('reading', 1).add(facts.symbols.intern(differences.length === 0 ? 'reference' : 'text'));
  const run = engine.run(program(), facts);
  if (!run.ok) throw new Error(run.error.message);
  const { findings } = collectFindings({ program: program(), result: run.result, facts });
  return [...findings].sort((a, b) => a.order - b.order);
}

/** The lines of a JSON Lines file; undefined where it is not there. */
export function readLines<T>(path: string): T[] | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line));
}

const engine = new Engine();
let compiled: Program | undefined;

function program(): Program {
  if (compiled !== undefined) return compiled;
  const main = { file: 'main.dl', text: shippedRules.get('main.dl') ?? '' };
  const result = compile(main, { include: (path) => ({ file: path, text: shippedRules.get(path) ?? '' }) });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  compiled = result.program;
  return compiled;
}
