import { Comparison } from '../../assembly/codes.js';
import type { Term } from '../datalog/ir.js';
import { bestStart, cheapest, type Statistics } from './estimate.js';
import {
  type Argument,
  type Atom,
  type Condition,
  type Conjunct,
  literalVariables,
  type Negation,
  type Scope,
  termVariables,
} from './normal.js';
import type { Binding, Key, Operand, Plan, Step } from './step.js';
import { compileComparison, compileTerm, compileTest } from './terms.js';

/** Which rows of the rule's recursive atoms a variant reads: `delta` drives it; `old` ones stop before the delta. */
export interface Variant {
  readonly delta: Atom;
  readonly old: ReadonlySet<Atom>;
}

/**
 * Orders a conjunction and turns it into steps. Conditions are placed as soon as their variables are bound; between
 * them the cheapest atom goes next, estimated from what is bound and from live cardinalities; aggregates come last,
 * since nothing is saved by computing one early.
 */
export class BodyPlanner {
  readonly steps: Step[] = [];
  drive: Plan['drive'] = null;
  private readonly pending: Set<Conjunct>;
  private readonly bound: Set<number>;

  /**
   * @param outputs the variables that are read after the body
   * @param inAggregate true where every solution counts, so that no atom may be reduced to a test of existence
   */
  constructor(
    readonly scope: Scope,
    readonly statistics: Statistics,
    conjuncts: readonly Conjunct[],
    given: Iterable<number>,
    private readonly outputs: ReadonlySet<number>,
    private readonly inAggregate: boolean,
    private readonly variant: Variant | null = null,
  ) {
    this.pending = new Set(conjuncts);
    this.bound = new Set(given);
  }

  /** Places every literal. */
  plan(): void {
    if (this.variant !== null) this.placeFirst(this.variant.delta);
    while (this.pending.size > 0) {
      if (this.placeCondition(false)) continue;
      const atom = this.chooseAtom();
      if (atom !== undefined) this.placeAtom(atom);
      else if (!this.placeCondition(true)) throw new Error('a rule that passed the checks is not grounded');
    }
  }

  isBound(variable: number): boolean {
    return this.bound.has(variable);
  }

  bind(variable: number): void {
    this.bound.add(variable);
  }

  // ------------------------------------------------------------------------------------------------------------ atoms

  private chooseAtom(): Atom | undefined {
    const atoms = [...this.pending].filter((conjunct): conjunct is Atom => conjunct.kind === 'atom');
    if (this.isStart()) return bestStart(atoms, this.statistics);
    return cheapest(atoms, (variable) => this.bound.has(variable), this.statistics);
  }

  private isStart(): boolean {
    return this.steps.length === 0 && this.drive === null && this.bound.size === 0 && !this.inAggregate;
  }

  private placeAtom(atom: Atom): void {
    if (this.isStart() && !this.isAskedFor(atom)) this.placeFirst(atom);
    else this.placeJoin(atom);
  }

  /** True for an atom of an equivalence with a constant: one row without columns drives the plan, and is joined with it. */
  private isAskedFor({ relation, args }: Atom): boolean {
    return this.statistics.isEquivalence(relation) && args.some(({ kind }) => kind === 'number' || kind === 'symbol');
  }

  /** The driving atom: its rows are scanned, constants and repeated variables are compared afterwards. */
  private placeFirst(atom: Atom): void {
    this.pending.delete(atom);
    const bindings: Binding[] = [];
    const checks: Step[] = [];
    atom.args.forEach((arg, column) => {
      if (arg.kind === 'wildcard') return;
      if (arg.kind === 'variable' && !this.bound.has(arg.index)) {
        bindings.push({ column, variable: arg.index });
        this.bind(arg.index);
      } else this.compareColumn(arg, column, bindings, checks);
    });
    this.drive = { relation: atom.relation, bindings };
    this.steps.push(...checks);
  }

  private compareColumn(arg: Argument, column: number, bindings: Binding[], checks: Step[]): void {
    const right = this.operand(arg);
    const variable = this.scope.fresh('number');
    bindings.push({ column, variable });
    checks.push({ kind: 'compare', comparison: Comparison.Equal, left: { kind: 'variable', variable }, right });
  }

  private placeJoin(atom: Atom): void {
    this.pending.delete(atom);
    const keys = this.keysOf(atom);
    if (keys.length === atom.args.length) {
      this.steps.push({ kind: 'exists', relation: atom.relation, wanted: true, args: keys.map((key) => key.operand) });
    } else if (!this.inAggregate && !this.bindsAnything(atom)) {
      this.steps.push({ kind: 'member', relation: atom.relation, wanted: true, keys });
    } else this.join(atom, keys);
  }

