import type { Node } from '../../parse/tree.js';
import type { TaskScope } from './task-scope.js';

const NAMED = /tasks\.([a-z][a-z0-9_]*)/g;

/**
 * The tasks that the text of a `with:` names as the reference checker's lanes of order and consent read it
 * (rules/nika/named-schema.dl): all its keys and values as one text, in which an island ends at the first `}}`.
 */
export function lowerNamed(scope: TaskScope, bindings: Node): void {
  const { run, tasks } = scope.workflow;
  const targets = new Set<number>();
  for (const body of islandBodies(textsOf(bindings).join('"'))) {
    for (const [, id = ''] of body.matchAll(NAMED)) {
      const target = tasks.get(id);
      if (target !== undefined) targets.add(target);
    }
  }
  for (const target of targets) run.table('named', 2).add(scope.symbol, target);
}

/** The text of every scalar, keys of mappings included, in order of the document. */
function textsOf(root: Node): string[] {
  const texts: string[] = [];
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'scalar') texts.push(node.text);
    else if (node.kind === 'sequence') for (const item of [...node.items].reverse()) pending.push(item);
    else for (const { key, value } of [...node.entries].reverse()) pending.push(value, key);
  }
  return texts;
}

function* islandBodies(text: string): Generator<string> {
  let from = 0;
  for (let at = text.indexOf('${{'); at >= 0; at = text.indexOf('${{', from)) {
    from = at + 3;
    if (text[at - 1] === '\\') continue;
    const end = text.indexOf('}}', from);
    if (end < 0) return;
    yield text.slice(from, end);
    from = end + 2;
  }
}
