import type { Mention } from '../../src/lower/nika/mention.js';

/** A mention as a test table writes it: `tasks.a.output`, `with.*`, and before it how it was found, unless by parsing. */
export function shown({ target, by, escaped }: Mention): string {
  const found = by === 'parse' ? '' : `${by}:`;
  return `${escaped ? '\\' : ''}${found}${path(target)}`;
}

function path(target: Mention['target']): string {
  switch (target.kind) {
    case 'task':
      return `tasks.${target.id}${target.projection && `.${target.projection}`}`;
    case 'binding':
      return `with.${target.name}`;
    case 'group':
      return `group.${target.name}`;
    case 'input':
      return `inputs.${target.name}`;
    case 'secret':
      return `secrets.${target.name}`;
    case 'every-secret':
      return 'secrets.*';
    case 'every-input':
      return 'inputs.*';
    case 'every-task':
      return 'tasks.*';
    case 'every-binding':
      return 'with.*';
    case 'every-group':
      return 'group.*';
    case 'item':
      return 'item';
  }
}
