import type { Atom, Component, ComponentUse, Formula, Name, Unit } from './ast.js';
import { emptyUnit } from './ast.js';
import { Cursor } from './cursor.js';
import { parseAtom } from './parse-atoms.js';
import {
  brokenRelation,
  documentationOf,
  parseDirective,
  parseList,
  parsePlainName,
  parsePlainType,
  parseRelations,
  parseType,
  skipBrackets,
} from './parse-declarations.js';
import { parseBody } from './parse-formulas.js';
import type { Reporter } from './report.js';
import type { Token } from './tokens.js';

export interface Source {
  /** Path as it is printed. */
  readonly file: string;
  readonly text: string;
}

/** Finds what `.include "path"` means in the file `from`; undefined where there is no such file. */
export type Include = (path: string, from: string) => Source | undefined;

/**
 * Reads sources and what they include into one unit, in order. A statement that cannot be read is reported once and
 * left out; reading goes on with the next. A file is read once, however often it is included.
 */
export class Parser {
  readonly unit = emptyUnit();
  readonly sources: Source[] = [];
  private readonly read = new Set<string>();
  /** The files being read, outermost first. */
  private readonly open: string[] = [];

  constructor(
    private readonly report: Reporter,
    private readonly include: Include | undefined,
  ) {}

  parse(source: Source): void {
    this.readInto(source, this.unit);
  }

  private readInto(source: Source, unit: Unit): void {
    if (this.read.has(source.file)) return;
    this.read.add(source.file);
    this.sources.push(source);
    this.open.push(source.file);
    const cursor = new Cursor(source.file, source.text, this.report);
    while (cursor.token.kind !== 'end') this.statement(cursor, unit, null);
    this.open.pop();
  }

  private statement(cursor: Cursor, unit: Unit, overrides: Name[] | null): void {
    const read = cursor.token.kind === 'directive' ? this.directive(cursor, unit, overrides) : parseRule(cursor, unit);
    if (!read) cursor.recover();
  }

  private directive(cursor: Cursor, unit: Unit, overrides: Name[] | null): boolean {
    const documentation = documentationOf(cursor);
    const { text: word, start } = cursor.next();
    switch (word) {
      case 'decl':
        return parseRelations(cursor, unit, documentation);
      case 'type':
        return parseType(cursor, unit);
      case 'number_type':
      case 'symbol_type':
        return parsePlainType(cursor, unit, word === 'number_type' ? 'number' : 'symbol');
      case 'input':
      case 'output':
      case 'printsize':
      case 'limitsize':
        return parseDirective(cursor, unit, word);
      case 'include':
        return this.included(cursor, unit, start);
      case 'comp':
        return this.component(cursor, unit);
      case 'init':
        return parseInstance(cursor, unit);
      case 'override':
        return parseOverride(cursor, overrides, start);
      default:
        return passOver(cursor, word, start);
    }
  }

  private included(cursor: Cursor, unit: Unit, start: number): boolean {
    const { kind, text: path } = cursor.token;
    if (kind !== 'string') return cursor.fail('a path in quotes');
    cursor.next();
    const place = cursor.since(start);
    const source = this.include?.(path, cursor.file);
    if (source === undefined) {
      this.report.error('DL-INCLUDE', place, `\`${path}\` cannot be found`, {
        repair: `paths are relative to \`${cursor.file}\``,
      });
    } else if (this.open.includes(source.file)) {
      const chain = [...this.open.slice(this.open.indexOf(source.file)), source.file].join(' → ');
      this.report.error('DL-INCLUDE', place, `this includes itself: ${chain}`, {
        repair: 'take one of the includes out',
      });
    } else if (this.open.length >= MAX_INCLUDES) {
      this.report.error('DL-INCLUDE', place, `more than ${MAX_INCLUDES} files include one another`);
    } else {
      this.readInto(source, unit);
    }
    return true;
  }

  /** `.comp Name<P> : Base<P>, Other { … }` */
  private component(cursor: Cursor, unit: Unit): boolean {
    const use = parseUse(cursor);
    if (use === null) return false;
    const bases = cursor.take(':') ? parseList(cursor, () => parseUse(cursor)) : [];
    if (bases === null) return false;
    if (!cursor.expect('{')) return false;
    const overrides: Name[] = [];
    const content = cursor.nested(() => this.content(cursor, overrides));
    if (content === null) return false;
    const component: Component = { ...use, bases, overrides, content };
    unit.components.push(component);
    return cursor.expect('}', 'close the component');
  }

  private content(cursor: Cursor, overrides: Name[]): Unit {
    const content = emptyUnit();
    while (cursor.token.kind !== 'end' && !cursor.at('}')) this.statement(cursor, content, overrides);
    return content;
  }
}

const MAX_INCLUDES = 100;

