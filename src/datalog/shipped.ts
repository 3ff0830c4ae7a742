import { shippedRules } from '../rules.js';
import { compile } from './index.js';
import type { Program } from './ir.js';

const compiled = new Map<string, Program>();

/** A shipped program by the path of its file below `rules/`, such as `main.dl`; compiled once in a process. */
export function shippedProgram(entry: string): Program {
  const known = compiled.get(entry);
  if (known !== undefined) return known;
  const result = compile(ruleFile(entry), { include: ruleFile });
  if (!result.ok) throw new Error(`the shipped rules do not compile: ${result.diagnostics[0]?.message}`);
  compiled.set(entry, result.program);
  return result.program;
}

function ruleFile(path: string): { file: string; text: string } {
  const text = shippedRules.get(path);
  if (text === undefined) throw new Error(`no rule file ${path} is shipped`);
  return { file: path, text };
}
