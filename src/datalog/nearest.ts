/** Names longer than this are not compared: nobody mistypes them by a letter. */
const MAX_LENGTH = 64;
const MAX_CANDIDATES = 5000;

/** The candidate that takes the fewest edits to become `name`; null where none is near enough to be meant. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let limit = Math.max(1, Math.floor(name.length / 3));
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > MAX_CANDIDATES || name.length > MAX_LENGTH) break;
    const distance = candidate === name ? Infinity : editDistance(name, candidate, limit);
    if (distance > limit) continue;
    best = candidate;
    limit = distance - 1;
    if (limit < 1) break;
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment), or more than `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) row.push(cell(a, b, i, j, before, above, row));
    before = above;
    above = row;
  }
  return above[b.length] ?? Infinity;
}

function cell(a: string, b: string, i: number, j: number, before: number[], above: number[], row: number[]): number {
  const same = a[i - 1] === b[j - 1];
  const replaced = at(above, j - 1) + (same ? 0 : 1);
  const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : Infinity;
  return Math.min(replaced, swapped, at(above, j) + 1, at(row, j - 1) + 1);
}

function at(row: readonly number[], j: number): number {
  return row[j] ?? Infinity;
}
