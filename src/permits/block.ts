import type { Result } from '../engine/index.js';
import type { Facts } from '../facts/facts.js';

/** A block of grants: the entries of each category that has some, sorted. `true` grants every program. */
export interface Block {
  readonly fs?: { readonly read?: readonly string[]; readonly write?: readonly string[] };
  readonly net?: { readonly http: readonly string[] };
  readonly exec?: true | readonly string[];
  readonly tools?: readonly string[];
}

/** The blocks that a run inferred (rules/nika/inferred.dl), by the symbols of the workflows. */
export function inferredBlocks(result: Result, facts: Facts): (workflow: number) => Block {
  const entries = new Map<number, Map<string, string[]>>();
  const of = (workflow: number, category: string) => {
    const categories = entries.get(workflow) ?? new Map<string, string[]>();
    entries.set(workflow, categories);
    const list = categories.get(category) ?? [];
    categories.set(category, list);
    return list;
  };
  const { symbols } = facts;
  for (const [workflow = 0, category = 0, entry = 0] of result.relation('inferred') ?? [])
    of(workflow, symbols.text(category)).push(symbols.text(entry));
  const whole = new Set(result.relation('inferred_whole')?.columns()[0]);
  return (workflow) => blockOf(entries.get(workflow) ?? new Map(), whole.has(workflow));
}

function blockOf(categories: ReadonlyMap<string, readonly string[]>, anyProgram: boolean): Block {
  const sorted = new Map([...categories].map(([category, entries]) => [category, [...entries].sort()]));
  return assembled(sorted, anyProgram);
}

/** The block of some entries, by their categories. */
export function assembled(categories: ReadonlyMap<string, readonly string[]>, anyProgram: boolean): Block {
  const of = (category: string) => categories.get(category) ?? [];
  const [read, write, http] = [of('fs.read'), of('fs.write'), of('net.http')];
  const [programs, tools] = [of('exec'), of('tools')];
  const fs = { ...(read.length > 0 && { read }), ...(write.length > 0 && { write }) };
  return {
    ...(Object.keys(fs).length > 0 && { fs }),
    ...(http.length > 0 && { net: { http } }),
    ...(anyProgram ? { exec: true as const } : programs.length > 0 && { exec: programs }),
    ...(tools.length > 0 && { tools }),
  };
}
