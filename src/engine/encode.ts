import { Aggregation, Op } from '../../assembly/codes.js';
import type { Core } from './core.js';
import { type Binding, type Key, type Operand, type Plan, readsOf, type Step } from './step.js';
import type { Vectors } from './vectors.js';

/** Where the relations and indexes of a run are in memory. */
export interface Addresses {
  relation(id: number): number;
  /** The index of a relation by these columns, ascending; made when first asked for. */
  index(relation: number, columns: readonly number[]): number;
}

/** Where a variable's values are in a batch. The vector of a constant never changes. */
interface Slot {
  readonly address: number;
  readonly constant: boolean;
}

type Slots = Map<number, Slot>;

/** The row number that an aggregate's inner plan carries along, among variables, which are 0 and up. */
const ROW = -1;

/** Writes a plan as words of the core's memory, laid out as `assembly/plan.ts` says; returns its address. */
export function encode(plan: Plan, core: Core, vectors: Vectors, addresses: Addresses): number {
  return core.place(new Encoder(vectors, addresses).plan(plan));
}

class Encoder {
  private words: number[] = [];
  private used = 0;

  constructor(
    private readonly vectors: Vectors,
    private readonly addresses: Addresses,
  ) {}

  plan(plan: Plan): number[] {
    const after = new Set<number>();
    for (const arg of plan.head.args) if (arg.kind === 'variable') after.add(arg.variable);
    const slots: Slots = new Map();
    const live = this.liveAfter(plan.steps, after)[0] ?? after;
    this.words.push(plan.drive === null ? 0 : this.addresses.relation(plan.drive.relation));
    this.bindings(plan.drive?.bindings ?? [], slots, live);
    const last = this.steps(plan.steps, slots, after);
    this.operation(Op.Emit, () => {
      this.words.push(this.addresses.relation(plan.head.relation));
      for (const arg of plan.head.args) this.words.push(this.at(arg, last));
    });
    return this.words;
  }

  /** What is live before each step, and, last, after all. */
  private liveAfter(steps: readonly Step[], after: ReadonlySet<number>): ReadonlySet<number>[] {
    const result: ReadonlySet<number>[] = new Array(steps.length + 1);
    result[steps.length] = after;
    for (let i = steps.length - 1; i >= 0; i--) {
      const live = new Set(result[i + 1]);
      const step = steps[i];
      if (step !== undefined) readsOf(step, (variable) => live.add(variable));
      result[i] = live;
    }
    return result;
  }

  /** Encodes a sequence of steps; returns where the variables are after it. */
  private steps(steps: readonly Step[], slots: Slots, after: ReadonlySet<number>): Slots {
    const live = this.liveAfter(steps, after);
    steps.forEach((step, i) => {
      slots = this.step(step, slots, live[i + 1] ?? after);
    });
    return slots;
  }

  private step(step: Step, slots: Slots, live: ReadonlySet<number>): Slots {
    switch (step.kind) {
      case 'join':
        return this.join(step, slots, live);
      case 'range':
        return this.range(step, slots, live);
      case 'aggregate':
        return this.aggregate(step, slots, live);
      case 'exists':
        this.operation(Op.Exists, () => {
          this.words.push(this.addresses.relation(step.relation), step.wanted ? 1 : 0);
          this.live(slots, live);
          for (const arg of step.args) this.words.push(this.at(arg, slots));
        });
        return slots;
      case 'member':
        this.operation(Op.Member, () => {
          this.words.push(this.index(step.relation, step.keys), step.wanted ? 1 : 0);
          this.keys(step.keys, slots);
          this.live(slots, live);
        });
        return slots;
      case 'compare':
        this.operation(Op.Compare, () => {
          this.words.push(step.comparison, this.at(step.left, slots), this.at(step.right, slots));
          this.live(slots, live);
        });
        return slots;
      case 'alias':
        return slots.set(step.variable, this.slot(step.operand, slots));
      case 'calculate': {
        const to = this.fresh();
        const [left, right] = [this.at(step.left, slots), this.at(step.right, slots)];
        this.operation(Op.Calculate, () => this.words.push(step.what, left, right, to));
        return slots.set(step.to, { address: to, constant: false });
      }
      case 'symbols': {
        const to = this.fresh();
        const args = step.args.map((arg) => this.at(arg, slots));
        this.operation(Op.Symbols, () => this.words.push(step.what, ...args, to));
        return slots.set(step.to, { address: to, constant: false });
      }
    }
  }

  private join(step: Extract<Step, { kind: 'join' }>, slots: Slots, live: ReadonlySet<number>): Slots {
    const limited = step.limited ? 1 : 0;
    const next: Slots = new Map();
    this.operation(step.keys.length === 0 ? Op.Cross : Op.Join, () => {
      if (step.keys.length === 0) {
        this.words.push(this.addresses.relation(step.relation), limited);
      } else {
        this.words.push(this.index(step.relation, step.keys), limited, this.fresh(), this.fresh(), this.fresh());
        this.keys(step.keys, slots);
      }
      this.moves(slots, live, next);
      this.bindings(step.bindings, next, live);
    });
    return next;
  }

