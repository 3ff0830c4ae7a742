import type { Absence, Missing, PatternValue } from '../../src/engine/index.js';
import type { Tuple, Value } from './ast.js';
import type { Result } from './evaluate.js';

/** What an absence says that the oracle knows to be wrong; undefined where nothing is. */
export function faultOfAbsence(absence: Absence, result: Result): string | undefined {
  if (matches(result, absence.relation, absence.values)) return 'the tuple was derived';
  for (const { found, missing } of absence.attempts) {
    const wrong = found.find(({ relation, values }) => !matches(result, relation, values));
    if (wrong !== undefined) return `${wrong.relation}(${wrong.values}) was not derived`;
    const fault = faultOfMissing(missing, result);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfMissing(missing: Missing, result: Result): string | undefined {
  switch (missing.kind) {
    case 'tuple':
      return matches(result, missing.relation, missing.pattern) ? 'nothing is missing' : undefined;
    case 'negation':
      return matches(result, missing.relation, missing.pattern) ? undefined : 'the negation holds';
    case 'limit':
      return 'there is no limit';
    default:
      return undefined;
  }
}

function matches(result: Result, relation: string, pattern: readonly PatternValue[]): boolean {
  for (const tuple of result.get(relation)?.values() ?? []) if (isLike(tuple, pattern)) return true;
  return false;
}

function isLike(tuple: Tuple, pattern: readonly PatternValue[]): boolean {
  const values = new Map<string, Value | undefined>();
  return pattern.every((value, column) => {
    if (value === null) return true;
    if (typeof value !== 'object') return value === tuple[column];
    const { variable } = value;
    if (!values.has(variable)) values.set(variable, tuple[column]);
    return values.get(variable) === tuple[column];
  });
}
