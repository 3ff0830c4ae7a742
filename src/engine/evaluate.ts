import { Fault } from '../../assembly/codes.js';
import type { Program, Stratum } from '../datalog/ir.js';
import type { PlanContext } from './body.js';
import { fillBuiltin } from './builtin.js';
import { type Core, CoreFault } from './core.js';
import { Executor } from './execute.js';
import { Fixpoint, type Progress } from './fixpoint.js';
import { rewrite } from './rewrite.js';
import type { State } from './state.js';
import type { Vectors } from './vectors.js';

/** Evaluates the strata of a program in order, each to its fixpoint. Throws `CoreFault` where the core stops. */
export class Evaluation {
  readonly progress: Progress = { relation: undefined, rule: undefined, rounds: 0 };
  private readonly executor: Executor;

  constructor(
    private readonly core: Core,
    private readonly program: Program,
    private readonly state: State,
    private readonly vectors: Vectors,
    context: PlanContext,
    private readonly expired: () => boolean,
  ) {
    this.executor = new Executor(core, state, vectors, context);
  }

  run(): void {
    for (const relation of this.state.relations) relation.advance(0);
    for (const stratum of this.program.strata) this.stratum(stratum);
  }

  private stratum(stratum: Stratum): void {
    const declarations = stratum.relations.map((id) => this.state.state(id).declaration);
    const rewritten = rewrite(stratum.rules, declarations, (like, primitives) => this.state.add(like, primitives));
    for (const id of rewritten.relations) this.state.state(id).final = false;
    for (const { id, builtin } of declarations) {
      if (builtin === null) continue;
      this.progress.relation = id;
      fillBuiltin(this.core, this.vectors, this.state, this.state.state(id), builtin, this.expired);
    }
    new Fixpoint(this.core, this.state, this.executor, rewritten, this.progress, () => this.checkTime()).run();
    for (const id of rewritten.relations) {
      const relation = this.state.state(id);
      relation.advance(0);
      relation.final = true;
    }
  }

  private checkTime(): void {
    if (this.expired()) throw new CoreFault(Fault.Time);
  }
}
