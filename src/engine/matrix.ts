import type { Core } from './core.js';
import type { MatrixRules } from './rewrite.js';
import type { RelationState, State } from './state.js';

/** Rows passed on in one call of the core: some hundred microseconds where they are wide. */
const ROWS_PER_CALL = 256;
/** Keys and edges searched in one call. */
const SEARCH_PER_CALL = 1 << 14;
/** Seeds and edges below which a hash table is as good. */
const WORTHWHILE = 512;

/** A relation held as a matrix for the time of its stratum's fixpoint; see `assembly/matrix.ts`. */
export class Matrix {
  private started = false;

  private constructor(
    private readonly core: Core,
    private readonly state: State,
    readonly rules: MatrixRules,
    private readonly relation: RelationState,
    private readonly address: number,
    private readonly expired: () => void,
  ) {}

  /**
   * Makes a relation a matrix if that pays and it fits; undefined if not. Its rows so far are to be passed on.
   *
   * @param expired throws where the time is used up
   */
  static begin(core: Core, state: State, rules: MatrixRules, expired: () => void): Matrix | undefined {
    const relation = state.state(rules.relation);
    const edges = [rules.plain, rules.strict].flatMap((id) => (id === null ? [] : [state.state(id)]));
    const rows = edges.reduce((sum, { size }) => sum + size, relation.size);
    if (relation.size === 0 || rows < WORTHWHILE) return undefined;
    const address = core.exports.matrixNew(relation.address, rules.key, rules.logged ? 1 : 0) >>> 0;
    if (address === 0) return undefined;
    relation.matrix = address;
    return new Matrix(core, state, rules, relation, address, expired);
  }

  /** Passes on all that came since the last round: rows along all edges, known rows along new edges. */
  spread(): void {
    const { exports } = this.core;
    const plain = this.takeEdges(this.rules.plain, false);
    const strict = this.takeEdges(this.rules.strict, true);
    if (!this.started) this.order(this.rules.plain ?? this.rules.strict, plain === 0 ? strict : plain);
    this.started = true;
    while (exports.matrixSpread(this.address, plain, strict, ROWS_PER_CALL) !== 0) this.check();
    this.check();
  }

  /** Gives the relation a store of another kind, with the same rows; with those it began with where it kept no log. */
  dissolve(): void {
    this.core.exports.matrixDissolve(this.relation.address);
    this.relation.matrix = 0;
    if (!this.rules.logged) this.relation.history.clear();
    this.check();
  }

  /** Brings the index of an edge relation up to date and links its new edges; returns the index, 0 for none. */
  private takeEdges(id: number | null, strict: boolean): number {
    if (id === null) return 0;
    const edges = this.state.state(id);
    const index = this.state.index(id, [0]);
    this.state.updateIndex(index, id);
    for (let row = edges.old; this.started && row < edges.current; row += ROWS_PER_CALL) {
      const to = Math.min(edges.current, row + ROWS_PER_CALL);
      this.core.exports.matrixLink(this.address, edges.address, strict ? 1 : 0, row, to);
      this.check();
    }
    return index;
  }

  private order(edges: number | null, index: number): void {
    if (edges === null) return;
    const { exports } = this.core;
    if (exports.matrixOrder(this.address, this.state.relation(edges)) === 0) return;
    while (exports.matrixOrderSearch(this.address, index, SEARCH_PER_CALL) !== 0) this.check();
  }

  private check(): void {
    this.core.check(this.core.exports.fault());
    this.expired();
  }
}
