import type { Place } from '../place.js';
import type { Reporter } from './report.js';
import type { AtomLiteral, Term } from './resolved.js';
import { described, type Evidence, type KindClass, opposed, relatedOf, type TypeClass } from './type-classes.js';
import { primitiveOf, SYMBOL, type Type } from './types.js';

/** Reports types that clash, in words of the columns and constants that are the evidence for them. */
export class Clashes {
  failed = false;
  private readonly clashed = new Set<TypeClass | KindClass>();

  constructor(private readonly report: Reporter) {}

  /** The same class clashes once: what follows from the first clash is not reported. */
  private clash(known: TypeClass | KindClass): boolean {
    this.failed = true;
    if (this.clashed.has(known)) return false;
    this.clashed.add(known);
    return true;
  }

  used(known: TypeClass | KindClass, before: Evidence | null, now: Evidence, term: Term): false {
    if (!this.clash(known)) return false;
    const declared = now.declared === null ? [] : [now.declared];
    if (before === null || term.kind === 'symbol' || term.kind === 'number') {
      const message = `${shown(term)} cannot be a value of type ${described(now, before)}`;
      this.report.error('DL-TYPE-CLASH', now.place, message, {
        related: declared,
        repair: now.kinds === SYMBOL ? 'write a string, in quotes' : 'write a number, without quotes',
      });
    } else {
      const message = `${shown(term)} is used as ${described(before, now)} and as ${described(now, before)}, which have no value in common`;
      this.report.error('DL-TYPE-CLASH', now.place, message, {
        related: [...relatedOf(before), ...declared],
        repair: 'use two variables, or declare a type that both columns share',
      });
    }
    return false;
  }

  apart(a: TypeClass, b: TypeClass, left: Term, place: Place): void {
    const of = b.evidence[0];
    const against = of?.type ? (opposed(a, of.type) ?? null) : null;
    if (!this.clash(a) || of === undefined) return;
    const both = [...(against === null ? [] : [against]), of].map(({ what }) => `\`${what}\``).join(' and ');
    this.report.error('DL-TYPE-CLASH', place, `${both} have no value in common`, {
      related: [...(against === null ? [] : relatedOf(against)), ...relatedOf(of)],
      repair: `compare ${shown(left)} with a value of its own type, or declare a type that both columns share`,
    });
  }

  mixed(a: KindClass, b: KindClass, place: Place): false {
    if (!this.clash(a)) return false;
    const sides = [a, b].map((side) => primitiveOf(side.kinds)).join(' and a ');
    this.report.error('DL-TYPE-CLASH', place, `a ${sides} meet here`, {
      related: [a, b].flatMap((side) => (side.evidence === null ? [] : relatedOf(side.evidence))),
      repair: 'convert one side, with `to_number` or `to_string`',
    });
    return false;
  }

  stray(arg: Term, type: Type, known: TypeClass, relation: AtomLiteral['relation'], i: number): void {
    if (!this.clash(known)) return;
    const attribute = relation.attributes[i];
    const wanted = attribute?.type.name ?? '';
    const source = known.evidence.find((one) => one.type === type) ?? known.evidence[0];
    this.report.error(
      'DL-TYPE-CLASH',
      arg.place,
      `${shown(arg)} is of type \`${type.name}\`, and \`${relation.name}\` takes \`${wanted}\` here`,
      {
        related: [
          ...(source?.declared ? [source.declared] : []),
          ...(attribute === undefined
            ? []
            : [
                {
                  place: attribute.place,
                  message: `\`${attribute.name}: ${wanted}\` of \`${relation.name}\` is declared here`,
                },
              ]),
        ],
        repair: `declare the column of \`${relation.name}\` as \`${type.name}\` or a type above it, or take the value from a column of type \`${wanted}\``,
      },
    );
  }
}

function shown(term: Term): string {
  if (term.kind === 'variable') return `\`${term.variable.name}\``;
  if (term.kind === 'symbol') return 'this string';
  return term.kind === 'number' ? 'this number' : 'this value';
}
