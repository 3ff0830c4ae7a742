import { compile, formatDiagnostic } from '../../src/datalog/index.js';
import type { Literal, Program, Rule, Term } from '../../src/datalog/ir.js';

// The checked program as text, so that tests can say what they expect on one line a rule.

/** The program of a text without errors. */
export function compiled(text: string): Program {
  const result = compile({ file: 'test.dl', text });
  if (result.ok) return result.program;
  throw new Error(result.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, result.sources)).join('\n'));
}

/** The rules of all strata, by id. */
export function printRules(program: Program): string[] {
  const rules = program.strata.flatMap((stratum) => stratum.rules).sort((a, b) => a.id - b.id);
  return rules.map((rule) => printRule(rule, program));
}

/** Variables with an index that the name does not tell apart are written `name'index`. */
export function printRule({ head, body, variables }: Rule, program: Program): string {
  const name = (id: number) => program.relations[id]?.name ?? '?';
  const variable = (index: number): string => {
    const text = variables[index]?.name ?? '?';
    return variables.findIndex((other) => other.name === text) === index ? text : `${text}'${index}`;
  };
  const list = (terms: readonly Term[]) => terms.map(term).join(', ');
  const atom = (relation: number, args: readonly Term[]) => `${name(relation)}(${list(args)})`;
  const term = (one: Term): string => {
    switch (one.kind) {
      case 'variable':
        return variable(one.index);
      case 'wildcard':
        return '_';
      case 'number':
        return String(one.value);
      case 'symbol':
        return JSON.stringify(one.text);
      case 'functor':
        return `${one.op}(${list(one.args)})`;
      case 'range':
        return `range(${list(one.step === null ? [one.from, one.to] : [one.from, one.to, one.step])})`;
      case 'aggregate': {
        const value = one.value === null ? '' : ` ${term(one.value)}`;
        return `${one.op}${value} [${one.locals.map(variable).join(' ')}] { ${one.body.map(literal).join(', ')} }`;
      }
    }
  };
  const literal = (one: Literal): string => {
    switch (one.kind) {
      case 'atom':
        return atom(one.relation, one.args);
      case 'negation':
        return `!${atom(one.relation, one.args)}`;
      case 'constraint':
        return `${term(one.left)} ${one.op} ${term(one.right)}`;
      case 'test':
        return `${one.negated ? '!' : ''}${one.op}(${term(one.left)}, ${term(one.right)})`;
      case 'truth':
        return String(one.value);
    }
  };
  const start = atom(head.relation, head.args);
  return body.length === 0 ? start : `${start} :- ${body.map(literal).join(', ')}`;
}
