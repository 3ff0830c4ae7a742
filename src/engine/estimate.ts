import type { Atom } from './normal.js';

/** Live cardinalities, as far as the planner needs them: to a power of two, so that a plan can serve for many runs. */
export interface Statistics {
  size(relation: number): number;
  /** An upper bound of the distinct values of a column. */
  distinct(relation: number, column: number): number;
  /** True where an index costs nothing but the members: asking it for a constant beats reading all rows. */
  isEquivalence(relation: number): boolean;
  /** True for a relation of so few rows that nothing else about it counts. */
  isSmall(relation: number): boolean;
  /** The same for all relations for which the other two say the same. */
  magnitude(relation: number): string;
}

/** Rows expected of an atom for one binding of what is bound: its size over the distinct values of the bound columns. */
export function fanOut(atom: Atom, bound: (variable: number) => boolean, statistics: Statistics): number {
  let rows = statistics.size(atom.relation);
  atom.args.forEach((arg, column) => {
    const given = arg.kind === 'number' || arg.kind === 'symbol' || (arg.kind === 'variable' && bound(arg.index));
    if (given) rows /= Math.max(1, statistics.distinct(atom.relation, column));
  });
  return rows;
}

/**
 * The atom with the least fan-out among those that share a variable with what is bound (or have none left to bind), and
 * among all where none does: a product of unconnected atoms is the last resort, however small they seem. Of equals the
 * one written first.
 */
export function cheapest(
  atoms: readonly Atom[],
  bound: (variable: number) => boolean,
  statistics: Statistics,
): Atom | undefined {
  let best: Atom | undefined;
  let least = Number.POSITIVE_INFINITY;
  const connected = atoms.filter((atom) => isConnected(atom, bound));
  for (const atom of connected.length > 0 ? connected : atoms) {
    const rows = fanOut(atom, bound, statistics);
    if (best === undefined || rows < least) {
      best = atom;
      least = rows;
    }
  }
  return best;
}

function isConnected(atom: Atom, bound: (variable: number) => boolean): boolean {
  const variables = atom.args.flatMap((arg) => (arg.kind === 'variable' ? [arg.index] : []));
  return variables.length === 0 || variables.some(bound);
}

/** Trying every atom as the first is quadratic in their number twice over; longer bodies start at the smallest. */
const MOST_STARTS = 8;

/** The atom to begin with: the one whose greedy order has the fewest intermediate rows in all. */
export function bestStart(atoms: readonly Atom[], statistics: Statistics): Atom | undefined {
  const none = () => false;
  if (atoms.length > MOST_STARTS) return cheapest(atoms, none, statistics);
  let best: Atom | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const atom of atoms) {
    const rows = orderCost(atom, atoms, statistics);
    if (best === undefined || rows < least) {
      best = atom;
      least = rows;
    }
  }
  return best;
}

function orderCost(first: Atom, atoms: readonly Atom[], statistics: Statistics): number {
  const known = new Set<number>();
  const bound = (variable: number) => known.has(variable);
  let rest = [...atoms];
  let rows = 1;
  let total = 0;
  for (let next: Atom | undefined = first; next !== undefined; next = cheapest(rest, bound, statistics)) {
    rows *= fanOut(next, bound, statistics);
    // Driving a plan reads the whole relation, whatever constants leave of it.
    total += next === first ? statistics.size(next.relation) : rows;
    for (const arg of next.args) if (arg.kind === 'variable') known.add(arg.index);
    rest = rest.filter((atom) => atom !== next);
  }
  return total;
}
