/** Milliseconds of each unit, the largest first: in a duration each comes at most once, in this order. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ns', 1e-6],
]);
const PART = /([0-9]+(?:\.[0-9]+)?)(ns|us|µs|ms|s|m|h)/y;

/** The milliseconds of a duration such as `1h30m` (chapter 03, timeout); null where it is none, or not positive. */
export function durationOf(text: string): number | null {
  let [at, total, last] = [0, 0, Number.POSITIVE_INFINITY];
  while (at < text.length) {
    PART.lastIndex = at;
    const [all = '', amount = '', unit = ''] = PART.exec(text) ?? [];
    const size = UNITS.get(unit);
    if (size === undefined || size >= last) return null;
    total += Number(amount) * size;
    last = size;
    at += all.length;
  }
  return total > 0 ? total : null;
}
