import type { Place } from '../place.js';
import type { Comparison, Documentation, Functor, Primitive } from './ir.js';

// What the parser reads, names unresolved. Everywhere the nesting is bounded (cursor.ts), so that walks may recurse.

/** A name as written; qualified ones (`instance.relation`) joined with `.`. */
export interface Name {
  readonly text: string;
  readonly place: Place;
}

export type AggregateOp = 'count' | 'sum' | 'min' | 'max';

export type Expression =
  | { readonly kind: 'variable'; readonly name: string; readonly place: Place }
  | { readonly kind: 'wildcard'; readonly place: Place }
  /** `unsigned` where the literal says so (`1u`); the value may be out of every range. */
  | { readonly kind: 'number'; readonly value: number; readonly unsigned: boolean; readonly place: Place }
  | { readonly kind: 'symbol'; readonly text: string; readonly place: Place }
  | { readonly kind: 'functor'; readonly op: Functor; readonly args: readonly Expression[]; readonly place: Place }
  | AggregateExpression
  | { readonly kind: 'range'; readonly args: readonly Expression[]; readonly place: Place }
  | { readonly kind: 'cast'; readonly value: Expression; readonly type: Name; readonly place: Place };

export interface AggregateExpression {
  readonly kind: 'aggregate';
  readonly op: AggregateOp;
  readonly value: Expression | null;
  readonly body: Formula;
  readonly place: Place;
}

export interface Atom {
  readonly kind: 'atom';
  readonly name: Name;
  readonly args: readonly Expression[];
  readonly place: Place;
}

export interface ComparisonFormula {
  readonly kind: 'comparison';
  readonly op: Comparison;
  readonly left: Expression;
  readonly right: Expression;
  readonly place: Place;
}

export interface TestFormula {
  readonly kind: 'test';
  readonly op: 'match' | 'contains';
  readonly left: Expression;
  readonly right: Expression;
  readonly place: Place;
}

export interface TruthFormula {
  readonly kind: 'truth';
  readonly value: boolean;
  readonly place: Place;
}

export type Formula =
  | Atom
  | ComparisonFormula
  | TestFormula
  | TruthFormula
  | { readonly kind: 'not'; readonly inner: Formula; readonly place: Place }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Formula[]; readonly place: Place };

/** A fact has no body. */
export interface Rule {
  readonly heads: readonly Atom[];
  readonly body: Formula | null;
  readonly place: Place;
}

export type TypeDefinition =
  | { readonly kind: 'subtype'; readonly base: Name }
  /** One element is an alias. */
  | { readonly kind: 'union'; readonly elements: readonly Name[] }
  /** Of a kind that is not supported or could not be read: already reported, and fits everything. */
  | { readonly kind: 'broken' };

export interface TypeDeclaration {
  readonly name: Name;
  readonly definition: TypeDefinition;
}

export interface AttributeDeclaration {
  readonly name: Name;
  readonly type: Name;
}

export interface RelationDeclaration {
  readonly name: Name;
  readonly attributes: readonly AttributeDeclaration[];
  readonly equivalence: boolean;
  readonly inline: boolean;
  readonly overridable: boolean;
  readonly documentation: Documentation | null;
  /** Could not be read: its uses are not judged. */
  readonly broken: boolean;
}

export interface Directive {
  readonly kind: 'input' | 'output' | 'printsize' | 'limitsize';
  readonly target: Name;
  readonly parameters: ReadonlyMap<string, string>;
}

export interface ComponentUse {
  readonly name: Name;
  readonly parameters: readonly Name[];
}

export interface Component {
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly bases: readonly ComponentUse[];
  readonly overrides: readonly Name[];
  readonly content: Unit;
}

export interface Instance {
  readonly name: Name;
  readonly component: ComponentUse;
}

/** What a program, or the inside of a component, declares. */
export interface Unit {
  readonly types: TypeDeclaration[];
  readonly relations: RelationDeclaration[];
  readonly directives: Directive[];
  readonly rules: Rule[];
  readonly components: Component[];
  readonly instances: Instance[];
}

export function emptyUnit(): Unit {
  return { types: [], relations: [], directives: [], rules: [], components: [], instances: [] };
}

export function isPrimitive(name: string): name is Primitive {
  return name === 'symbol' || name === 'number' || name === 'unsigned';
}
