import type { PriceList } from './list.js';
import { type PicoDollars, pricePerToken } from './money.js';

/** A price list, or what is wrong with the text that should have been one. */
export type ReadPrices =
  | { readonly ok: true; readonly prices: PriceList }
  | { readonly ok: false; readonly message: string; readonly repair: string };

const PRICES = 'output_usd_per_million_tokens';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a file of prices (docs/check.md): a JSON object of `source`, `date`, and prices by the whole name of a model. */
export function readPrices(text: string): ReadPrices {
  const root = parsed(text);
  if (!isRecord(root)) return fault('the price list is no JSON object', 'write it as docs/check.md shows');
  const { source, date, [PRICES]: written } = root;
  if (typeof source !== 'string' || source === '') {
    return fault('the price list does not say where its prices are from', 'add `"source": "…"`');
  }
  if (typeof date !== 'string' || !DAY.test(date)) {
    return fault('the price list does not say of what day it is', 'add `"date": "YYYY-MM-DD"`');
  }
  if (!isRecord(written))
    return fault('the price list has no prices', `add \`"${PRICES}": { "provider/model": 1.5 }\``);
  return withPrices(source, date, written);
}

function withPrices(source: string, date: string, written: Readonly<Record<string, unknown>>): ReadPrices {
  const prices = new Map<string, PicoDollars>();
  for (const [model, value] of Object.entries(written)) {
    const price = typeof value === 'number' || typeof value === 'string' ? pricePerToken(String(value)) : undefined;
    if (price === undefined) {
      const repair = 'give dollars for a million output tokens, as a decimal of at most six places';
      return fault(`the price of \`${model}\` is none`, repair);
    }
    prices.set(model, price);
  }
  return { ok: true, prices: { source, date, outputToken: (model) => prices.get(model) } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(message: string, repair: string): ReadPrices {
  return { ok: false, message, repair };
}
