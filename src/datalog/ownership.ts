import type { Unit } from './ast.js';
import type { Declarations, RelationSymbol } from './declare.js';
import type { Reporter } from './report.js';
import type { Clause } from './resolved.js';

/** Tells the files of a foundation: what they declare is theirs alone. */
export type Foundation = (file: string) => boolean;

/**
 * A relation of the foundation means what the foundation says: no other file adds rules, facts or inputs to it, so that
 * whoever builds on it can neither change nor silence what it derives.
 */
export function checkOwnership(
  clauses: readonly Clause[],
  { directives }: Unit,
  declarations: Declarations,
  foundation: Foundation,
  report: Reporter,
): void {
  const owned = (relation: RelationSymbol, file: string) => foundation(relation.place.file) && !foundation(file);
  for (const { head } of clauses) {
    if (!owned(head.relation, head.place.file)) continue;
    report.error(
      'DL-SHIPPED',
      head.place,
      `\`${head.relation.name}\` is a shipped relation, and takes no further rules`,
      {
        related: [{ place: head.relation.place, message: 'declared here' }],
        repair: 'derive a relation of your own from it',
      },
    );
  }
  for (const { kind, target } of directives) {
    const relation = declarations.find(target.text);
    if (relation === undefined || !owned(relation, target.place.file)) continue;
    report.error(
      'DL-SHIPPED',
      target.place,
      `\`${target.text}\` is a shipped relation, and takes no further \`.${kind}\``,
      {
        related: [{ place: relation.place, message: 'declared here' }],
        repair: 'take the directive out',
      },
    );
  }
}
