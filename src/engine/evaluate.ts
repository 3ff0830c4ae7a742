import { Fault } from '../../assembly/codes.js';
import { fillBuiltin } from './builtin.js';
import { CoreFault } from './core.js';
import type { Progress, Watch } from './fixpoint.js';
import type { Profiler } from './profiler.js';
import type { Rewritten } from './rewrite.js';
import type { Session } from './session.js';

/** Evaluates the strata of a program in order, each to its fixpoint. Throws `CoreFault` where the core stops. */
export class Evaluation {
  readonly progress: Progress = { relation: undefined, rule: undefined, rounds: 0 };

  constructor(
    private readonly session: Session,
    private readonly expired: () => boolean,
    private readonly profiler: Profiler | undefined,
  ) {}

  run(): void {
    const { state, preparation } = this.session;
    for (const relation of state.relations) relation.advance(0);
    const { profiler, progress } = this;
    const watch = { progress, profiler, expired: () => this.checkTime() };
    profiler?.start();
    preparation.strata.forEach((stratum, i) => {
      this.stratum(stratum, i, watch);
    });
    profiler?.end();
  }

  private stratum(stratum: Rewritten, number: number, watch: Watch): void {
    const { core, state, vectors, fixpoints } = this.session;
    const relations = stratum.growing.map((id) => state.state(id));
    for (const relation of relations) relation.final = false;
    for (const relation of relations) {
      const { id, builtin } = relation.declaration;
      if (builtin === null) continue;
      this.progress.relation = id;
      this.profiler?.beginBuiltin(relation.declaration);
      fillBuiltin(core, vectors, state, relation, builtin, this.expired);
    }
    fixpoints[number]?.run(watch);
    for (const relation of relations) {
      relation.advance(0);
      relation.final = true;
    }
  }

  private checkTime(): void {
    if (this.expired()) throw new CoreFault(Fault.Time);
  }
}