  private range(step: Extract<Step, { kind: 'range' }>, slots: Slots, live: ReadonlySet<number>): Slots {
    const values = this.fresh();
    const next: Slots = new Map();
    this.operation(Op.Range, () => {
      for (const operand of [step.from, step.end, step.by]) this.words.push(this.at(operand, slots));
      this.words.push(step.unsigned ? 1 : 0, this.fresh(), values);
      this.moves(slots, live, next);
    });
    return next.set(step.to, { address: values, constant: false });
  }

  private aggregate(step: Extract<Step, { kind: 'aggregate' }>, slots: Slots, live: ReadonlySet<number>): Slots {
    const [row, value, seen] = [this.fresh(), this.fresh(), this.fresh()];
    const read = new Set<number>();
    readsOf(step, (variable) => read.add(variable));
    this.operation(Op.Aggregate, () => {
      this.words.push(step.what, row, value, seen);
      const inner: Slots = new Map();
      this.moves(slots, read, inner);
      slots = new Map(slots).set(step.to, { address: value, constant: false });
      this.live(slots, live);
      this.inner(step, inner.set(ROW, { address: row, constant: false }), value, seen);
    });
    return slots;
  }

  private inner(step: Extract<Step, { kind: 'aggregate' }>, slots: Slots, value: number, seen: number): void {
    const length = this.words.push(0) - 1;
    const after = new Set([ROW]);
    if (step.value.kind === 'variable') after.add(step.value.variable);
    const last = this.steps(step.inner, slots, after);
    this.operation(Op.Accumulate, () => {
      const row = this.at({ kind: 'variable', variable: ROW }, last);
      this.words.push(step.what, row, step.what === Aggregation.Count ? 0 : this.at(step.value, last), value, seen);
    });
    this.words[length] = this.words.length - length - 1;
  }

  // ----------------------------------------------------------------------------------------------------------- pieces

  /** An operation's header, its operands, and then its length. */
  private operation(op: Op, operands: () => void): void {
    const begin = this.words.push(op, 0) - 2;
    operands();
    this.words[begin + 1] = this.words.length - begin;
  }

  private list(items: readonly number[], width: number): void {
    this.words.push(items.length / width, ...items);
  }

  private keys(keys: readonly Key[], slots: Slots): void {
    const sorted = [...keys].sort((a, b) => a.column - b.column);
    this.list(
      sorted.map((key) => this.at(key.operand, slots)),
      1,
    );
  }

  /** The vectors that a filter compacts: each once, whatever number of variables it is the value of. */
  private live(slots: Slots, live: ReadonlySet<number>): void {
    const addresses = new Set<number>();
    for (const [variable, slot] of slots) if (live.has(variable) && !slot.constant) addresses.add(slot.address);
    this.list([...addresses], 1);
  }

  /** Where rows multiply, what is live goes to vectors of its own; `next` receives the new places. */
  private moves(slots: Slots, live: ReadonlySet<number>, next: Slots): void {
    const moved = new Map<number, number>();
    for (const [variable, slot] of slots) {
      if (!live.has(variable)) continue;
      if (slot.constant) next.set(variable, slot);
      else {
        const address = moved.get(slot.address) ?? this.fresh();
        moved.set(slot.address, address);
        next.set(variable, { address, constant: false });
      }
    }
    this.list([...moved].flat(), 2);
  }

  /** Columns read into variables, those that something reads. */
  private bindings(bindings: readonly Binding[], slots: Slots, live: ReadonlySet<number>): void {
    const pairs: number[] = [];
    for (const { column, variable } of bindings) {
      if (!live.has(variable)) continue;
      const address = this.fresh();
      slots.set(variable, { address, constant: false });
      pairs.push(column, address);
    }
    this.list(pairs, 2);
  }

  private index(relation: number, keys: readonly Key[]): number {
    const columns = keys.map((key) => key.column).sort((a, b) => a - b);
    return this.addresses.index(relation, columns);
  }

  private fresh(): number {
    return this.vectors.address(this.used++);
  }

  private slot(operand: Operand, slots: Slots): Slot {
    if (operand.kind === 'constant') return { address: this.vectors.constant(operand.value), constant: true };
    if (operand.kind === 'text') return { address: this.vectors.text(operand.text), constant: true };
    const slot = slots.get(operand.variable);
    if (slot === undefined) throw new Error(`variable ${operand.variable} is read before it has a value`);
    return slot;
  }

  private at(operand: Operand, slots: Slots): number {
    return this.slot(operand, slots).address;
  }
}
