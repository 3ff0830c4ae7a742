import { type Literal, type Program, subterms, type Term, termsOf } from './ast.js';

/** One relation's use of another: `strictly` where the other has to be complete first (negation, aggregate, built-in). */
export interface Dependency {
  readonly from: string;
  readonly to: string;
  readonly strictly: boolean;
}

/**
 * The stratum of each relation: at least that of every relation its rules read, and more where it reads strictly.
 * Null where no such numbering exists, that is where a cycle of dependencies has a strict one.
 */
export function stratify(program: Program): ReadonlyMap<string, number> | null {
  const strata = new Map(program.declarations.map((declaration) => [declaration.name, 0]));
  const uses = dependencies(program);
  for (let round = 0; round <= strata.size; round++) {
    let changed = false;
    for (const { from, to, strictly } of uses) {
      const least = (strata.get(to) ?? 0) + (strictly ? 1 : 0);
      if ((strata.get(from) ?? 0) >= least) continue;
      strata.set(from, least);
      changed = true;
    }
    if (!changed) return strata;
  }
  return null;
}

export function dependencies(program: Program): readonly Dependency[] {
  const found: Dependency[] = [];
  for (const { name, builtin } of program.declarations) {
    if (builtin === null) continue;
    found.push({ from: name, to: builtin.edge, strictly: true }, { from: name, to: builtin.nodes, strictly: true });
  }
  for (const rule of program.rules) {
    for (const head of rule.heads) {
      for (const use of bodyUses(rule.body, false)) found.push({ from: head.relation, ...use });
      for (const term of head.args) for (const use of termUses(term)) found.push({ from: head.relation, ...use });
    }
  }
  return found;
}

type Use = Omit<Dependency, 'from'>;

function bodyUses(body: readonly Literal[], strictly: boolean): Use[] {
  return body.flatMap((literal) => {
    const inner = termsOf(literal).flatMap(termUses);
    if (literal.kind === 'atom') inner.push({ to: literal.relation, strictly });
    if (literal.kind === 'negation') inner.push({ to: literal.relation, strictly: true });
    if (literal.kind === 'either') inner.push(...literal.alternatives.flatMap((body) => bodyUses(body, strictly)));
    return inner;
  });
}

function termUses(term: Term): Use[] {
  const inner = subterms(term).flatMap(termUses);
  return term.kind === 'aggregate' ? [...inner, ...bodyUses(term.body, true)] : inner;
}
