import type { AttributeDeclaration, Directive, Name, RelationDeclaration, TypeDeclaration, Unit } from './ast.js';
import type { Cursor } from './cursor.js';
import { readDocumentation } from './documentation.js';
import type { Documentation } from './ir.js';
import { parseName } from './parse-atoms.js';
import { QUALIFIERS, type Token } from './tokens.js';

// Each function starts after its directive's word and answers whether the statement could be read.

function nameOf(cursor: Cursor, token: Token): Name {
  return { text: token.text, place: { file: cursor.file, start: token.start, end: token.end } };
}

/** A name without dots. */
export function parsePlainName(cursor: Cursor, what: string): Name | null {
  const token = cursor.name(what);
  return token === null ? null : nameOf(cursor, token);
}

/** `A, B, C` */
export function parseList<T>(cursor: Cursor, parse: () => T | null): T[] | null {
  const items: T[] = [];
  do {
    const item = parse();
    if (item === null) return null;
    items.push(item);
  } while (cursor.take(','));
  return items;
}

/** `.type T`, and the older `.number_type T` and `.symbol_type T`. */
export function parsePlainType(cursor: Cursor, unit: Unit, primitive: 'number' | 'symbol'): boolean {
  const name = parsePlainName(cursor, 'the name of a type');
  if (name === null) return false;
  unit.types.push({ name, definition: { kind: 'subtype', base: { text: primitive, place: name.place } } });
  return true;
}

/** `.type T <: A`, `.type T = A | B`, `.type T = A` or `.type T`. */
export function parseType(cursor: Cursor, unit: Unit): boolean {
  const name = parsePlainName(cursor, 'the name of a type');
  if (name === null) return false;
  const definition = parseTypeDefinition(cursor, name);
  unit.types.push({ name, definition: definition ?? { kind: 'broken' } });
  return definition !== null;
}

function parseTypeDefinition(cursor: Cursor, name: Name): TypeDeclaration['definition'] | null {
  if (cursor.take('<:')) {
    const base = parseName(cursor, 'a type');
    return base === null ? null : { kind: 'subtype', base };
  }
  if (!cursor.take('=')) return { kind: 'subtype', base: { text: 'symbol', place: name.place } };
  if (cursor.at('[')) return unsupportedType(cursor, 'records');
  const elements: Name[] = [];
  do {
    const element = parseName(cursor, 'a type');
    if (element === null) return null;
    if (cursor.at('{')) return unsupportedType(cursor, 'algebraic data types');
    elements.push(element);
  } while (cursor.take('|'));
  return { kind: 'union', elements };
}

function unsupportedType(cursor: Cursor, feature: string): TypeDeclaration['definition'] {
  cursor.report.unsupported(feature, cursor.here(), 'spread the fields over columns of a relation');
  do {
    while (cursor.token.kind === 'name' || cursor.take('|')) if (cursor.token.kind === 'name') cursor.next();
    skipBrackets(cursor);
  } while (cursor.at('|'));
  return { kind: 'broken' };
}

/** Passes over one bracketed group, if one starts here. */
export function skipBrackets(cursor: Cursor): void {
  let depth = 0;
  do {
    if (cursor.at('[') || cursor.at('{') || cursor.at('(')) depth++;
    else if (cursor.at(']') || cursor.at('}') || cursor.at(')')) depth--;
    if (depth === 0 && !cursor.at(']') && !cursor.at('}') && !cursor.at(')')) return;
    cursor.next();
  } while (depth > 0 && cursor.token.kind !== 'end');
}

/** `.decl a, b(x: T, y: U) qualifiers`. A relation that cannot be read is declared all the same, as broken. */
export function parseRelations(cursor: Cursor, unit: Unit, comment: Documentation | null): boolean {
  const names = parseList(cursor, () => parsePlainName(cursor, 'the name of a relation'));
  if (names === null) return false;
  const attributes = cursor.at('=') ? parseDelta(cursor) : parseAttributes(cursor);
  const qualifiers = attributes === null ? new Map<string, Name>() : parseQualifiers(cursor);
  for (const name of names) {
    unit.relations.push({
      name,
      attributes: attributes ?? [],
      equivalence: qualifiers.has('eqrel'),
      inline: qualifiers.has('inline'),
      overridable: qualifiers.has('overridable'),
      documentation: comment,
      broken: attributes === null,
    });
    addOldDirectives(unit, name, qualifiers);
  }
  return attributes !== null;
}

export function brokenRelation(name: Name): RelationDeclaration {
  const flags = { equivalence: false, inline: false, overridable: false };
  return { name, attributes: [], ...flags, documentation: null, broken: true };
}

