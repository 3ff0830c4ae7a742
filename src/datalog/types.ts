import type { Place } from '../place.js';
import { isPrimitive, type Name, type TypeDeclaration } from './ast.js';
import type { Primitive } from './ir.js';
import { nearest } from './nearest.js';
import type { Reporter } from './report.js';

/** The primitives a value may be of, as bits. */
export type Kinds = number;
export const SYMBOL: Kinds = 1;
export const NUMBER: Kinds = 2;
export const UNSIGNED: Kinds = 4;
export const NUMERIC: Kinds = NUMBER | UNSIGNED;
export const ANY: Kinds = SYMBOL | NUMERIC;

const KINDS: Readonly<Record<Primitive, Kinds>> = { symbol: SYMBOL, number: NUMBER, unsigned: UNSIGNED };

/** Numbers where several primitives would do. */
export function primitiveOf(kinds: Kinds): Primitive {
  if (kinds & NUMBER) return 'number';
  return kinds & UNSIGNED ? 'unsigned' : 'symbol';
}

/** A type once its definition is resolved; aliases have become what they stand for. */
export interface Type {
  readonly name: string;
  /** Null for a primitive. */
  readonly place: Place | null;
  /** More than one bit only for a broken type, which fits everything. */
  readonly kinds: Kinds;
  readonly broken: boolean;
  readonly base: Type | null;
  /** What a union is made of, unions in it taken apart; the type itself where it is none. */
  readonly elements: ReadonlySet<Type>;
}

/** Definitions that rest on one another, the longest chain; and elements of all unions together. */
const MAX_CHAIN = 500;
const MAX_ELEMENTS = 100_000;

/**
 * The types of a program. Subtyping is Soufflé's: a subtype is below its base, a union above its elements, and two
 * types meet only where one is below the other or unions share elements.
 */
export class TypeTable {
  private readonly types = new Map<string, Type>();
  private readonly declarations = new Map<string, TypeDeclaration>();
  private readonly unknown = new Set<string>();
  private elements = 0;

  /** @param instances  whose types are not known, and are broken */
  constructor(
    private readonly report: Reporter,
    private readonly instances: ReadonlySet<string>,
  ) {
    for (const primitive of ['symbol', 'number', 'unsigned'] as const) {
      this.types.set(primitive, leaf(primitive, null, KINDS[primitive], null));
    }
  }

  /** Declares and resolves; problems of a definition are reported at it and the type becomes a broken one. */
  declare(declarations: readonly TypeDeclaration[]): void {
    for (const declaration of declarations) this.add(declaration);
    for (const declaration of this.declarations.values()) this.resolve(declaration, []);
  }

  /** The declared type of a name used somewhere; unknown ones are reported once and are broken. */
  lookup(name: Name): Type {
    const known = this.types.get(name.text);
    if (known !== undefined) return known;
    if (name.text === 'float') this.report.unsupported('floating-point numbers', name.place);
    else if (!this.instances.has(name.text.split('.', 1)[0] ?? '')) this.reportUnknown(name);
    return broken(name);
  }

  names(): Iterable<string> {
    return this.types.keys();
  }

  private add(declaration: TypeDeclaration): void {
    const { text, place } = declaration.name;
    const previous = this.declarations.get(text);
    if (previous !== undefined) {
      this.report.error('DL-TYPE-DUPLICATE', place, `type \`${text}\` is declared twice`, {
        related: [{ place: previous.name.place, message: 'first declared here' }],
        repair: 'take one of the declarations out, or rename it',
      });
    } else if (isPrimitive(text) || text === 'float') {
      this.report.error('DL-TYPE-DUPLICATE', place, `\`${text}\` is a primitive type`, {
        repair: 'choose another name',
      });
    } else {
      this.declarations.set(text, declaration);
    }
  }

  /** `path` holds the declarations being resolved, for cycles; its length bounds the recursion. */
  private resolve(declaration: TypeDeclaration, path: TypeDeclaration[]): Type {
    const { name } = declaration;
    const done = this.types.get(name.text);
    if (done !== undefined) return done;
    const type = this.problem(declaration, path) ?? this.define(declaration, [...path, declaration]);
    this.types.set(name.text, type);
    return type;
  }

