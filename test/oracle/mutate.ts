import { type Atom, type Literal, not, number, type Program, type Rule, symbol, type Term, wildcard } from './ast.js';
import { Chance } from './chance.js';
import { isGrounded } from './grounded.js';
import { dependencies, stratify } from './stratify.js';

/** A program with one error, and what it is. */
export interface Invalid {
  readonly fault: Fault;
  readonly program: Program;
}

export type Fault = 'ungrounded' | 'unstratified' | 'arity' | 'type' | 'undeclared';

/** One invalid program for each kind of error that the given valid one has a place for. */
export function invalidMutations(program: Program, seed: number): Invalid[] {
  const chance = new Chance(seed);
  const mutations: readonly [Fault, (chance: Chance, program: Program) => Program | null][] = [
    ['ungrounded', dropGround],
    ['unstratified', closeNegativeCycle],
    ['arity', changeArity],
    ['type', changeType],
    ['undeclared', renameAtom],
  ];
  return mutations.flatMap(([fault, mutate]) => {
    const mutated = mutate(chance, program);
    return mutated === null ? [] : [{ fault, program: mutated }];
  });
}

/** Leaves out a literal that some variable has its value from. */
function dropGround(chance: Chance, program: Program): Program | null {
  const candidates = program.rules.flatMap((rule, at) =>
    rule.body
      .map((dropped) => ({ ...rule, body: rule.body.filter((literal) => literal !== dropped) }))
      .filter((shorter) => !isGrounded(shorter))
      .map((shorter) => replaceRule(program, at, shorter)),
  );
  return chance.pickAny(candidates) ?? null;
}

/** Adds, to a rule of a relation that another depends on, a negation of that other. */
function closeNegativeCycle(chance: Chance, program: Program): Program | null {
  const candidates = dependencies(program).flatMap(({ from, to }) =>
    program.rules.flatMap((rule, at) => {
      if (rule.body.length === 0 || rule.heads.every(({ relation }) => relation !== to)) return [];
      const columns = program.declarations.find(({ name }) => name === from)?.columns ?? [];
      const closing = not(from, ...columns.map(() => wildcard));
      return [replaceRule(program, at, { ...rule, body: [...rule.body, closing] })];
    }),
  );
  const chosen = chance.pickAny(candidates.filter((candidate) => stratify(candidate) === null));
  return chosen ?? null;
}

function changeArity(chance: Chance, program: Program): Program | null {
  return changeAtom(chance, program, (atom) => ({
    ...atom,
    args: atom.args.length > 0 && chance.percent(50) ? atom.args.slice(1) : [...atom.args, wildcard],
  }));
}

/** Puts a constant of another type where a column has one; a fresh rule keeps groundedness out of it. */
function changeType(chance: Chance, program: Program): Program | null {
  const source = chance.pickAny(program.declarations.filter(({ columns }) => columns.length > 0));
  const head = chance.pickAny(program.declarations.filter(({ builtin }) => builtin === null));
  if (source === undefined || head === undefined) return null;
  const at = chance.below(source.columns.length);
  const text = source.columns[at]?.type === 'symbol';
  const args = source.columns.map((_, i): Term => {
    if (i !== at) return wildcard;
    return text ? number(1) : symbol('a');
  });
  const values = head.columns.map(({ type }) => (type === 'symbol' ? symbol('a') : number(0)));
  const rule: Rule = {
    heads: [{ relation: head.name, args: values }],
    body: [{ kind: 'atom', relation: source.name, args }],
  };
  return stratify({ ...program, rules: [...program.rules, rule] }) === null
    ? null
    : { ...program, rules: [...program.rules, rule] };
}

function renameAtom(chance: Chance, program: Program): Program | null {
  return changeAtom(chance, program, (atom) => ({ ...atom, relation: 'nowhere' }));
}

function changeAtom(chance: Chance, program: Program, change: (atom: Atom) => Atom): Program | null {
  const candidates = program.rules.flatMap((rule, at) =>
    rule.body.flatMap((literal, i) =>
      literal.kind === 'atom' || literal.kind === 'negation' ? [{ rule, at, literal, i }] : [],
    ),
  );
  const chosen = chance.pickAny(candidates);
  if (chosen === undefined) return null;
  const changed: Literal = { ...chosen.literal, ...change(chosen.literal) };
  const body = chosen.rule.body.map((literal, i) => (i === chosen.i ? changed : literal));
  return replaceRule(program, chosen.at, { ...chosen.rule, body });
}

function replaceRule(program: Program, at: number, rule: Rule): Program {
  return { ...program, rules: program.rules.map((old, i) => (i === at ? rule : old)) };
}
