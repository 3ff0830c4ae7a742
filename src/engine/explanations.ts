import type { Relation } from '../datalog/ir.js';
import type { Facts } from '../facts/facts.js';
import type { Absence } from './absence.js';
import { CoreFault } from './core.js';
import { Explainer } from './explain.js';
import type { Proof, ProofValue } from './proof.js';
import type { Session } from './session.js';
import { WhyNot } from './why-not.js';

/** Proofs and reasons on request: nothing is done before the first question, which may come until the engine's next run. */
export class Explanations {
  private explainer: Explainer | undefined;

  /** @param requireCurrent throws where the core has been reused by a later run */
  constructor(
    private readonly session: Session,
    private readonly facts: Facts,
    private readonly requireCurrent: () => void,
  ) {}

  explain(name: string, values: readonly ProofValue[]): Proof | undefined {
    const relation = this.question(name, values);
    const words = values.flatMap((value) => this.word(value) ?? []);
    if (words.length < values.length) return undefined;
    return this.asked(() => this.readyExplainer().prove(relation.id, words));
  }

  explainAbsence(name: string, values: readonly ProofValue[]): Absence | undefined {
    const relation = this.question(name, values);
    return this.asked(() => {
      const { state, vectors, core, symbols, preparation } = this.session;
      const words = values.map((value) => (typeof value === 'number' ? value >>> 0 : symbols.intern(value)));
      core.begin(Number.POSITIVE_INFINITY);
      if (state.state(relation.id).has(vectors, words)) return undefined;
      return new WhyNot(this.session, preparation.relations).absence(relation, words);
    });
  }

  /** The relation that a question is about; throws where the values are none for it. */
  private question(name: string, values: readonly ProofValue[]): Relation {
    const relation = this.session.program.relations.find((candidate) => candidate.name === name);
    if (relation === undefined) throw new RangeError(`the program has no relation ${name}`);
    const { attributes } = relation;
    if (attributes.length !== values.length)
      throw new RangeError(`${name} has ${attributes.length} columns, not ${values.length}`);
    attributes.forEach(({ name: attribute, primitive }, column) => {
      const value = values[column];
      const fits = typeof value === 'number' ? value === value >>> 0 || value === (value | 0) : primitive === 'symbol';
      if (!fits) throw new TypeError(`${attribute} of ${name} cannot be ${JSON.stringify(value)}`);
    });
    this.requireCurrent();
    return relation;
  }

  /** Undefined for a text that no tuple has. */
  private word(value: ProofValue): number | undefined {
    return typeof value === 'number' ? value >>> 0 : this.session.symbols.lookup(value);
  }

  private asked<T>(ask: () => T): T {
    this.session.questioned = true;
    try {
      return ask();
    } catch (error) {
      if (error instanceof CoreFault) throw new Error('there is not enough memory for an explanation');
      throw error;
    }
  }

  private readyExplainer(): Explainer {
    this.explainer ??= new Explainer(this.session, this.facts);
    return this.explainer;
  }
}
