import type { Primitive, Relation, Rule } from '../datalog/ir.js';
import { type Passing, passingRules } from './passing.js';
import { recursiveAtoms } from './plan.js';
import { splitOf } from './split.js';

/** Makes a relation of the engine's own, in the name of a declared one; returns its id. */
export type MakeRelation = (like: Relation, primitives: readonly Primitive[]) => number;

/** The rules of a stratum as the engine runs them. */
export interface Rewritten {
  /** Ids of the stratum's relations, those made here included, but for those of edges. */
  readonly relations: ReadonlySet<number>;
  /** Ids of the relations of edges. */
  readonly edges: ReadonlySet<number>;
  readonly matrices: readonly MatrixRules[];
  /** Rules, those of edges included, that read nothing of the stratum. */
  readonly once: readonly Rule[];
  /** The others, but for those of edges. */
  readonly recursive: readonly Rule[];
  /** Of each rule that reads the stratum, the atoms that do: one semi-naive variant each. */
  readonly deltas: ReadonlyMap<Rule, readonly Delta[]>;
  /** Ids of the relations that get rows while others are read: all, but for edges of earlier strata alone. */
  readonly growing: readonly number[];
}

/** The atom of a rule that reads what came in the last round: its number among those that read the stratum, its relation. */
export interface Delta {
  readonly atom: number;
  readonly relation: number;
}

/** A relation that can be a matrix, and the rules that it makes superfluous. */
export interface MatrixRules {
  readonly relation: number;
  /** The column that names a row; the other is passed on. */
  readonly key: 0 | 1;
  readonly passing: readonly Rule[];
  /** What computes the edges along which rows are passed on, in place of `passing`. */
  readonly edgeRules: readonly Rule[];
  /** True where some rule of the stratum reads the relation's rows one by one. */
  readonly logged: boolean;
  /** Relations of edges (b, h); along those of `strict` a tuple (h, h) is not passed on. */
  readonly plain: number | null;
  readonly strict: number | null;
}

export function rewrite(rules: readonly Rule[], relations: readonly Relation[], make: MakeRelation): Rewritten {
  const ids = new Set(relations.map((relation) => relation.id));
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const split = rules.flatMap((rule) => splitRule(rule, ids, byId, make));
  const found = relations.flatMap((relation) => matrixOf(relation, split, make) ?? []);
  const matrices = markLogged(found, split);
  const edges = matrices.flatMap(({ plain, strict }) => [plain, strict].filter((id) => id !== null));
  const edgeRules = matrices.flatMap((matrix) => matrix.edgeRules);
  const all = new Set([...ids, ...edges]);
  const deltas = new Map<Rule, readonly Delta[]>();
  for (const rule of [...split, ...edgeRules])
    deltas.set(
      rule,
      recursiveAtoms(rule, all).map((relation, atom) => ({ atom, relation })),
    );
  const reads = (rule: Rule) => recursiveAtoms(rule, ids).length > 0;
  const growingEdges = edgeRules.filter(reads).map(({ head }) => head.relation);
  return {
    relations: ids,
    edges: new Set(edges),
    matrices,
    once: [...split, ...edgeRules].filter((rule) => !reads(rule)),
    recursive: split.filter(reads),
    deltas,
    growing: [...new Set([...ids, ...growingEdges])],
  };
}

function splitRule(rule: Rule, ids: Set<number>, byId: ReadonlyMap<number, Relation>, make: MakeRelation): Rule[] {
  const head = byId.get(rule.head.relation);
  const split = splitOf(rule, ids);
  if (split === undefined || head === undefined) return [rule];
  const { columns, part, rest } = split;
  const relation = make(
    head,
    columns.map((variable) => rule.variables[variable]?.primitive ?? 'number'),
  );
  ids.add(relation);
  const args = columns.map((index) => ({ kind: 'variable', index }) as const);
  const atom = { kind: 'atom', relation, args, place: rule.place } as const;
  return [
    { ...rule, head: { relation, args }, body: part },
    { ...rule, body: [atom, ...rest] },
  ];
}

function matrixOf(relation: Relation, rules: readonly Rule[], make: MakeRelation): MatrixRules | undefined {
  const [first, second] = relation.attributes;
  if (first === undefined || second === undefined || relation.attributes.length !== 2) return undefined;
  if (relation.equivalence || relation.builtin !== null) return undefined;
  const [byFirst, bySecond] = [passingRules(rules, relation.id, 0), passingRules(rules, relation.id, 1)];
  const key = bySecond.length > byFirst.length ? 1 : 0;
  const passing = key === 0 ? byFirst : bySecond;
  if (passing.length === 0) return undefined;
  const primitive = key === 0 ? first.primitive : second.primitive;
  const edges = (strict: boolean) =>
    passing.some((rule) => rule.strict === strict) ? make(relation, [primitive, primitive]) : null;
  const [plain, strict] = [edges(false), edges(true)];
  const edgeRules = passing.flatMap((rule) => edgeRule(rule, rule.strict ? strict : plain) ?? []);
  return {
    relation: relation.id,
    key,
    passing: passing.map(({ rule }) => rule),
    edgeRules,
    logged: false,
    plain,
    strict,
  };
}

/** Which matrices are read by a rule other than those that pass their rows on. */
function markLogged(matrices: readonly MatrixRules[], rules: readonly Rule[]): MatrixRules[] {
  const passing = new Set(matrices.flatMap((matrix) => matrix.passing));
  const edgeRules = matrices.flatMap((matrix) => matrix.edgeRules);
  const readers = [...rules.filter((rule) => !passing.has(rule)), ...edgeRules];
  return matrices.map((matrix) => {
    const own = new Set([matrix.relation]);
    return { ...matrix, logged: readers.some((rule) => recursiveAtoms(rule, own).length > 0) };
  });
}

function edgeRule({ rule, from, to, edges }: Passing, relation: number | null): Rule | undefined {
  if (relation === null) return undefined;
  const args = [from, to].map((index) => ({ kind: 'variable', index }) as const);
  return { ...rule, head: { relation, args }, body: edges };
}
