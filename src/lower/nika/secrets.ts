import type { Entry } from '../../parse/tree.js';
import { partName } from './names.js';
import { fieldsOf } from './nodes.js';
import type { WorkflowScope } from './scope.js';

/** Writes the declarations of secrets (rules/nika/secrets-schema.dl). */
export function lowerSecrets(scope: WorkflowScope, entry: Entry | undefined): void {
  const { run } = scope;
  for (const [name, { key }] of fieldsOf(entry?.value)) {
    const part = scope.part(`secrets.${partName(name)}`, key);
    run.table('declared_secret', 3).add(part, scope.symbol, run.intern(name));
  }
}