  private join(atom: Atom, keys: readonly Key[]): void {
    const bindings: Binding[] = [];
    const checks: Step[] = [];
    const keyed = new Set(keys.map((key) => key.column));
    atom.args.forEach((arg, column) => {
      if (arg.kind !== 'variable' || keyed.has(column)) return;
      if (this.bound.has(arg.index)) this.compareColumn(arg, column, bindings, checks);
      else {
        bindings.push({ column, variable: arg.index });
        this.bind(arg.index);
      }
    });
    const limited = this.variant?.old.has(atom) ?? false;
    this.steps.push({ kind: 'join', relation: atom.relation, keys, bindings, limited }, ...checks);
  }

  /** The columns whose values are known. */
  private keysOf(atom: Atom | Negation): Key[] {
    const keys: Key[] = [];
    atom.args.forEach((arg, column) => {
      if (arg.kind !== 'wildcard' && this.isKnown(arg)) keys.push({ column, operand: this.operand(arg) });
    });
    return keys;
  }

  /** True where an atom gives a value that something else reads, or compares two of its own columns. */
  private bindsAnything(atom: Atom): boolean {
    const unbound = atom.args.flatMap((arg) =>
      arg.kind === 'variable' && !this.bound.has(arg.index) ? [arg.index] : [],
    );
    if (new Set(unbound).size < unbound.length) return true;
    const read = new Set(this.outputs);
    for (const conjunct of this.pending) literalVariables(conjunct, read);
    return unbound.some((variable) => read.has(variable));
  }

  private isKnown(arg: Argument): boolean {
    return arg.kind !== 'variable' || this.bound.has(arg.index);
  }

  // ------------------------------------------------------------------------------------------------------- conditions

  /** Places one condition that is ready; aggregates only where `late`. */
  private placeCondition(late: boolean): boolean {
    for (const conjunct of this.pending) {
      if (conjunct.kind === 'atom' || (!late && hasAggregate(conjunct))) continue;
      if (conjunct.kind === 'negation' ? this.placeNegation(conjunct) : this.placeTest(conjunct)) {
        this.pending.delete(conjunct);
        return true;
      }
    }
    return false;
  }

  private placeNegation(atom: Negation): boolean {
    if (!atom.args.every((arg) => this.isKnown(arg))) return false;
    const keys = this.keysOf(atom);
    const { relation } = atom;
    if (keys.length < atom.args.length) this.steps.push({ kind: 'member', relation, wanted: false, keys });
    else this.steps.push({ kind: 'exists', relation, wanted: false, args: keys.map((key) => key.operand) });
    return true;
  }

  private placeTest(condition: Condition): boolean {
    if (condition.kind === 'truth') {
      if (!condition.value) this.steps.push(never());
      return true;
    }
    if (condition.kind === 'constraint' && condition.op === '=') {
      if (this.placeEquation(condition.left, condition.right)) return true;
      if (this.placeEquation(condition.right, condition.left)) return true;
    }
    if (!this.isReady(condition.left) || !this.isReady(condition.right)) return false;
    if (condition.kind === 'constraint') compileComparison(this, condition);
    else compileTest(this, condition);
    return true;
  }

  /** An equation whose left side is a variable without a value binds it. */
  private placeEquation(left: Term, right: Term): boolean {
    if (left.kind !== 'variable' || this.bound.has(left.index) || !this.isReady(right)) return false;
    const operand = compileTerm(this, right);
    this.steps.push({ kind: 'alias', variable: left.index, operand });
    this.bind(left.index);
    return true;
  }

  private isReady(term: Term): boolean {
    const needed = new Set<number>();
    termVariables(term, needed);
    for (const variable of needed) if (!this.bound.has(variable)) return false;
    return true;
  }

  private operand(arg: Argument): Operand {
    if (arg.kind === 'variable') return { kind: 'variable', variable: arg.index };
    if (arg.kind === 'symbol') return { kind: 'text', text: arg.text };
    if (arg.kind === 'number') return { kind: 'constant', value: arg.value >>> 0 };
    throw new Error('a wildcard has no value');
  }
}

function never(): Step {
  const zero: Operand = { kind: 'constant', value: 0 };
  return { kind: 'compare', comparison: Comparison.NotEqual, left: zero, right: zero };
}

function hasAggregate(conjunct: Conjunct): boolean {
  if (conjunct.kind !== 'constraint' && conjunct.kind !== 'test') return false;
  return contains(conjunct.left) || contains(conjunct.right);
}

function contains(term: Term): boolean {
  if (term.kind === 'functor') return term.args.some(contains);
  if (term.kind === 'range')
    return contains(term.from) || contains(term.to) || (term.step !== null && contains(term.step));
  return term.kind === 'aggregate';
}
