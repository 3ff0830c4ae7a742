import type { Place } from '../place.js';
import type { Declarations, RelationSymbol } from './declare.js';
import type { Builtin } from './ir.js';
import type { Reporter } from './report.js';
import type { Clause } from './resolved.js';
import { NUMBER } from './types.js';

const CALL = /^([A-Za-z]\w*)\s*\(\s*([\w.?]+)\s*,\s*([\w.?]+)\s*\)$/;

/** The names people write after `@builtin`, what they are in the engine, and the parameter that is a set of nodes. */
const KINDS: ReadonlyMap<string, { readonly kind: Builtin['kind']; readonly nodes: string }> = new Map([
  ['dominators', { kind: 'idom', nodes: 'entry' }],
  ['levels', { kind: 'level', nodes: 'node' }],
  ['components', { kind: 'scc', nodes: 'node' }],
]);

/** Reads the `@builtin` tags of all relations. */
export function declareBuiltins(declarations: Declarations, report: Reporter): void {
  for (const relation of declarations.relations) {
    const tags = (relation.documentation?.tags ?? []).filter((tag) => tag.name === 'builtin');
    const [tag, second] = tags;
    if (second !== undefined) report.error('DL-BUILTIN', second.place, `\`${relation.name}\` has two \`@builtin\``);
    if (tag !== undefined) relation.builtin = readTag(relation, tag, declarations, report);
  }
}

/** A built-in relation has no rules. */
export function checkNoRules(clauses: readonly Clause[], report: Reporter): void {
  for (const { head } of clauses) {
    if (head.relation.builtin === null) continue;
    report.error('DL-BUILTIN', head.place, `\`${head.relation.name}\` is built in, and has no rules`, {
      related: [{ place: head.relation.place, message: 'declared here' }],
      repair: 'take the rule out, or derive another relation',
    });
  }
}

function readTag(
  relation: RelationSymbol,
  tag: { readonly value: string; readonly place: Place },
  declarations: Declarations,
  report: Reporter,
): Builtin | null {
  const refuse = (message: string, repair: string): null => {
    report.error('DL-BUILTIN', tag.place, message, { repair });
    return null;
  };
  const [, name = '', edgeName = '', nodesName = ''] = CALL.exec(tag.value) ?? [];
  const known = KINDS.get(name);
  if (known === undefined) {
    return refuse(
      `\`${tag.value}\` is no built-in relation`,
      'write dominators(edge, entry), levels(edge, node) or components(edge, node)',
    );
  }
  const edge = lookup(edgeName, relation, tag.place, declarations);
  const nodes = lookup(nodesName, relation, tag.place, declarations);
  if (edge === null || nodes === null) return null;
  if (relation.input.length === 0) {
    return refuse(
      `\`${relation.name}\` is built in, and must be an input for Soufflé`,
      `add \`.input ${relation.name}\``,
    );
  }
  const shape = misfit(relation, edge, nodes, known);
  if (shape !== null)
    return refuse(`\`${tag.value}\`: ${shape}`, `the shape is ${name}(edge(x, y), ${known.nodes}(x))`);
  return known.kind === 'idom'
    ? { kind: known.kind, edge: edge.id, entry: nodes.id }
    : { kind: known.kind, edge: edge.id, node: nodes.id };
}

/** In an instance of a component, its own relations come before those around it. */
function lookup(name: string, from: RelationSymbol, place: Place, declarations: Declarations): RelationSymbol | null {
  for (let prefix = from.name; prefix.includes('.'); ) {
    prefix = prefix.slice(0, prefix.lastIndexOf('.'));
    const found = declarations.find(`${prefix}.${name}`);
    if (found !== undefined) return found;
  }
  return declarations.lookup({ text: name, place });
}

/** What does not fit between a built-in relation and those it is computed from. */
function misfit(
  relation: RelationSymbol,
  edge: RelationSymbol,
  nodes: RelationSymbol,
  { kind }: { readonly kind: Builtin['kind'] },
): string | null {
  if (relation.broken || edge.broken || nodes.broken) return null;
  if (edge.attributes.length !== 2) return `\`${edge.name}\` is not binary`;
  if (nodes.attributes.length !== 1) return `\`${nodes.name}\` is not unary`;
  if (relation.attributes.length !== 2) return `\`${relation.name}\` is not binary`;
  const [first, second] = relation.attributes;
  const graph = [...edge.attributes, ...nodes.attributes].map((attribute) => attribute.type.kinds);
  if (graph.some((kinds) => kinds !== first?.type.kinds))
    return `the nodes and the first column of \`${relation.name}\` are of different primitives`;
  const wanted = kind === 'level' ? NUMBER : first?.type.kinds;
  return second?.type.kinds === wanted ? null : `the second column of \`${relation.name}\` has the wrong primitive`;
}
