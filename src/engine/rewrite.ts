import type { Relation, Rule } from '../datalog/ir.js';
import { type MakeRelation, type MatrixRules, markLogged, matrixOf } from './matrix-rules.js';
import { recursiveAtoms } from './plan.js';
import { splitOf } from './split.js';

/** The rules of a stratum as the engine runs them. */
export interface Rewritten {
  /** Ids of the stratum's relations, those made here included, but for those of edges. */
  readonly relations: ReadonlySet<number>;
  /** Ids of the relations of edges that were made here. */
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

/**
 * @param relations those of the stratum
 * @param declaration of a relation of the program by its id
 * @param splits whether parts may be taken out of rules
 */
export function rewrite(
  rules: readonly Rule[],
  relations: readonly Relation[],
  declaration: (id: number) => Relation | undefined,
  make: MakeRelation,
  splits: boolean,
): Rewritten {
  const ids = new Set(relations.map((relation) => relation.id));
  const byId = new Map(relations.map((relation) => [relation.id, relation]));
  const split = splits ? rules.flatMap((rule) => splitRule(rule, ids, byId, make)) : rules;
  const around = { rules: split, own: ids, declaration, make };
  const found = relations.flatMap((relation) => matrixOf(relation, around) ?? []);
  const matrices = markLogged(found, split);
  const edges = matrices.flatMap(({ made }) => made);
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