  private problem(declaration: TypeDeclaration, path: readonly TypeDeclaration[]): Type | null {
    const { name, definition } = declaration;
    if (path.includes(declaration)) {
      const names = [...path.slice(path.indexOf(declaration)), declaration].map((step) => step.name.text);
      this.report.error(
        'DL-TYPE-CYCLE',
        name.place,
        `type \`${name.text}\` is defined by itself: ${names.join(' → ')}`,
        {
          repair: 'define one of them by a primitive, as in `.type T <: symbol`',
        },
      );
    } else if (path.length >= MAX_CHAIN) {
      this.report.error('DL-NESTING', name.place, `more than ${MAX_CHAIN} types rest on one another`);
    } else if (definition.kind !== 'broken') {
      return null;
    }
    return broken(name);
  }

  private define(declaration: TypeDeclaration, path: TypeDeclaration[]): Type {
    const { name, definition } = declaration;
    if (definition.kind === 'broken') return broken(name);
    if (definition.kind === 'subtype') return this.subtype(name, this.part(definition.base, path));
    const parts = definition.elements.map((element) => this.part(element, path));
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : this.union(name, parts);
  }

  private part(name: Name, path: TypeDeclaration[]): Type {
    const declaration = this.declarations.get(name.text);
    return declaration === undefined ? this.lookup(name) : this.resolve(declaration, path);
  }

  private subtype(name: Name, base: Type): Type {
    if (base.broken) return broken(name);
    if (base.elements.has(base)) return leaf(name.text, name.place, base.kinds, base);
    this.report.error(
      'DL-TYPE-UNION',
      name.place,
      `\`${name.text}\` cannot be a subtype of the union \`${base.name}\``,
      {
        related: base.place === null ? [] : [{ place: base.place, message: 'the union' }],
        repair: 'derive it from one of the elements of the union, or make it an element',
      },
    );
    return broken(name);
  }

  private union(name: Name, parts: readonly Type[]): Type {
    if (parts.some((part) => part.broken)) return broken(name);
    const elements = new Set<Type>();
    for (const part of parts) for (const element of part.elements) elements.add(element);
    this.elements += elements.size;
    const [first] = parts;
    const other = parts.find((part) => part.kinds !== first?.kinds);
    if (first !== undefined && other !== undefined) {
      const mixed = `\`${first.name}\` (${primitiveOf(first.kinds)}) and \`${other.name}\` (${primitiveOf(other.kinds)})`;
      this.report.error('DL-TYPE-UNION', name.place, `the union \`${name.text}\` mixes ${mixed}`, {
        repair: 'join types of one primitive only',
      });
      return broken(name);
    }
    if (this.elements > MAX_ELEMENTS) {
      this.report.error('DL-TYPE-UNION', name.place, `the unions have more than ${MAX_ELEMENTS} elements together`);
      return broken(name);
    }
    return { name: name.text, place: name.place, kinds: first?.kinds ?? ANY, broken: false, base: null, elements };
  }

  private reportUnknown(name: Name): void {
    if (this.unknown.has(name.text)) return;
    this.unknown.add(name.text);
    const near = nearest(name.text, [...this.types.keys(), ...this.declarations.keys()]);
    this.report.error('DL-TYPE-UNKNOWN', name.place, `type \`${name.text}\` is not declared`, {
      repair: near === null ? `declare it, as in \`.type ${name.text} <: symbol\`` : `did you mean \`${near}\`?`,
    });
  }
}

function leaf(name: string, place: Place | null, kinds: Kinds, base: Type | null): Type {
  const elements = new Set<Type>();
  const type: Type = { name, place, kinds, broken: false, base, elements };
  elements.add(type);
  return type;
}

function broken(name: Name): Type {
  return { name: name.text, place: name.place, kinds: ANY, broken: true, base: null, elements: new Set() };
}

export function isSubtype(a: Type, b: Type): boolean {
  if (a === b || a.broken || b.broken) return true;
  for (const element of a.elements) if (!isBelow(element, b)) return false;
  return true;
}

/** A type that is no union, or one of its bases, is an element of the other type. */
function isBelow(element: Type, b: Type): boolean {
  for (let at: Type | null = element; at !== null; at = at.base) if (b.elements.has(at)) return true;
  return false;
}

/** The greatest types below both; empty where they have no value in common. */
export function meet(a: Type, b: Type): readonly Type[] {
  if (isSubtype(a, b)) return [a];
  if (isSubtype(b, a)) return [b];
  if (a.elements.size < 2 || b.elements.size < 2) return [];
  return [...a.elements].filter((element) => isBelow(element, b));
}
