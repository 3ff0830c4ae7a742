import type { Result } from '../engine/index.js';
import type { Facts } from '../facts/facts.js';
import { type Block, inferredBlocks } from '../permits/block.js';

/** What was derived, as maps from the first column, a task or a workflow; nothing where the rules could not be evaluated. */
export class Relations {
  constructor(
    private readonly result: Result | null,
    readonly facts: Facts,
  ) {}

  /** The values of a column by those of the first; of several rows, the last one's. */
  map(relation: string, column: number): ReadonlyMap<number, number> {
    const columns = this.columns(relation);
    const [keys, values] = [columns[0], columns[column]];
    const map = new Map<number, number>();
    for (const [row, key] of keys?.entries() ?? []) map.set(key, values?.[row] ?? 0);
    return map;
  }

  /** All values of a column whose first column is `key`, in order of derivation. */
  of(relation: string, key: number, column: number): number[] {
    const columns = this.columns(relation);
    const values: number[] = [];
    for (const [row, first] of columns[0]?.entries() ?? []) if (first === key) values.push(columns[column]?.[row] ?? 0);
    return values;
  }

  /** The values of the first column. */
  set(relation: string): ReadonlySet<number> {
    return new Set(this.columns(relation)[0]);
  }

  /** The tightest block that lets the tasks of a workflow through; of nothing, an empty one. */
  inferred(workflow: number): Block {
    return this.result === null ? {} : inferredBlocks(this.result, this.facts)(workflow);
  }

  text(symbol: number): string {
    return this.facts.symbols.text(symbol);
  }

  private columns(relation: string): readonly Int32Array[] {
    return this.result?.relation(relation)?.columns() ?? [];
  }
}
