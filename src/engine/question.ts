import { Fault } from '../../assembly/codes.js';
import type { Primitive, Relation } from '../datalog/ir.js';
import type { Place } from '../place.js';
import { CoreFault } from './core.js';
import { encode } from './encode.js';
import type { Expansion } from './expansion.js';
import { literalVariables } from './normal.js';
import { planRule, recursiveAtoms } from './plan.js';
import type { Session } from './session.js';
import type { RelationState } from './state.js';
import type { Plan } from './step.js';

/** One solution of a body: the values of its variables, 32 bits each. */
export type Solution = ReadonlyMap<number, number>;

export interface Answer {
  readonly solutions: readonly Solution[];
  /** False where there are more. */
  readonly complete: boolean;
}

/**
 * "For which values of its variables does a body hold, given the values of some?", asked after a run, again and again. It
 * runs as a rule of its own, from a relation of one row, what is given, into a relation of the answers.
 */
export class Question {
  private readonly given: RelationState;
  private readonly answers: RelationState;
  private readonly outputs: readonly number[];
  private readonly indexes: { readonly index: number; readonly relation: number }[] = [];
  private readonly plan: Plan;
  private readonly address: number;

  /**
   * @param variables those whose values will be given
   * @param bounded relations of whose rows only the first, up to their `old`, may be read where that is cheaper
   */
  constructor(
    private readonly session: Session,
    { literals, variables: all }: Pick<Expansion, 'literals' | 'variables'>,
    variables: readonly number[],
    place: Place,
    bounded: ReadonlySet<number>,
  ) {
    const { state } = session;
    const mentioned = new Set(variables);
    for (const literal of literals) literalVariables(literal, mentioned);
    this.outputs = [...mentioned];
    const primitives = (list: readonly number[]) => list.map((variable) => all[variable]?.primitive ?? 'number');
    const given = state.add(nameless(primitives(variables), place));
    const answers = state.add(nameless(primitives(this.outputs), place));
    this.given = state.state(given);
    this.answers = state.state(answers);
    const args = (list: readonly number[]) => list.map((index) => ({ kind: 'variable', index }) as const);
    const body = [...literals, { kind: 'atom', relation: given, args: args(variables), place } as const];
    const rule = { id: -1, head: { relation: answers, args: args(this.outputs) }, body, variables: all, place };
    const recursive = new Set([...bounded, given]);
    this.plan = planRule(rule, state, recursive, recursiveAtoms(rule, recursive).length - 1);
    this.address = encode(this.plan, session.core, session.vectors, {
      relation: (id) => state.relation(id),
      index: (relation, columns) => {
        const index = state.index(relation, columns);
        this.indexes.push({ index, relation });
        return index;
      },
    });
  }

  /** Stops after about `limit` solutions. */
  ask(values: readonly number[], limit: number): Answer {
    const { core, state } = this.session;
    this.readyGiven(values);
    this.answers.clear();
    for (const relation of state.scanned(this.plan)) state.state(relation).materialise();
    for (const { index, relation } of this.indexes) state.updateIndex(index, relation, false);
    core.exports.begin(limit);
    const fault = core.exports.run(this.address, 0, 1);
    if (fault !== Fault.None && fault !== Fault.Tuples) throw new CoreFault(fault);
    core.exports.begin(0xffffffff);
    return { solutions: this.read(), complete: fault === Fault.None };
  }

  private readyGiven(values: readonly number[]): void {
    const { core, vectors } = this.session;
    this.given.clear();
    const list = vectors.list(values.length);
    const words = core.words;
    values.forEach((value, i) => {
      words[vectors.address(i) >>> 2] = value;
    });
    core.exports.insert(this.given.address, list, 1);
    this.given.advance(0);
    core.check(core.exports.fault());
  }

  private read(): Solution[] {
    const { core } = this.session;
    const { size } = this.answers;
    const columns = this.outputs.map((_, c) => this.answers.column(c) >>> 2);
    const words = core.words;
    return Array.from({ length: size }, (_, row) => {
      const solution = new Map<number, number>();
      this.outputs.forEach((variable, c) => {
        solution.set(variable, words[(columns[c] ?? 0) + row] ?? 0);
      });
      return solution;
    });
  }
}

function nameless(primitives: readonly Primitive[], place: Place): Relation {
  return {
    id: -1,
    name: '',
    attributes: primitives.map((primitive, c) => ({ name: `c${c}`, type: primitive, primitive })),
    input: false,
    output: false,
    printsize: false,
    inputs: [],
    outputs: [],
    limit: null,
    builtin: null,
    equivalence: false,
    documentation: null,
    place,
  };
}
