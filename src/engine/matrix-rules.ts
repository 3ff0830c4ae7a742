import type { Primitive, Relation, Rule } from '../datalog/ir.js';
import { type Passing, passingRules, type Way } from './passing.js';
import { recursiveAtoms } from './plan.js';

/** Makes a relation of the engine's own, in the name of a declared one; returns its id. */
export type MakeRelation = (like: Relation, primitives: readonly Primitive[]) => number;

/** A relation of two columns, read as edges that go out from the values of one of them. */
export interface Edges {
  readonly relation: number;
  readonly from: 0 | 1;
}

/** A relation that can be a matrix, and the rules that it makes superfluous. */
export interface MatrixRules {
  readonly relation: number;
  /** The column that names a row; the other is passed on. */
  readonly key: 0 | 1;
  readonly passing: readonly Rule[];
  /** What computes the relations below that were made for the matrix. */
  readonly edgeRules: readonly Rule[];
  readonly made: readonly number[];
  /** Of those, the ones that may keep a row twice: each is filled once, from rows of one relation. */
  readonly bags: readonly number[];
  /** True where some rule of the stratum reads the relation's rows one by one. */
  readonly logged: boolean;
  /** Edges along which rows are passed on; along those of `strict` a tuple (h, h) is not. */
  readonly plain: Edges | null;
  readonly strict: Edges | null;
  /** Edges along which goes what `values` makes of a row. */
  readonly mapped: readonly { readonly edges: Edges; readonly values: Edges }[];
}

/** What is known of the stratum whose matrices are looked for. */
export interface Surroundings {
  readonly rules: readonly Rule[];
  readonly own: ReadonlySet<number>;
  readonly declaration: (id: number) => Relation | undefined;
  readonly make: MakeRelation;
}

export function matrixOf(relation: Relation, around: Surroundings): MatrixRules | undefined {
  const { attributes, equivalence, builtin } = relation;
  if (attributes.length !== 2 || equivalence || builtin !== null) return undefined;
  const [byFirst, bySecond] = ([0, 1] as const).map((key) => passingRules(around.rules, relation.id, key, around.own));
  if (byFirst === undefined || bySecond === undefined) return undefined;
  const key = bySecond.length > byFirst.length ? 1 : 0;
  const passing = key === 0 ? byFirst : bySecond;
  if (passing.length === 0) return undefined;
  return new MatrixMaker(relation, key, passing, around).rules();
}

/** Finds or makes the relations along which a matrix passes its rows. */
class MatrixMaker {
  private readonly edgeRules: Rule[] = [];
  private readonly made: number[] = [];
  private readonly bags: number[] = [];

  constructor(
    private readonly relation: Relation,
    private readonly key: 0 | 1,
    private readonly passing: readonly Passing[],
    private readonly around: Surroundings,
  ) {}

  rules(): MatrixRules {
    const simple = this.passing.filter(({ values }) => values === null);
    const plain = this.edges(simple.filter(({ strict }) => !strict));
    const strict = this.edges(simple.filter((rule) => rule.strict));
    const mapped = this.passing.flatMap(({ rule, edges, values }) => {
      if (values === null) return [];
      return [
        { edges: this.way([{ rule, way: edges }], this.key), values: this.way([{ rule, way: values }], 1 - this.key) },
      ];
    });
    return {
      relation: this.relation.id,
      key: this.key,
      passing: this.passing.map(({ rule }) => rule),
      edgeRules: this.edgeRules,
      made: this.made,
      bags: this.bags,
      logged: false,
      plain,
      strict,
      mapped,
    };
  }

  private edges(passing: readonly Passing[]): Edges | null {
    if (passing.length === 0) return null;
    return this.way(
      passing.map(({ rule, edges }) => ({ rule, way: edges })),
      this.key,
    );
  }

  /** A relation that has the ways of some rules, between values of a column of the matrix. */
  private way(ways: readonly { readonly rule: Rule; readonly way: Way }[], column: number): Edges {
    const [first] = ways;
    const given = first === undefined || ways.length > 1 ? undefined : this.given(first.way);
    if (given !== undefined) return given;
    const primitive = this.relation.attributes[column]?.primitive ?? 'number';
    const relation = this.around.make(this.relation, [primitive, primitive]);
    this.made.push(relation);
    if (ways.length === 1 && ways.every(({ way }) => this.isSelection(way))) this.bags.push(relation);
    for (const { rule, way } of ways) {
      const args = [way.from, way.to].map((index) => ({ kind: 'variable', index }) as const);
      this.edgeRules.push({ ...rule, head: { relation, args }, body: way.literals });
    }
    return { relation, from: 0 };
  }

  /** The relation that is a way as it is. */
  private given({ from, to, literals }: Way): Edges | undefined {
    const [atom] = literals;
    if (literals.length !== 1 || atom?.kind !== 'atom' || atom.args.length !== 2) return undefined;
    if (this.around.own.has(atom.relation) || this.around.declaration(atom.relation)?.equivalence !== false)
      return undefined;
    const [first, second] = atom.args.map((arg) => (arg.kind === 'variable' ? arg.index : -1));
    if (first === from && second === to) return { relation: atom.relation, from: 0 };
    return first === to && second === from ? { relation: atom.relation, from: 1 } : undefined;
  }

  /** True for rows of one relation of an earlier stratum, so that no more come than that has. */
  private isSelection({ literals }: Way): boolean {
    const atoms = literals.filter((literal) => literal.kind === 'atom');
    return (
      atoms.length === 1 && atoms.every(({ relation }) => !this.around.own.has(relation)) && literals.every(isTest)
    );
  }
}

/** True for a literal that gives no more than one solution for one of what is bound. */
function isTest(literal: Rule['body'][number]): boolean {
  if (literal.kind !== 'constraint') return true;
  return literal.left.kind !== 'range' && literal.right.kind !== 'range';
}

/** Which matrices are read by a rule other than those that pass their rows on. */
export function markLogged(matrices: readonly MatrixRules[], rules: readonly Rule[]): MatrixRules[] {
  const passing = new Set(matrices.flatMap((matrix) => matrix.passing));
  const edgeRules = matrices.flatMap((matrix) => matrix.edgeRules);
  const readers = [...rules.filter((rule) => !passing.has(rule)), ...edgeRules];
  return matrices.map((matrix) => {
    const own = new Set([matrix.relation]);
    return { ...matrix, logged: readers.some((rule) => recursiveAtoms(rule, own).length > 0) };
  });
}
