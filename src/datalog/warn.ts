import type { RelationSymbol } from './declare.js';
import type { Comparison } from './ir.js';
import type { Reporter } from './report.js';
import { type Clause, forEachLiteral, type Literal, type Term, type Variable } from './resolved.js';

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
      body,
      (literal) => literal.kind === 'atom' && literal.relation !== head.relation && read.add(literal.relation),
    );
  }
  for (const { builtin } of relations) {
    if (builtin === null) continue;
    const ids = [builtin.edge, builtin.kind === 'idom' ? builtin.entry : builtin.node];
    for (const id of ids) for (const relation of relations.slice(id, id + 1)) read.add(relation);
  }
  for (const relation of relations) if (derived.has(relation) && !read.has(relation)) warnUnused(relation, report);
  for (const clause of clauses) for (const literal of clause.body) warnNever(literal, derived, report);
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

function warnNever(literal: Literal, derived: ReadonlySet<RelationSymbol>, report: Reporter): void {
  if (literal.kind === 'atom' && !literal.negated) {
    const { relation, place } = literal;
    if (derived.has(relation) || relation.input.length > 0 || relation.builtin !== null) return;
    report.warning(
      'DL-NEVER',
      place,
      `this never holds: \`${relation.name}\` has no facts, no rules and no \`.input\``,
      {
        related: [{ place: relation.place, message: 'declared here' }],
        repair: `add \`.input ${relation.name}\`, or facts`,
      },
    );
  } else if (literal.kind === 'constraint' && holds(literal.op, literal.left, literal.right) === false) {
    report.warning('DL-NEVER', literal.place, 'this never holds, so nothing is derived', {
      repair: 'take the rule out, or mend the comparison',
    });
  }
}

/** Whether a comparison of two constants holds; null for other terms, and for the order of symbols. */
function holds(op: Comparison, left: Term, right: Term): boolean | null {
  if (left.kind === 'symbol' && right.kind === 'symbol') {
    return op === '=' ? left.text === right.text : op === '!=' ? left.text !== right.text : null;
  }
  return left.kind === 'number' && right.kind === 'number' ? compare(op, left.value, right.value) : null;
}

function compare(op: Comparison, a: number, b: number): boolean {
  switch (op) {
    case '=':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
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
