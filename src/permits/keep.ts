import type { Result } from '../engine/index.js';
import type { Facts } from '../facts/facts.js';
import { assembled, type Block } from './block.js';

/** What a workflow grants already in categories of which not all needs can be inferred. */
export interface Kept {
  /** The entries by category, as they are written and in their order. */
  readonly entries: ReadonlyMap<string, readonly string[]>;
  readonly anyProgram: boolean;
}

/** Inference adds to these grants and takes none away (`kept` in rules/nika/inferred.dl). */
export function keptGrants(workflow: number, result: Result, { symbols }: Facts): Kept {
  const rows: { readonly category: string; readonly entry: string; readonly position: number }[] = [];
  for (const [owner, category = 0, entry = 0, position = 0] of result.relation('kept_entry') ?? [])
    if (owner === workflow) rows.push({ category: symbols.text(category), entry: symbols.text(entry), position });
  rows.sort((a, b) => a.position - b.position);
  const entries = new Map<string, string[]>();
  for (const { category, entry } of rows) entries.set(category, [...(entries.get(category) ?? []), entry]);
  const anyProgram = new Set(result.relation('kept_any_program')?.columns()[0]).has(workflow);
  return { entries, anyProgram };
}

/** What is kept, and behind it what of the block is not among that. */
export function withKept(block: Block, kept: Kept): Block {
  const all = new Map<string, readonly string[]>();
  for (const [category, entries] of entriesOf(block))
    all.set(category, [...new Set([...(kept.entries.get(category) ?? []), ...entries])]);
  return assembled(all, block.exec === true || kept.anyProgram);
}

/** The categories in which more is kept than a block grants. */
export function keptBeyond(block: Block, kept: Kept): string[] {
  if (block.exec !== true && kept.anyProgram) return [...keptBeyond({ ...block, exec: true }, kept), 'exec'];
  const isMore = (category: string, entries: readonly string[]) =>
    (category !== 'exec' || block.exec !== true) &&
    kept.entries.get(category)?.some((entry) => !entries.includes(entry)) === true;
  return [...entriesOf(block)].filter(([category, entries]) => isMore(category, entries)).map(([category]) => category);
}

function entriesOf({ fs, net, exec, tools }: Block): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ['fs.read', fs?.read ?? []],
    ['fs.write', fs?.write ?? []],
    ['net.http', net?.http ?? []],
    ['exec', exec === true ? [] : (exec ?? [])],
    ['tools', tools ?? []],
  ]);
}
