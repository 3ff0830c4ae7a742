/**
 * Money as integers of 10⁻¹² dollars: the price of one token in this unit is a whole number wherever a million tokens cost
 * a decimal of at most six places, so that no sum is ever rounded.
 */
export type PicoDollars = bigint;

const DECIMAL = /^(\d{1,9})(?:\.(\d{1,6}))?$/;
const PER_MICRO = 1_000_000n;

/** The price of one token from dollars for a million of them, in plain decimals of at most six places; undefined of anything else. */
export function pricePerToken(dollarsPerMillion: string): PicoDollars | undefined {
  const [written, whole = '', places = ''] = DECIMAL.exec(dollarsPerMillion) ?? [];
  return written === undefined ? undefined : BigInt(whole + places.padEnd(6, '0'));
}

/** Dollars, rounded up to a millionth: never less than the amount. */
export function dollarsAtMost(amount: PicoDollars): number {
  return dollars((amount + PER_MICRO - 1n) / PER_MICRO);
}

/** Dollars, rounded down to a millionth: never more than the amount. */
export function dollarsAtLeast(amount: PicoDollars): number {
  return dollars(amount / PER_MICRO);
}

/** The number that is nearest to so many millionths; up to nine billion dollars no two amounts share one. */
function dollars(micros: bigint): number {
  const digits = String(micros).padStart(7, '0');
  return Number(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
}
