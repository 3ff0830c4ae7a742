import type {
  Atom,
  Directive,
  Expression,
  Formula,
  Name,
  RelationDeclaration,
  Rule,
  TypeDeclaration,
  TypeDefinition,
  Unit,
} from './ast.js';

/** What names inside a component become outside it. Names that a map does not have stay. */
export interface Renaming {
  readonly relations: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
}

function renamed(name: Name, names: ReadonlyMap<string, string>): Name {
  const text = names.get(name.text);
  return text === undefined ? name : { text, place: name.place };
}

/** The declarations and rules of a unit under other names; its components and instances are left out. */
export function renameUnit(unit: Unit, renaming: Renaming): Unit {
  return {
    types: unit.types.map((type) => renameType(type, renaming)),
    relations: unit.relations.map((relation) => renameRelation(relation, renaming)),
    directives: unit.directives.map((directive): Directive => {
      return { ...directive, target: renamed(directive.target, renaming.relations) };
    }),
    rules: unit.rules.map((rule) => renameRule(rule, renaming)),
    components: [],
    instances: [],
  };
}

function renameType({ name, definition }: TypeDeclaration, { types }: Renaming): TypeDeclaration {
  return { name: renamed(name, types), definition: renameDefinition(definition, types) };
}

function renameDefinition(definition: TypeDefinition, types: ReadonlyMap<string, string>): TypeDefinition {
  if (definition.kind === 'broken') return definition;
  if (definition.kind === 'subtype') return { kind: 'subtype', base: renamed(definition.base, types) };
  return { kind: 'union', elements: definition.elements.map((element) => renamed(element, types)) };
}

function renameRelation(relation: RelationDeclaration, { relations, types }: Renaming): RelationDeclaration {
  const attributes = relation.attributes.map(({ name, type }) => ({ name, type: renamed(type, types) }));
  return { ...relation, name: renamed(relation.name, relations), attributes };
}

export function renameRule(rule: Rule, renaming: Renaming): Rule {
  return {
    heads: rule.heads.map((head) => renameAtom(head, renaming)),
    body: rule.body === null ? null : renameFormula(rule.body, renaming),
    place: rule.place,
  };
}

function renameAtom(atom: Atom, renaming: Renaming): Atom {
  const args = atom.args.map((arg) => renameExpression(arg, renaming));
  return { ...atom, name: renamed(atom.name, renaming.relations), args };
}

function renameFormula(formula: Formula, renaming: Renaming): Formula {
  switch (formula.kind) {
    case 'atom':
      return renameAtom(formula, renaming);
    case 'truth':
      return formula;
    case 'not':
      return { ...formula, inner: renameFormula(formula.inner, renaming) };
    case 'and':
    case 'or':
      return { ...formula, parts: formula.parts.map((part) => renameFormula(part, renaming)) };
    default: {
      const left = renameExpression(formula.left, renaming);
      return { ...formula, left, right: renameExpression(formula.right, renaming) };
    }
  }
}

function renameExpression(expression: Expression, renaming: Renaming): Expression {
  switch (expression.kind) {
    case 'functor':
    case 'range':
      return { ...expression, args: expression.args.map((arg) => renameExpression(arg, renaming)) };
    case 'cast':
      return {
        ...expression,
        value: renameExpression(expression.value, renaming),
        type: renamed(expression.type, renaming.types),
      };
    case 'aggregate': {
      const value = expression.value === null ? null : renameExpression(expression.value, renaming);
      return { ...expression, value, body: renameFormula(expression.body, renaming) };
    }
    default:
      return expression;
  }
}
