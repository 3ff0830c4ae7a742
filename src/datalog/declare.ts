import type { Place } from '../place.js';
import type { Directive, Name, RelationDeclaration, Unit } from './ast.js';
import { declareBuiltins } from './builtins.js';
import type { Expanded } from './components.js';
import type { Builtin, Documentation } from './ir.js';
import { nearest } from './nearest.js';
import type { Reporter } from './report.js';
import { type Type, TypeTable } from './types.js';

export interface TypedAttribute {
  readonly name: string;
  readonly place: Place;
  readonly type: Type;
}

/** A declared relation with what its directives say. */
export interface RelationSymbol {
  readonly id: number;
  readonly name: string;
  readonly place: Place;
  readonly attributes: readonly TypedAttribute[];
  readonly equivalence: boolean;
  readonly inline: boolean;
  readonly documentation: Documentation | null;
  /** Its declaration could not be read: uses are not judged. */
  readonly broken: boolean;
  readonly input: Directive[];
  readonly output: Directive[];
  readonly printsize: Directive[];
  readonly limitsize: Directive[];
  builtin: Builtin | null;
}

/** The relations and types of a program by name. */
export class Declarations {
  readonly relations: RelationSymbol[] = [];
  readonly types: TypeTable;
  private readonly byName = new Map<string, RelationSymbol>();
  private readonly unknown = new Map<string, { readonly name: Name; readonly places: Set<string> }>();

  private readonly broken: ReadonlySet<string>;

  constructor(
    { unit, broken }: Expanded,
    private readonly report: Reporter,
  ) {
    this.broken = broken;
    this.types = new TypeTable(report, broken);
    this.types.declare(unit.types);
    for (const declaration of unit.relations) this.add(declaration);
    this.reportNameClashes(unit);
    for (const directive of unit.directives) this.direct(directive);
    declareBuiltins(this, report);
  }

  /** The relation of a name used somewhere. Null for one that is not declared, which `reportUnknown` speaks of. */
  lookup(name: Name): RelationSymbol | null {
    const relation = this.find(name.text);
    if (relation !== undefined) return relation;
    if (isInside(name.text, this.broken)) return null;
    const seen = this.unknown.get(name.text) ?? { name, places: new Set<string>() };
    this.unknown.set(name.text, seen);
    seen.places.add(`${name.place.file} ${name.place.start}`);
    return null;
  }

  find(name: string): RelationSymbol | undefined {
    return this.byName.get(name);
  }

  /** One error for each name that nothing declares, however often it is used. */
  reportUnknown(): void {
    for (const { name, places } of this.unknown.values()) {
      const near = nearest(name.text, this.byName.keys());
      const declared = near === null ? undefined : this.byName.get(near);
      const more = places.size === 1 ? '' : ` (used ${places.size} times)`;
      this.report.error('DL-RELATION-UNKNOWN', name.place, `relation \`${name.text}\` is not declared${more}`, {
        repair: near === null ? `declare it with \`.decl ${name.text}(…)\`` : `did you mean \`${near}\`?`,
        related:
          declared === undefined ? [] : [{ place: declared.place, message: `\`${declared.name}\` is declared here` }],
      });
    }
  }

  private add(declaration: RelationDeclaration): void {
    const { name, broken, equivalence, inline, documentation } = declaration;
    const previous = this.byName.get(name.text);
    if (previous !== undefined) {
      this.report.error('DL-RELATION-DUPLICATE', name.place, `relation \`${name.text}\` is declared twice`, {
        related: [{ place: previous.place, message: 'first declared here' }],
        repair: 'take one of the declarations out, or rename it',
      });
      return;
    }
    const relation: RelationSymbol = {
      id: this.relations.length,
      name: name.text,
      place: name.place,
      attributes: this.attributes(declaration),
      equivalence,
      inline,
      documentation,
      broken,
      input: [],
      output: [],
      printsize: [],
      limitsize: [],
      builtin: null,
    };
    this.relations.push(relation);
    this.byName.set(name.text, relation);
    if (equivalence && !broken) this.checkEquivalence(relation);
  }

  private attributes(declaration: RelationDeclaration): TypedAttribute[] {
    const seen = new Map<string, Place>();
    return declaration.attributes.map(({ name: { text, place }, type }) => {
      const previous = seen.get(text);
      if (previous !== undefined) {
        this.report.error(
          'DL-ATTRIBUTE-DUPLICATE',
          place,
          `\`${declaration.name.text}\` has two attributes \`${text}\``,
          {
            related: [{ place: previous, message: 'the first one' }],
            repair: 'rename one of them',
          },
        );
      }
      seen.set(text, place);
      return { name: text, place, type: this.types.lookup(type) };
    });
  }

  private checkEquivalence(relation: RelationSymbol): void {
    const [first, second] = relation.attributes;
    if (relation.attributes.length === 2 && (first?.type === second?.type || first?.type.broken || second?.type.broken))
      return;
    const found = relation.attributes.length === 2 ? 'has two types' : `has ${relation.attributes.length} attributes`;
    this.report.error('DL-EQUIVALENCE', relation.place, `the equivalence \`${relation.name}\` ${found}`, {
      repair: 'an `eqrel` relation has two attributes of one type',
    });
  }

  private reportNameClashes(unit: Unit): void {
    for (const { name } of unit.types) {
      const relation = this.byName.get(name.text);
      if (relation === undefined) continue;
      this.report.error('DL-RELATION-DUPLICATE', relation.place, `\`${name.text}\` is a type and a relation`, {
        related: [{ place: name.place, message: 'the type' }],
        repair: 'rename one of them',
      });
    }
  }

  private direct(directive: Directive): void {
    const { kind, target } = directive;
    const relation = this.lookup(target);
    if (relation === null) return;
    const [previous] = relation[kind];
    if (previous !== undefined && (kind === 'printsize' || kind === 'limitsize')) {
      this.report.error('DL-DIRECTIVE', target.place, `\`.${kind}\` is given twice for \`${target.text}\``, {
        related: [{ place: previous.target.place, message: 'the first time' }],
        repair: 'take one of them out',
      });
    }
    if (kind === 'limitsize') this.checkLimit(directive);
    relation[kind].push(directive);
  }

  private checkLimit({ target, parameters }: Directive): void {
    if (/^\d{1,10}$/.test(parameters.get('n') ?? '')) return;
    this.report.error('DL-DIRECTIVE', target.place, `\`.limitsize ${target.text}\` says no number of tuples`, {
      repair: `write \`.limitsize ${target.text}(n=1000)\``,
    });
  }
}

/** A name of an instance that could not be made. */
export function isInside(name: string, instances: ReadonlySet<string>): boolean {
  const dot = name.indexOf('.');
  return dot >= 0 && instances.has(name.slice(0, dot));
}
