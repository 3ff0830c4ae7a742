import type { Aggregate, Atom, Declaration, Functor, Literal, Program, Rule, Term } from './ast.js';

/** How tightly a term's outermost operator binds; Soufflé's grammar, loosest first. */
const binary: ReadonlyMap<Functor, { readonly text: string; readonly level: number }> = new Map([
  ['lor', { text: 'lor', level: 1 }],
  ['lxor', { text: 'lxor', level: 2 }],
  ['land', { text: 'land', level: 3 }],
  ['bor', { text: 'bor', level: 4 }],
  ['bxor', { text: 'bxor', level: 5 }],
  ['band', { text: 'band', level: 6 }],
  ['bshl', { text: 'bshl', level: 7 }],
  ['bshr', { text: 'bshr', level: 7 }],
  ['bshru', { text: 'bshru', level: 7 }],
  ['add', { text: '+', level: 8 }],
  ['sub', { text: '-', level: 8 }],
  ['mul', { text: '*', level: 9 }],
  ['div', { text: '/', level: 9 }],
  ['mod', { text: '%', level: 9 }],
  ['pow', { text: '^', level: 11 }],
]);
const unary: ReadonlyMap<Functor, string> = new Map([
  ['neg', '-'],
  ['bnot', 'bnot '],
  ['lnot', 'lnot '],
]);
const unaryLevel = 10;
const powerLevel = 11;

/** The program as Soufflé source: declarations, then rules, one a line. */
export function print(program: Program): string {
  return [...program.declarations.map(printDeclaration), ...program.rules.map(printRule), ''].join('\n');
}

function printDeclaration(declaration: Declaration): string {
  const columns = declaration.columns.map((column) => `${column.name}: ${column.type}`).join(', ');
  const { builtin } = declaration;
  const lines = [`.decl ${declaration.name}(${columns})${declaration.equivalence ? ' eqrel' : ''}`];
  if (builtin !== null) lines.unshift(`/** @builtin ${builtin.kind}(${builtin.edge}, ${builtin.nodes}) */`);
  if (declaration.input) lines.push(`.input ${declaration.name}`);
  lines.push(`.output ${declaration.name}`);
  return lines.join('\n');
}

export function printRule(rule: Rule): string {
  const heads = rule.heads.map(printAtom).join(', ');
  return rule.body.length === 0 ? `${heads}.` : `${heads} :- ${printBody(rule.body)}.`;
}

function printBody(body: readonly Literal[]): string {
  return body.map(printLiteral).join(', ');
}

function printAtom(atom: Atom): string {
  return `${atom.relation}(${atom.args.map((arg) => printTerm(arg)).join(', ')})`;
}

function printLiteral(literal: Literal): string {
  switch (literal.kind) {
    case 'atom':
      return printAtom(literal);
    case 'negation':
      return `!${printAtom(literal)}`;
    case 'comparison':
      return `${printTerm(literal.left)} ${literal.op} ${printTerm(literal.right)}`;
    case 'test':
      return `${literal.negated ? '!' : ''}${literal.op}(${printTerm(literal.left)}, ${printTerm(literal.right)})`;
    case 'truth':
      return String(literal.value);
    case 'either':
      return `(${literal.alternatives.map(printBody).join(' ; ')})`;
  }
}

/** A term, in parentheses where it binds looser than `level` asks for. */
function printTerm(term: Term, level = 0): string {
  switch (term.kind) {
    case 'variable':
      return term.name;
    case 'wildcard':
      return '_';
    case 'constant':
      return printConstant(term, level);
    case 'range':
      return `range(${printArguments(term.args)})`;
    case 'aggregate':
      return level === 0 ? printAggregate(term) : `(${printAggregate(term)})`;
    case 'call':
      return printCall(term, level);
  }
}

function printConstant(term: Term & { kind: 'constant' }, level: number): string {
  if (typeof term.value === 'string') return `"${term.value}"`;
  if (term.type === 'unsigned') return `${term.value}u`;
  // A minus binds looser than a power: -2^2 is -(2^2).
  return term.value < 0 && level > unaryLevel ? `(${term.value})` : String(term.value);
}

function printCall(term: Term & { kind: 'call' }, level: number): string {
  const operator = binary.get(term.op);
  const [first, second] = term.args;
  if (operator !== undefined && first !== undefined && second !== undefined) {
    const right = operator.level === powerLevel;
    const left = printTerm(first, operator.level + (right ? 1 : 0));
    const text = `${left} ${operator.text} ${printTerm(second, operator.level + (right ? 0 : 1))}`;
    return operator.level < level ? `(${text})` : text;
  }
  const prefix = unary.get(term.op);
  if (prefix === undefined || first === undefined) return `${term.op}(${printArguments(term.args)})`;
  const text = `${prefix}${printTerm(first, unaryLevel + 1)}`;
  return unaryLevel < level ? `(${text})` : text;
}

function printArguments(args: readonly Term[]): string {
  return args.map((arg) => printTerm(arg)).join(', ');
}

function printAggregate(term: Aggregate): string {
  const value = term.value === null ? '' : ` ${printTerm(term.value, 1)}`;
  return `${term.op}${value} : { ${printBody(term.body)} }`;
}
