import type { Node, Range } from '../../parse/tree.js';
import type { Names } from './mention.js';
import { partName } from './names.js';
import { Resolver } from './resolve.js';
import type { WorkflowScope } from './scope.js';

/** A place that values flow into, and how many references do so far, in each of the two ways of reading. */
export interface Slot {
  readonly name: string;
  readonly symbol: number;
  position: number;
  wordPosition: number;
}

/** One task while it is lowered: its slots and bindings. */
export class TaskScope {
  readonly input: Slot;
  readonly output: Slot;
  readonly item: Slot;
  /** The bindings of its `with:` by name. */
  readonly bindings = new Map<string, number>();
  /** What the bindings are, by name. */
  readonly bound = new Map<string, Node>();
  readonly resolver: Resolver;
  readonly names: Names;
  private hasBindingPool = false;

  constructor(
    readonly workflow: WorkflowScope,
    readonly symbol: number,
    private readonly name: string,
    index: number,
  ) {
    const { run } = workflow;
    this.input = this.slot('input');
    this.output = this.slot('output');
    this.item = this.slot('item');
    this.resolver = new Resolver(workflow.values, this.bound);
    this.names = { ...workflow.names, isBinding: (binding) => this.bindings.has(binding) };
    run.table('task', 3).add(symbol, workflow.symbol, index);
    const files = run.intern(`${name}.files`);
    run.table('slots', 5).add(symbol, this.input.symbol, this.output.symbol, this.item.symbol, files);
  }

  slot(part: string): Slot {
    const name = `${this.name}.${part}`;
    return { name, symbol: this.workflow.run.intern(name), position: 0, wordPosition: 0 };
  }

  /** Something within the task, named by what leads to it. */
  within(path: string): number {
    return this.workflow.run.intern(`${this.name}.${path}`);
  }

  /** A place within the task that a fact speaks of, by the keys and positions that lead to it. */
  part(path: string, range: Range): number {
    const symbol = this.within(path);
    this.workflow.place(symbol, range);
    return symbol;
  }

  /** A binding of the `with:`, at its place in order. */
  bind(name: string, slot: Slot, position: number): void {
    const { run } = this.workflow;
    run.table('binding', 4).add(slot.symbol, this.symbol, run.intern(name), position);
  }

  bindingSlot(name: string): Slot {
    const slot = this.slot(`with.${partName(name)}`);
    this.bindings.set(name, slot.symbol);
    return slot;
  }

  /** Writes the slot that stands for all bindings. */
  needBindingPool(): void {
    if (this.hasBindingPool) return;
    this.hasBindingPool = true;
    const { run } = this.workflow;
    run.table('binding_pool', 2).add(run.intern(`${this.name}.with.*`), this.symbol);
  }

  /** Writes a fact of this task that has one further column, a word. */
  say(relation: string, word: string): void {
    const { run } = this.workflow;
    run.table(relation, 2).add(this.symbol, run.word(word));
  }

  /** Writes a fact that is said of this task alone. */
  mark(relation: string): void {
    this.workflow.run.table(relation, 1).add(this.symbol);
  }

  place(slot: Slot, range: Range): void {
    this.workflow.place(slot.symbol, range);
  }
}
