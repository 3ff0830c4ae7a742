import type { Literal, Program, Term } from './ir.js';

/**
 * The relations that the results of a program depend on, by id: those that are output or have their size printed, and
 * all that their rules read, directly or through others. A stratum is needed as a whole.
 *
 * @param asked  ids of relations that are asked after in another way
 */
export function neededRelations({ relations, strata }: Program, asked: readonly number[] = []): ReadonlySet<number> {
  const needed = new Set<number>(asked);
  for (const { id, output, printsize } of relations) if (output || printsize) needed.add(id);
  // Strata read only themselves and earlier ones, so that one pass from the last to the first sees everything.
  for (const stratum of [...strata].reverse()) {
    if (!stratum.relations.some((id) => needed.has(id))) continue;
    for (const id of stratum.relations) {
      needed.add(id);
      const builtin = relations[id]?.builtin;
      if (builtin) needed.add(builtin.edge).add(builtin.kind === 'idom' ? builtin.entry : builtin.node);
    }
    for (const { head, body } of stratum.rules) {
      for (const id of relationsRead(body)) needed.add(id);
      for (const arg of head.args) for (const id of relationsIn(arg)) needed.add(id);
    }
  }
  return needed;
}

function* relationsRead(literals: readonly Literal[]): Generator<number> {
  for (const literal of literals) {
    if (literal.kind === 'atom' || literal.kind === 'negation') yield literal.relation;
    for (const term of termsOf(literal)) yield* relationsIn(term);
  }
}

function termsOf(literal: Literal): readonly Term[] {
  if (literal.kind === 'truth') return [];
  return literal.kind === 'atom' || literal.kind === 'negation' ? literal.args : [literal.left, literal.right];
}

function* relationsIn(term: Term): Generator<number> {
  if (term.kind === 'functor') for (const arg of term.args) yield* relationsIn(arg);
  if (term.kind === 'range') for (const part of [term.from, term.to, term.step]) if (part) yield* relationsIn(part);
  if (term.kind !== 'aggregate') return;
  yield* relationsRead(term.body);
  if (term.value !== null) yield* relationsIn(term.value);
}
