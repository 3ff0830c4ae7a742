import type { Facts, Program, Tuple } from './ast.js';
import { evaluateWithin, type Result } from './evaluate.js';
import { print } from './print.js';
import type { Case } from './random.js';

/** What an implementation made of a program: the tuples of each relation, or why it refused. */
export type Outcome =
  | { readonly ok: true; readonly relations: ReadonlyMap<string, readonly Tuple[]> }
  | { readonly ok: false; readonly reason: string };

/** An implementation under test: it is given the program's text, and its declarations to read facts and tuples by. */
export type Implementation = (text: string, program: Program, facts: Facts) => Outcome;

export interface Difference {
  readonly relation: string;
  /** Expected, but not derived; as JSON. */
  readonly missing: readonly string[];
  /** Derived, but not expected; as JSON. Also tuples that came twice. */
  readonly extra: readonly string[];
}

export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'too large' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'different'; readonly differences: readonly Difference[] };

/** Steps of the oracle for one random program; one in a hundred takes more and is passed over. */
export const STEPS = 150_000;

/** The same for a program on a graph, of which almost half are passed over. */
export const GRAPH_STEPS = 400_000;

/** Evaluates a case both ways. What the implementation throws is a verdict too, for it never should. */
export function judge({ program, facts }: Case, implementation: Implementation, steps = STEPS): Verdict {
  const expected = evaluateWithin(program, facts, steps);
  if (expected === null) return { kind: 'too large' };
  const got = attempt(() => implementation(print(program), program, facts));
  if (!got.ok) return { kind: 'refused', reason: got.reason };
  const differences = compareResults(program, expected, got.relations);
  return differences.length === 0 ? { kind: 'same' } : { kind: 'different', differences };
}

/** Whether two cases fail for the same reason: a shrunk one must not wander off to another refusal. */
export function failsAlike(a: Verdict, b: Verdict): boolean {
  if (a.kind === 'refused' && b.kind === 'refused') return firstWord(a.reason) === firstWord(b.reason);
  return a.kind === b.kind;
}

function firstWord(text: string): string {
  return text.split(' ', 1)[0] ?? '';
}

function attempt(run: () => Outcome): Outcome {
  try {
    return run();
  } catch (error) {
    return { ok: false, reason: `threw ${error instanceof Error ? error.stack : String(error)}` };
  }
}

/** Where the two results differ, in order of declaration. */
export function compareResults(
  program: Program,
  expected: Result,
  got: ReadonlyMap<string, readonly Tuple[]>,
): Difference[] {
  return program.declarations.flatMap(({ name }) => {
    const wanted = new Set(expected.get(name)?.keys() ?? []);
    const seen = new Set<string>();
    const extra: string[] = [];
    for (const tuple of got.get(name) ?? []) {
      const key = JSON.stringify(tuple);
      if (!wanted.has(key) || seen.has(key)) extra.push(key);
      seen.add(key);
    }
    const missing = [...wanted].filter((key) => !seen.has(key));
    return missing.length + extra.length === 0 ? [] : [{ relation: name, missing, extra }];
  });
}

/** A case and its verdict for a person: program, facts, what was expected and what came. */
export function describe({ seed, program, facts }: Case, verdict: Verdict): string {
  const rows = [...facts].map(([name, tuples]) => `${name}: ${tuples.map((tuple) => JSON.stringify(tuple)).join(' ')}`);
  const lines = [`seed ${seed}`, '', print(program), 'facts', ...rows, ''];
  if (verdict.kind === 'refused') lines.push(`refused: ${verdict.reason}`);
  if (verdict.kind === 'different')
    for (const { relation, missing, extra } of verdict.differences)
      lines.push(`${relation}  missing ${missing.join(' ') || '-'}  extra ${extra.join(' ') || '-'}`);
  return lines.join('\n');
}
