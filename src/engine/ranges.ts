/** A set of bytes as sorted, disjoint ranges: first, last, first, last … */
export type Ranges = readonly number[];

const LAST_UNIT = 0xff;

/** The units that are in no range. */
export function complement(ranges: Ranges): Ranges {
  const result: number[] = [];
  let next = 0;
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const [first, last] = [ranges[i] ?? 0, ranges[i + 1] ?? 0];
    if (first > next) result.push(next, first - 1);
    next = last + 1;
  }
  if (next <= LAST_UNIT) result.push(next, LAST_UNIT);
  return result;
}

/** All units of some ranges. */
export function union(parts: readonly (readonly [number, number])[]): Ranges {
  const result: number[] = [];
  for (const [first, last] of [...parts].sort((a, b) => a[0] - b[0])) {
    const end = result[result.length - 1];
    if (end !== undefined && first <= end + 1) result[result.length - 1] = Math.max(end, last);
    else result.push(first, last);
  }
  return result;
}

export function pairs(ranges: Ranges): [number, number][] {
  const result: [number, number][] = [];
  for (let i = 0; i + 1 < ranges.length; i += 2) result.push([ranges[i] ?? 0, ranges[i + 1] ?? 0]);
  return result;
}

export function includes(ranges: Ranges, unit: number): boolean {
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    if (unit < (ranges[i] ?? 0)) return false;
    if (unit <= (ranges[i + 1] ?? 0)) return true;
  }
  return false;
}
