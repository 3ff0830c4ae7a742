import type { RelationSymbol } from './declare.js';
import { warnNever } from './never.js';
import type { Reporter } from './report.js';
import { type Clause, forEachLiteral, type Variable } from './resolved.js';

/** What is probably not meant, in a program without errors. */
export function warn(
  relations: readonly RelationSymbol[],
  rules: readonly (readonly Clause[])[],
  report: Reporter,
): void {
  const read = new Set<RelationSymbol>();
  const derived = new Set<RelationSymbol>();
  const clauses = rules.flat();
  for (const { head, body } of clauses) {
    derived.add(head.relation);
    // A relation that only its own rules read is still of no use.
    forEachLiteral(
      [...body, head],
      (literal) => literal.kind === 'atom' && literal.relation !== head.relation && read.add(literal.relation),
    );
  }
  for (const { builtin } of relations) {
    if (builtin === null) continue;
    const ids = [builtin.edge, builtin.kind === 'idom' ? builtin.entry : builtin.node];
    for (const id of ids) for (const relation of relations.slice(id, id + 1)) read.add(relation);
  }
  for (const relation of relations) if (derived.has(relation) && !read.has(relation)) warnUnused(relation, report);
  warnNever(rules, report);
  for (const rule of rules) warnSingletons(rule, report);
}

function warnUnused(relation: RelationSymbol, report: Reporter): void {
  if (relation.input.length + relation.output.length + relation.printsize.length > 0) return;
  report.warning(
    'DL-RELATION-UNUSED',
    relation.place,
    `\`${relation.name}\` is computed, and neither read nor output`,
    {
      repair: `add \`.output ${relation.name}\`, or take its rules out`,
    },
  );
}

/** A variable that occurs once in every rule that a written rule stands for, and is not marked with `_`. */
function warnSingletons(clauses: readonly Clause[], report: Reporter): void {
  if (clauses.every((clause) => clause.variables.length === 0)) return;
  const most = new Map<string, { variable: Variable; occurrences: number }>();
  for (const variable of clauses.flatMap((clause) => clause.variables)) {
    const key = `${variable.name} ${variable.place.start}`;
    const known = most.get(key);
    if (known === undefined || known.occurrences < variable.occurrences)
      most.set(key, { variable, occurrences: variable.occurrences });
  }
  const often = new Set([...most.values()].filter((one) => one.occurrences > 1).map((one) => one.variable.name));
  for (const { variable, occurrences } of most.values()) {
    if (occurrences > 1 || often.has(variable.name) || variable.name.startsWith('_')) continue;
    report.warning('DL-VARIABLE-UNUSED', variable.place, `\`${variable.name}\` occurs once`, {
      repair: `write \`_\` or \`_${variable.name}\` if it does not matter`,
    });
  }
}
