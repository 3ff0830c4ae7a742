import type { Entry, Node } from '../../parse/tree.js';
import { findMentions, hasIsland } from './islands.js';
import type { Mention } from './mention.js';
import { partName } from './names.js';
import { fieldsOf, isBoolean, stringOf } from './nodes.js';
import type { WorkflowScope } from './scope.js';
import { hostName } from './url.js';

/** Writes the declarations of secrets, and where each may go (rules/nika/secrets-schema.dl). */
export function lowerSecrets(scope: WorkflowScope, entry: Entry | undefined): void {
  const { run } = scope;
  for (const [name, { key, value }] of fieldsOf(entry?.value)) {
    const part = scope.part(`secrets.${partName(name)}`, key);
    scope.secrets.set(name, part);
    run.table('declared_secret', 3).add(part, scope.symbol, run.intern(name));
    const clauses = fieldsOf(value).get('egress')?.value;
    if (clauses?.kind === 'sequence') for (const clause of clauses.items) lowerClause(scope, part, clause);
  }
}

/** One clause; one without a sink that is a string allows nothing, and is no fact. */
function lowerClause(scope: WorkflowScope, secret: number, clause: Node): void {
  const { run } = scope;
  const entries = fieldsOf(clause);
  const to = stringAt(entries, 'to');
  if (to === null) return;
  const host = stringAt(entries, 'host');
  const self = entries.get('host_from_self')?.value;
  const isSelf = self !== undefined && !isBoolean(self, false);
  // A host that is no string, and a host beside one that is computed, limit the clause in a way nobody can check.
  const isOpen = !entries.has('host') && !isSelf;
  const form = isOpen
    ? 'any'
    : host !== null && !isSelf
      ? 'host'
      : isSelf && !entries.has('host')
        ? 'self'
        : 'unreadable';
  const name = form === 'host' && host !== null ? hostName(host) : '';
  run.table('egress', 4).add(secret, run.intern(to), run.word(form), run.intern(name));
}

function stringAt(entries: ReadonlyMap<string, Entry>, key: string): string | null {
  const value = entries.get(key)?.value;
  return value === undefined ? null : stringOf(value);
}

/** Says of a part that its text is one secret and nothing else. */
export function lowerWholeSecret(scope: WorkflowScope, part: number, text: string): void {
  if (!text.includes('secrets') || !hasIsland(text)) return;
  const mentions: Mention[] = [];
  findMentions(text, scope.names, mentions);
  const [mention] = mentions;
  if (mention?.target.kind !== 'secret' || mention.by !== 'parse' || mention.escaped || mentions.length > 1) return;
  const around = `${text.slice(0, mention.start)}${text.slice(mention.end)}`.replace(/\s/g, '');
  const secret = scope.secrets.get(mention.target.name);
  if (/^\$\{\{\}\}$/.test(around) && secret !== undefined) scope.run.table('whole_secret', 2).add(part, secret);
}
