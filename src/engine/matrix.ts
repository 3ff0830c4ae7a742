import type { Core } from './core.js';
import type { Edges, MatrixRules } from './matrix-rules.js';
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
  /** Where the indexes of edges along which values change are, and those of the changes. */
  private others: number | undefined;

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
    const edges = [rules.plain, rules.strict, ...rules.mapped.map((mapped) => mapped.edges)];
    const rows = edges.reduce(
      (sum, each) => sum + (each === null ? 0 : state.state(each.relation).size),
      relation.size,
    );
    const { matrix } = state.strategy;
    if (matrix === false || relation.size === 0 || (matrix !== true && rows < WORTHWHILE)) return undefined;
    const values = core.place(
      rules.mapped.flatMap(({ values: { relation, from } }) => [state.relation(relation), 1 - from]),
    );
    for (const mapped of rules.mapped) state.state(mapped.values.relation).materialise();
    const logged = rules.logged ? 1 : 0;
    const address = core.exports.matrixNew(relation.address, rules.key, logged, values, rules.mapped.length) >>> 0;
    if (address === 0) return undefined;
    relation.matrix = address;
    return new Matrix(core, state, rules, relation, address, expired);
  }

  /** Passes on all that came since the last round: rows along all edges, known rows along new edges. */
  spread(): void {
    const { exports } = this.core;
    const { mapped } = this.rules;
    const plain = this.takeEdges(this.rules.plain, false);
    const strict = this.takeEdges(this.rules.strict, true);
    const others = mapped.flatMap(({ edges, values }) => [this.takeEdges(edges, false), this.indexOf(values)]);
    this.others ??= this.core.place(others);
    if (!this.started) this.order([plain, strict, ...others].find((index) => index !== 0));
    this.started = true;
    while (exports.matrixSpread(this.address, plain, strict, this.others, mapped.length, ROWS_PER_CALL) !== 0)
      this.check();
    this.check();
  }

  /** Gives the relation a store of another kind, with the same rows; with those it began with where it kept no log. */
  dissolve(): void {
    this.core.exports.matrixDissolve(this.relation.address);
    this.relation.matrix = 0;
    this.relation.dissolved = true;
    if (!this.rules.logged) this.relation.history.clear();
    this.check();
  }

  /** Brings the index of an edge relation up to date and links its new edges; returns the index, 0 for none. */
  private takeEdges(edges: Edges | null, strict: boolean): number {
    if (edges === null) return 0;
    const index = this.indexOf(edges);
    const relation = this.state.state(edges.relation);
    // What grows was made for the matrix: its edges go out from the first column.
    for (let row = relation.old; this.started && !relation.final && row < relation.current; row += ROWS_PER_CALL) {
      const to = Math.min(relation.current, row + ROWS_PER_CALL);
      this.core.exports.matrixLink(this.address, relation.address, strict ? 1 : 0, row, to);
      this.check();
    }
    return index;
  }

  private indexOf({ relation, from }: Edges): number {
    const index = this.state.index(relation, [from]);
    this.state.state(relation).materialise();
    this.state.updateIndex(index, relation);
    return index;
  }

  private order(index: number | undefined): void {
    const { exports } = this.core;
    if (index === undefined || exports.matrixOrder(this.address, index) === 0) return;
    while (exports.matrixOrderSearch(this.address, index, SEARCH_PER_CALL) !== 0) this.check();
  }

  private check(): void {
    this.core.check(this.core.exports.fault());
    this.expired();
  }
}
