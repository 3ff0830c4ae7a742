import type { Program, Rule, Term } from './ast.js';
import type { Chance } from './chance.js';
import { mapRule, type Rewriting } from './map.js';

/** The same program with other names; order of names is turned around, so that no order by name can hide in the engine. */
export function renamed(program: Program): Program {
  const rewriting: Rewriting = {
    atom: ({ relation, args }) => ({ relation: renamedRelation(relation), args }),
    variable: (name) => `Q${turned(name)}_`,
  };
  return {
    declarations: program.declarations.map((declaration) => ({
      ...declaration,
      name: renamedRelation(declaration.name),
      builtin:
        declaration.builtin === null
          ? null
          : {
              ...declaration.builtin,
              edge: renamedRelation(declaration.builtin.edge),
              nodes: renamedRelation(declaration.builtin.nodes),
            },
    })),
    rules: program.rules.map((rule) => mapRule(rule, rewriting)),
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

const GAPS = ['', '', ' ', '\n', '\t ', ' // to the end; "of the line" :-\n', ' /* over\n * two lines */ ', '\r\n'];

/** The same text with other white space, and comments, between its tokens. */
export function relaidOut(text: string, chance: Chance): string {
  const tokens = text.match(/\/\*\*.*?\*\/|"[^"]*"|\.?[A-Za-z_0-9]+|:-|[<>!]=|\s+|[\s\S]/g) ?? [];
  return tokens
    .map((token, i) => {
      // A doc comment stands right before its declaration, and two words need what is between them.
      if (tokens[i - 1]?.startsWith('/**')) return token;
      if (/^\s/.test(token)) return ` ${chance.pick(GAPS)}`;
      return /^[\w.@/]/.test(tokens[i + 1] ?? '') || token.startsWith('/**') ? token : token + chance.pick(GAPS);
    })
    .join('');
}

function turned(name: string): string {
  return [...name].reverse().join('');
}