/** A fact `a(1).`, or a rule `a(x), b(x) :- body.` with an optional `.plan`. */
function parseRule(cursor: Cursor, unit: Unit): boolean {
  const { start } = cursor.token;
  if (cursor.token.kind === 'mark' && cursor.at('@')) return unsupportedStatement(cursor, 'annotations');
  if (cursor.at('.') && cursor.ahead.kind === 'name') return unknownDirective(cursor);
  const { token } = cursor;
  const heads = parseList(cursor, () => parseAtom(cursor));
  if (heads === null) return noteRelation(cursor, token, unit);
  if (cursor.at('<=')) return unsupportedStatement(cursor, 'subsumption rules');
  const body = cursor.take(':-') ? parseBody(cursor) : undefined;
  if (body === null) return false;
  if (!endRule(cursor, heads, body ?? null)) return false;
  unit.rules.push({ heads, body: body ?? null, place: cursor.since(start) });
  return true;
}

/** What has types for arguments is a declaration without `.decl`: its uses are not reported as well. */
function noteRelation(cursor: Cursor, { text, start, end }: Token, unit: Unit): false {
  const name = { text, place: { file: cursor.file, start, end } };
  if (cursor.at(':')) unit.relations.push(brokenRelation(name));
  return false;
}

function endRule(cursor: Cursor, heads: readonly Atom[], body: Formula | null): boolean {
  if (body === null && heads.length > 1) return cursor.fail('`:-`', 'write one fact a statement');
  if (cursor.take('.')) return true;
  return cursor.failEnd(body === null ? '`.` or `:-`' : '`,`, `;` or `.`', 'end the rule with `.`');
}

function unsupportedStatement(cursor: Cursor, feature: string): false {
  cursor.report.unsupported(feature, cursor.here());
  return false;
}

function unknownDirective(cursor: Cursor): false {
  cursor.next();
  const place = { ...cursor.here(), start: cursor.token.start - 1 };
  cursor.report.error('DL-DIRECTIVE', place, `\`.${cursor.token.text}\` is no directive`, {
    repair: 'the directives are .decl, .type, .input, .output, .printsize, .include, .comp and .init',
  });
  return false;
}

/** Directives that have no effect here. */
function passOver(cursor: Cursor, word: string, start: number): boolean {
  if (word === 'plan') return passPlan(cursor);
  if (word === 'functor' || word === 'lattice') {
    cursor.report.unsupported(word === 'functor' ? 'user-defined functors' : 'lattices', cursor.since(start));
    if (word === 'lattice') return passLattice(cursor);
    return passFunctor(cursor);
  }
  while (word === 'pragma' && (cursor.token.kind === 'string' || cursor.at(','))) cursor.next();
  return true;
}

/** `.plan 0:(1,2), 1:(2,1)` */
function passPlan(cursor: Cursor): boolean {
  do {
    if (cursor.token.kind !== 'number') return cursor.fail('the number of a version');
    cursor.next();
    if (!cursor.expect(':')) return false;
    skipBrackets(cursor);
  } while (cursor.take(','));
  return true;
}

/** `.functor f(x: number): symbol stateful` */
function passFunctor(cursor: Cursor): boolean {
  cursor.next();
  skipBrackets(cursor);
  if (cursor.take(':')) cursor.next();
  if (cursor.atWord('stateful')) cursor.next();
  return true;
}

/** `.lattice T<> { Lub -> @f(_, _) }` */
function passLattice(cursor: Cursor): boolean {
  while (cursor.token.kind !== 'end' && cursor.token.kind !== 'directive' && !cursor.at('{')) cursor.next();
  skipBrackets(cursor);
  return true;
}

/** `Name` or `Name<A, B>` */
function parseUse(cursor: Cursor): ComponentUse | null {
  const name = parsePlainName(cursor, 'the name of a component');
  if (name === null) return null;
  if (!cursor.take('<')) return { name, parameters: [] };
  const parameters = parseList(cursor, () => parsePlainName(cursor, 'a parameter'));
  return parameters !== null && cursor.expect('>') ? { name, parameters } : null;
}

/** `.init instance = Component<A>` */
function parseInstance(cursor: Cursor, unit: Unit): boolean {
  const name = parsePlainName(cursor, 'the name of an instance');
  if (name === null || !cursor.expect('=')) return false;
  const component = parseUse(cursor);
  if (component === null) return false;
  unit.instances.push({ name, component });
  return true;
}

function parseOverride(cursor: Cursor, overrides: Name[] | null, start: number): boolean {
  const name = parsePlainName(cursor, 'the name of a relation');
  if (name === null) return false;
  if (overrides === null)
    cursor.report.error('DL-OVERRIDE', cursor.since(start), '`.override` stands outside a component');
  overrides?.push(name);
  return true;
}
