import { type Literal, type Program, subterms, type Term, termsOf } from './ast.js';
import { dependencies } from './stratify.js';

/** The features a program uses, by name, so that a run can show that its random programs used them all. */
export function features(program: Program): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { columns, input, equivalence, builtin, name } of program.declarations) {
    for (const { type } of columns) found.add(`${type} column`);
    if (columns.length === 0) found.add('nullary relation');
    if (columns.length > 4) found.add('wide relation');
    if (equivalence) found.add('equivalence');
    if (builtin !== null) found.add(builtin.kind);
    if (input && program.rules.some(({ heads }) => heads.some(({ relation }) => relation === name)))
      found.add('input with rules');
  }
  for (const { heads, body } of program.rules) {
    if (heads.length > 1) found.add('several heads');
    if (body.length === 0) found.add('fact');
    for (const head of heads) for (const arg of head.args) addTerm(found, arg);
    for (const literal of body) addLiteral(found, literal);
  }
  addRecursion(found, program);
  return found;
}

function addLiteral(found: Set<string>, literal: Literal): void {
  if (literal.kind === 'negation') found.add('negation');
  if (literal.kind === 'comparison') found.add(`comparison ${literal.op}`);
  if (literal.kind === 'test') found.add(literal.op);
  if (literal.kind === 'truth') found.add('truth');
  if (literal.kind === 'either') {
    found.add('disjunction');
    for (const inner of literal.alternatives.flat()) addLiteral(found, inner);
  }
  for (const term of termsOf(literal)) addTerm(found, term);
}

function addTerm(found: Set<string>, term: Term): void {
  if (term.kind === 'wildcard' || term.kind === 'range') found.add(term.kind);
  if (term.kind === 'call') found.add(term.op);
  if (term.kind === 'aggregate') {
    found.add(`aggregate ${term.op}`);
    for (const literal of term.body) addLiteral(found, literal);
  }
  for (const inner of subterms(term)) addTerm(found, inner);
}

function addRecursion(found: Set<string>, program: Program): void {
  const reads = new Map<string, Set<string>>();
  for (const { from, to } of dependencies(program)) reads.set(from, (reads.get(from) ?? new Set()).add(to));
  for (const { heads, body } of program.rules) {
    const [head] = heads;
    if (head === undefined) continue;
    const back = body.filter((literal) => literal.kind === 'atom' && reaches(reads, literal.relation, head.relation));
    if (back.length > 0) found.add('recursion');
    if (back.length > 1) found.add('non-linear recursion');
    if (back.some((literal) => literal.kind === 'atom' && literal.relation !== head.relation))
      found.add('mutual recursion');
  }
}

function reaches(reads: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const name of seen) for (const next of reads.get(name) ?? []) seen.add(next);
  return seen.has(to);
}