export function documentationOf(cursor: Cursor): Documentation | null {
  return cursor.documentation === null ? null : readDocumentation(cursor.text, cursor.documentation);
}

function parseDelta(cursor: Cursor): null {
  cursor.report.unsupported('`debug_delta` relations', cursor.here());
  return null;
}

function parseAttributes(cursor: Cursor): AttributeDeclaration[] | null {
  if (!cursor.expect('(', 'list the attributes, as in `.decl r(x: symbol)`; `()` for none')) return null;
  if (cursor.take(')')) return [];
  const attributes = parseList(cursor, () => parseAttribute(cursor));
  return attributes !== null && cursor.expect(')') ? attributes : null;
}

function parseAttribute(cursor: Cursor): AttributeDeclaration | null {
  const name = parsePlainName(cursor, 'the name of an attribute');
  if (name === null || !cursor.expect(':', `give its type, as in \`${name.text}: symbol\``)) return null;
  const type = parseName(cursor, 'a type');
  if (type === null) return null;
  if (!cursor.at('<')) return { name, type };
  cursor.report.unsupported('lattices', cursor.here());
  return null;
}

/** At most one of these says how a relation is stored. */
const REPRESENTATIONS: ReadonlySet<string> = new Set(['btree', 'brie', 'btree_delete', 'eqrel']);

function parseQualifiers(cursor: Cursor): Map<string, Name> {
  const qualifiers = new Map<string, Name>();
  while (cursor.token.kind === 'name' && !cursor.atWord('choice') && !isHead(cursor)) {
    const name = nameOf(cursor, cursor.next());
    if (!QUALIFIERS.has(name.text)) {
      cursor.report.error('DL-QUALIFIER', name.place, `\`${name.text}\` is no qualifier of a relation`);
    }
    const other = contradicted(qualifiers, name.text);
    if (other !== undefined) {
      cursor.report.error('DL-QUALIFIER', name.place, `\`${name.text}\` cannot stand beside \`${other.text}\``, {
        related: [{ place: other.place, message: 'the other one' }],
        repair: 'take one of them out',
      });
    }
    qualifiers.set(name.text, name);
  }
  if (cursor.atWord('choice') && cursor.ahead.text === '-') parseChoice(cursor);
  return qualifiers;
}

/** The next statement, whose relation may have a qualifier's name. */
function isHead(cursor: Cursor): boolean {
  return cursor.ahead.kind === 'mark' && (cursor.ahead.text === '(' || cursor.ahead.text === '.');
}

/** The same qualifier, or another one that says how the relation is stored. */
function contradicted(qualifiers: ReadonlyMap<string, Name>, word: string): Name | undefined {
  if (!REPRESENTATIONS.has(word)) return qualifiers.get(word);
  return [...qualifiers.values()].find((other) => REPRESENTATIONS.has(other.text));
}

/** `choice-domain a, (b, c)` */
function parseChoice(cursor: Cursor): void {
  cursor.report.unsupported('`choice-domain` constraints', cursor.here());
  cursor.next();
  cursor.next();
  do {
    if (cursor.token.kind === 'name') cursor.next();
    skipBrackets(cursor);
  } while (cursor.take(',') || (cursor.token.kind === 'name' && !isHead(cursor)));
}

function addOldDirectives(unit: Unit, target: Name, qualifiers: ReadonlyMap<string, Name>): void {
  for (const kind of ['input', 'output', 'printsize'] as const) {
    if (qualifiers.has(kind)) unit.directives.push({ kind, target, parameters: new Map() });
  }
}

/** `.input a, b(IO=file, filename="x")` and the other directives for relations. */
export function parseDirective(cursor: Cursor, unit: Unit, kind: Directive['kind']): boolean {
  const targets = parseList(cursor, () => parseName(cursor, 'the name of a relation'));
  if (targets === null) return false;
  const parameters = cursor.take('(') ? parseParameters(cursor) : new Map<string, string>();
  if (parameters === null) return false;
  for (const target of targets) unit.directives.push({ kind, target, parameters });
  return true;
}

function parseParameters(cursor: Cursor): Map<string, string> | null {
  const parameters = new Map<string, string>();
  if (cursor.take(')')) return parameters;
  do {
    const key = cursor.token;
    if (key.kind !== 'name') return missing(cursor, 'the name of a parameter');
    cursor.next();
    if (!cursor.expect('=')) return null;
    const value = cursor.token;
    if (value.kind !== 'string' && value.kind !== 'name' && value.kind !== 'number') return missing(cursor, 'a value');
    cursor.next();
    parameters.set(key.text, value.text);
  } while (cursor.take(','));
  return cursor.expect(')') ? parameters : null;
}

function missing(cursor: Cursor, what: string): null {
  cursor.fail(what);
  return null;
}
