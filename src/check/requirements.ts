import type { Requirements } from './model.js';
import type { Relations } from './relations.js';

/** What a run of a workflow needs (rules/nika/requirements.dl). */
export function requirementsOf(root: number, relations: Relations): Requirements {
  const names = (relation: string) => relations.of(relation, root, 1).map((symbol) => relations.text(symbol));
  return {
    models: names('requires_model').sort(),
    secrets: names('requires_secret').sort(),
    inputs: names('requires_input'),
  };
}
