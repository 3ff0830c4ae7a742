import type { Aggregate, Atom, Literal, Program, Rule, Term } from './ast.js';
import type { Chance } from './chance.js';

/** How names change: relations and variables, each one to one. */
interface Names {
  readonly relation: (name: string) => string;
  readonly variable: (name: string) => string;
}

/** The same program with other names; order of names is turned around, so that no order by name can hide in the engine. */
export function renamed(program: Program): Program {
  const names: Names = { relation: renamedRelation, variable: (name) => `Q${turned(name)}_` };
  return {
    declarations: program.declarations.map((declaration) => ({
      ...declaration,
      name: names.relation(declaration.name),
      builtin:
        declaration.builtin === null
          ? null
          : {
              ...declaration.builtin,
              edge: names.relation(declaration.builtin.edge),
              nodes: names.relation(declaration.builtin.nodes),
            },
    })),
    rules: program.rules.map((rule) => ({
      heads: rule.heads.map((head) => renameAtom(head, names)),
      body: rule.body.map((literal) => renameLiteral(literal, names)),
    })),
  };
}

/** The name of a relation in the renamed program. */
export function renamedRelation(name: string): string {
  return `zz_${turned(name)}`;
}

/** The same rules, and the literals of each, in another order; some rules twice. */
export function reordered(program: Program, chance: Chance): Program {
  const rules = program.rules.map((rule): Rule => ({ heads: rule.heads, body: chance.shuffled(rule.body) }));
  const again = rules.filter(() => chance.percent(20));
  return { declarations: chance.shuffled(program.declarations), rules: chance.shuffled([...rules, ...again]) };
}

/** The same program beside relations that nothing of it reads. */
export function extended(program: Program): Program {
  const extra = program.declarations.map((declaration) => ({
    ...declaration,
    name: `unused_${declaration.name}`,
    input: false,
    builtin: null,
    equivalence: false,
  }));
  const copies = program.declarations.map(({ name, columns }): Rule => {
    const args = columns.map((_, i): Term => ({ kind: 'variable', name: `u${i}` }));
    return { heads: [{ relation: `unused_${name}`, args }], body: [{ kind: 'atom', relation: name, args }] };
  });
  return { declarations: [...extra, ...program.declarations], rules: [...copies, ...program.rules] };
}

function turned(name: string): string {
  return [...name].reverse().join('');
}

function renameAtom(atom: Atom, names: Names): Atom {
  return { relation: names.relation(atom.relation), args: atom.args.map((arg) => renameTerm(arg, names)) };
}

function renameLiteral(literal: Literal, names: Names): Literal {
  switch (literal.kind) {
    case 'atom':
    case 'negation':
      return { kind: literal.kind, ...renameAtom(literal, names) };
    case 'comparison':
    case 'test':
      return { ...literal, left: renameTerm(literal.left, names), right: renameTerm(literal.right, names) };
    case 'truth':
      return literal;
    case 'either':
      return {
        kind: 'either',
        alternatives: literal.alternatives.map((body) => body.map((inner) => renameLiteral(inner, names))),
      };
  }
}

function renameTerm(term: Term, names: Names): Term {
  switch (term.kind) {
    case 'variable':
      return { kind: 'variable', name: names.variable(term.name) };
    case 'call':
    case 'range':
      return { ...term, args: term.args.map((arg) => renameTerm(arg, names)) };
    case 'aggregate':
      return renameAggregate(term, names);
    case 'wildcard':
    case 'constant':
      return term;
  }
}

function renameAggregate(term: Aggregate, names: Names): Aggregate {
  return {
    ...term,
    value: term.value === null ? null : renameTerm(term.value, names),
    body: term.body.map((literal) => renameLiteral(literal, names)),
  };
}
