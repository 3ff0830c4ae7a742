import type { Place } from '../place.js';
import type { RelationSymbol } from './declare.js';
import type { Related, Reporter } from './report.js';
import { type AtomLiteral, aggregatesOf, type Clause, forEachLiteral, type Literal } from './resolved.js';

/** One relation is computed from another. */
interface Dependency {
  readonly from: number;
  readonly to: number;
  /** Null where a relation is only read for what is there; else why all of it has to be known. */
  readonly strict: 'negates' | 'aggregates' | 'is built from' | null;
  readonly place: Place;
}

/**
 * The strongly connected components of the relations, each after those it reads (Tarjan 1972, without recursion), so
 * that a component is a stratum. Negation, aggregates and built-in relations need what they read to be complete: where
 * that is part of the same component, the cycle is reported.
 */
export function stratify(
  relations: readonly RelationSymbol[],
  clauses: readonly Clause[],
  report: Reporter,
): number[][] {
  const dependencies = [...builtinDependencies(relations), ...clauses.flatMap(clauseDependencies)];
  const outgoing: Dependency[][] = relations.map(() => []);
  for (const dependency of dependencies) outgoing[dependency.from]?.push(dependency);
  const components = connectedComponents(outgoing);
  const componentOf = new Map(components.flatMap((component, i) => component.map((id) => [id, i])));
  const reported = new Set<number>();
  for (const dependency of dependencies) {
    const component = componentOf.get(dependency.from);
    if (dependency.strict === null || component === undefined || component !== componentOf.get(dependency.to)) continue;
    if (reported.has(component)) continue;
    reported.add(component);
    reportCycle(dependency, outgoing, new Set(components[component]), relations, report);
  }
  return components;
}

function builtinDependencies(relations: readonly RelationSymbol[]): Dependency[] {
  return relations.flatMap(({ id, place, builtin }) => {
    if (builtin === null) return [];
    const read = [builtin.edge, builtin.kind === 'idom' ? builtin.entry : builtin.node];
    return read.map((to) => ({ from: id, to, strict: 'is built from' as const, place }));
  });
}

function clauseDependencies(clause: Clause): Dependency[] {
  const from = clause.head.relation.id;
  const dependencies: Dependency[] = [];
  const add = (atom: AtomLiteral, strict: Dependency['strict']) =>
    dependencies.push({ from, to: atom.relation.id, strict, place: atom.place });
  for (const literal of clause.body) if (literal.kind === 'atom') add(literal, literal.negated ? 'negates' : null);
  const addAggregated = (literal: Literal) => literal.kind === 'atom' && add(literal, 'aggregates');
  for (const aggregate of aggregatesOf([...clause.body, clause.head])) forEachLiteral(aggregate.body, addAggregated);
  return dependencies;
}

interface Frame {
  readonly node: number;
  edge: number;
}

function connectedComponents(outgoing: readonly (readonly Dependency[])[]): number[][] {
  const components: number[][] = [];
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const onStack = new Set<number>();
  const lower = (node: number, to: number) => low.set(node, Math.min(low.get(node) ?? to, to));
  const enter = (node: number): Frame => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    stack.push(node);
    onStack.add(node);
    return { node, edge: 0 };
  };
  const leave = (node: number): void => {
    if (low.get(node) !== order.get(node)) return;
    const component = stack.splice(stack.lastIndexOf(node));
    for (const member of component) onStack.delete(member);
    components.push(component.sort((a, b) => a - b));
  };
  for (let start = 0; start < outgoing.length; start++) {
    const frames = order.has(start) ? [] : [enter(start)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const next = outgoing[frame.node]?.[frame.edge++];
      if (next === undefined) {
        frames.pop();
        leave(frame.node);
        const parent = frames.at(-1);
        if (parent !== undefined) lower(parent.node, low.get(frame.node) ?? 0);
      } else if (!order.has(next.to)) {
        frames.push(enter(next.to));
      } else if (onStack.has(next.to)) {
        lower(frame.node, order.get(next.to) ?? 0);
      }
    }
  }
  return components;
}

function reportCycle(
  strict: Dependency,
  outgoing: readonly (readonly Dependency[])[],
  component: ReadonlySet<number>,
  relations: readonly RelationSymbol[],
  report: Reporter,
): void {
  const cycle = [strict, ...shortestPath(strict.to, strict.from, outgoing, component)];
  const name = (id: number) => relations[id]?.name ?? '';
  const steps = cycle.map(({ from, to, strict, place }): Related => {
    return { place, message: `\`${name(from)}\` ${strict ?? 'reads'} \`${name(to)}\` here` };
  });
  const path = [strict.from, ...cycle.map((step) => step.to)].map((id, i) =>
    cycle[i - 1]?.strict === 'negates' ? `!${name(id)}` : name(id),
  );
  const why = strict.strict === 'negates' ? 'its own absence' : 'the whole of itself';
  report.error('DL-STRATIFICATION', strict.place, `\`${name(strict.from)}\` depends on ${why}: ${path.join(' → ')}`, {
    related: steps,
    repair: 'break the cycle: let one of these rules read a relation that does not depend on the others',
  });
}

function shortestPath(
  from: number,
  to: number,
  outgoing: readonly (readonly Dependency[])[],
  within: ReadonlySet<number>,
): Dependency[] {
  const arrivedBy = new Map<number, Dependency>();
  const queue = [from];
  for (const node of queue) {
    if (node === to) break;
    for (const dependency of outgoing[node] ?? []) {
      if (!within.has(dependency.to) || arrivedBy.has(dependency.to) || dependency.to === from) continue;
      arrivedBy.set(dependency.to, dependency);
      queue.push(dependency.to);
    }
  }
  const path: Dependency[] = [];
  for (let step = arrivedBy.get(to); step !== undefined && path.at(-1)?.from !== from; step = arrivedBy.get(step.from))
    path.push(step);
  return path.reverse();
}
