// The prices that ship: what @pydantic/genai-prices says of the providers of the language, cut down to the output price.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProvider } from '@pydantic/genai-prices';

/** The package whose data ships, and the day on which that version of it came out, which it does not say itself. */
export const catalog = { name: '@pydantic/genai-prices', version: '0.1.8', date: '2026-09-23' };

/** The language's providers that the package knows, by its names. A router's price depends on where it sends a call: it has none. */
const providers = {
  anthropic: 'anthropic',
  deepseek: 'deepseek',
  gemini: 'google',
  groq: 'groq',
  mistral: 'mistral',
  moonshot: 'moonshotai',
  openai: 'openai',
  openrouter: 'openrouter',
  xai: 'x-ai',
};

/** @typedef {import('@pydantic/genai-prices').ModelInfo} ModelInfo */

/** Source, date and entries `[id, match, dollars for a million output tokens]` by provider, as JSON. @param {string} root */
export function shippedPrices(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', catalog.name, 'package.json'), 'utf8'));
  if (version !== catalog.version)
    throw new Error(`${catalog.name} ${version}: say in scripts/prices.mjs when it came out`);
  const entries = Object.entries(providers).map(([provider, id]) => [provider, entriesOf(id)]);
  const { name, date } = catalog;
  return JSON.stringify({ source: `${name} ${version}`, date, providers: Object.fromEntries(entries) });
}

/** @param {string} id */
function entriesOf(id) {
  const provider = findProvider({ providerId: id });
  if (provider === undefined) throw new Error(`${catalog.name} knows no provider ${id}`);
  return provider.models.map((model) => [model.id, model.match, highest(model)]);
}

/** The most that a million output tokens cost from the catalog's day on, at any hour and in any tier; null where nothing is said. @param {ModelInfo} model */
function highest({ prices }) {
  const all = Array.isArray(prices) ? inForce(prices) : [prices];
  const dollars = all.flatMap(({ output_mtok: price }) => {
    if (typeof price === 'object') return [price.base, ...price.tiers.map((tier) => tier.price)];
    return price === undefined ? [] : [price];
  });
  return dollars.length === 0 ? null : String(Math.max(...dollars));
}

/**
 * Of prices that begin on some day, the last that has begun and those to come; those of an hour of the day are always in force.
 * @param {import('@pydantic/genai-prices').ConditionalPrice[]} prices
 */
function inForce(prices) {
  const begun = prices
    .map(({ constraint: c }) => c === undefined || (c.type === 'start_date' && c.start_date <= catalog.date))
    .lastIndexOf(true);
  return prices
    .filter(({ constraint }, i) => i >= begun || constraint?.type === 'time_of_date')
    .map(({ prices: price }) => price);
}
