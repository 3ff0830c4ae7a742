import type { Facts, Program, Rule, Tuple } from './ast.js';
import { evaluateBuiltin } from './graphs.js';
import { Budget, conjunctions, directVariables, directVariablesOf, Solver, TooLarge } from './solve.js';
import { stratify } from './stratify.js';
import { TupleSet } from './tuples.js';
import { groundWitnesses } from './witnesses.js';

/** The tuples of every relation, by name. */
export type Result = ReadonlyMap<string, TupleSet>;

const DEFAULT_STEPS = 2_000_000;

/**
 * Evaluates a program by the definition: stratum by stratum, every rule over all tuples, again and again until nothing is
 * new. Slow on purpose. Throws `TooLarge` past `steps`, and a `TypeError` for a program that is not valid.
 */
export function evaluate(program: Program, facts: Facts, steps = DEFAULT_STEPS): Result {
  const strata = stratify(program);
  if (strata === null) throw new TypeError('the program is not stratified');
  const budget = new Budget(steps);
  const store = new Map<string, TupleSet>();
  for (const { name, builtin } of program.declarations) {
    store.set(name, new TupleSet());
    if (builtin === null) for (const tuple of facts.get(name) ?? []) add(store, name, tuple);
  }
  for (let stratum = 0; stratum <= Math.max(0, ...strata.values()); stratum++) {
    const here = program.declarations.filter((declaration) => strata.get(declaration.name) === stratum);
    for (const { name, builtin } of here)
      if (builtin !== null) for (const tuple of evaluateBuiltin(builtin, store)) add(store, name, tuple);
    const equivalences = here.filter((declaration) => declaration.equivalence).map((declaration) => declaration.name);
    const rules = program.rules.map(({ heads, body }) => ({
      heads: heads.filter((head) => strata.get(head.relation) === stratum),
      body,
    }));
    while (
      round(
        rules.filter(({ heads }) => heads.length > 0),
        equivalences,
        store,
        budget,
      )
    );
  }
  return store;
}

/** The result, or null where it takes more than `steps`. */
export function evaluateWithin(program: Program, facts: Facts, steps: number): Result | null {
  try {
    return evaluate(program, facts, steps);
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

/** One application of all rules; true where something was new. */
function round(rules: readonly Rule[], equivalences: readonly string[], store: Result, budget: Budget): boolean {
  const solver = new Solver(store, budget);
  const derived: [string, Tuple][] = [];
  for (const rule of rules) for (const found of consequences(rule, solver)) derived.push(found);
  let changed = false;
  for (const [name, tuple] of derived) changed = add(store, name, tuple) || changed;
  for (const name of equivalences) changed = closeEquivalence(store, name) || changed;
  return changed;
}

function* consequences(rule: Rule, solver: Solver): Generator<[string, Tuple], void, undefined> {
  const results = rule.heads.flatMap((head) => head.args);
  const outside = new Set(results.flatMap(directVariablesOf));
  for (const written of conjunctions(rule.body)) {
    const body = groundWitnesses(written, results);
    const scope = new Set([...outside, ...body.flatMap(directVariables)]);
    for (const solution of solver.solve(body, new Map(), outside))
      for (const head of rule.heads)
        for (const tuple of solver.tuples(head.args, solution, scope)) yield [head.relation, tuple];
  }
}

function add(store: Result, name: string, tuple: Tuple): boolean {
  return store.get(name)?.add(tuple) ?? false;
}

/** Adds what reflexivity, symmetry and transitivity ask for; true where that was anything. */
function closeEquivalence(store: Result, name: string): boolean {
  let changed = false;
  for (let again = true; again; changed = changed || again) {
    again = false;
    const tuples = [...(store.get(name)?.values() ?? [])];
    for (const [a = 0, b = 0] of tuples) {
      for (const tuple of [
        [a, a],
        [b, b],
        [b, a],
      ])
        again = add(store, name, tuple) || again;
      for (const [c, d = 0] of tuples) if (b === c) again = add(store, name, [a, d]) || again;
    }
  }
  return changed;
}
