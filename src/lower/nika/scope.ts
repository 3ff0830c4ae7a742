import type { Range } from '../../parse/tree.js';
import type { Document } from '../document.js';
import type { LowerRun } from '../run.js';
import type { Names } from './mention.js';
import { partName, pathName } from './names.js';
import type { Values } from './values.js';

/** Of one file so many departures from the language are said: whoever mends these runs the check again. */
const MAX_DEPARTURES = 250;

/** One workflow while it is lowered: its symbols, and what is written once for it. */
export class WorkflowScope {
  readonly path: string;
  readonly symbol: number;
  /** The readable tasks by id. */
  readonly tasks = new Map<string, number>();
  /** The inputs and constants it declares. */
  values: Values = { inputs: new Map(), consts: new Map() };
  /** The declared secrets by name. */
  readonly secrets = new Map<string, number>();
  readonly names: Names = {
    isTask: (id) => this.tasks.has(id),
    isBinding: () => false,
    isSecret: (name) => this.secrets.has(name),
  };
  private departures = 0;
  private readonly undeclaredSecrets = new Map<string, number>();
  private readonly folds = new Map<string, number>();
  private readonly inputs = new Map<string, number>();
  private hasPool = false;
  private hasInputPool = false;
  private hasGroupPool = false;

  constructor(
    readonly run: LowerRun,
    readonly document: Document,
  ) {
    this.path = pathName(document.file);
    this.symbol = run.intern(this.path);
  }

  /** Whether one more departure of this file from the language is said. */
  admitsDeparture(): boolean {
    return this.departures++ < MAX_DEPARTURES;
  }

  taskName(id: string): string {
    return `${this.path}#${partName(id)}`;
  }

  /** The slot that stands for the results of a group's members. */
  fold(group: string): number {
    const known = this.folds.get(group);
    if (known !== undefined) return known;
    const slot = this.run.intern(`${this.path}#*group.${partName(group)}`);
    this.folds.set(group, slot);
    this.run.table('fold', 3).add(slot, this.symbol, this.run.intern(group));
    return slot;
  }

  /** The slot that stands for the results of the members of all groups. */
  everyFold(): number {
    const slot = this.run.intern(`${this.path}#*group`);
    if (!this.hasGroupPool) this.run.table('group_pool', 2).add(slot, this.symbol);
    this.hasGroupPool = true;
    return slot;
  }

  /** The slot of an input that a caller may give. */
  inputSlot(name: string): number {
    const known = this.inputs.get(name);
    if (known !== undefined) return known;
    const slot = this.run.intern(`${this.path}#*inputs.${partName(name)}`);
    this.inputs.set(name, slot);
    this.run.table('input_slot', 3).add(slot, this.symbol, this.run.intern(name));
    return slot;
  }

  /** The slot that stands for all inputs. */
  everyInput(): number {
    const slot = this.run.intern(`${this.path}#*inputs`);
    if (!this.hasInputPool) this.run.table('input_pool', 2).add(slot, this.symbol);
    this.hasInputPool = true;
    return slot;
  }

  /** A secret by its name, declared or not: then it stands where it is read first. */
  secret(name: string, range: Range): number {
    const known = this.secrets.get(name) ?? this.undeclaredSecrets.get(name);
    if (known !== undefined) return known;
    const part = this.part(`secrets.${partName(name)}`, range);
    this.undeclaredSecrets.set(name, part);
    this.run.table('undeclared_secret', 2).add(part, this.symbol);
    return part;
  }

  /** Writes the slot that stands for the outputs of all tasks. */
  needPool(): void {
    if (this.hasPool) return;
    this.hasPool = true;
    this.run.table('pool', 2).add(this.run.intern(`${this.path}#*`), this.symbol);
  }

  /** A place outside the tasks that a fact speaks of, by the keys and positions that lead to it. */
  part(path: string, range: Range): number {
    const symbol = this.run.intern(`${this.path}#!${path}`);
    this.place(symbol, range);
    return symbol;
  }

  place(symbol: number, range: Range): void {
    const { start, end } = range;
    this.run.facts.places.set(symbol, { file: this.document.file, start, end });
  }
}
