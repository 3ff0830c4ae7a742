import shipped from 'shipped:prices';
import { type PicoDollars, pricePerToken } from './money.js';

/** What output tokens cost, where that is known. */
export interface PriceList {
  /** Where the prices are from, and the day they are of, as the report says. */
  readonly source: string;
  readonly date: string;
  /** The price of one output token of a model, `provider/name`; undefined where the list has none, which is not free. */
  outputToken(model: string): PicoDollars | undefined;
}

/** How the names of a model are told from others', as @pydantic/genai-prices says it. */
type Match =
  | { readonly or: readonly Match[] }
  | { readonly and: readonly Match[] }
  | { readonly equals: string }
  | { readonly starts_with: string }
  | { readonly ends_with: string }
  | { readonly contains: string }
  | { readonly regex: string };

type ShippedEntry = readonly [id: string, match: Match, dollarsPerMillion: string | null];

interface Shipped {
  readonly source: string;
  readonly date: string;
  readonly providers: Readonly<Record<string, readonly ShippedEntry[]>>;
}

let list: PriceList | undefined;

/** The list that ships, read when it is first asked for. */
export function shippedPrices(): PriceList {
  if (list === undefined) {
    const { source, date, providers }: Shipped = JSON.parse(shipped);
    const entries = new Map(Object.entries(providers));
    list = { source, date, outputToken: (model) => priceOf(model, entries) };
  }
  return list;
}

function priceOf(model: string, providers: ReadonlyMap<string, readonly ShippedEntry[]>): PicoDollars | undefined {
  const slash = model.indexOf('/');
  const entries = providers.get(model.slice(0, Math.max(slash, 0))) ?? [];
  const name = model.slice(slash + 1).toLowerCase();
  const entry = entries.find(([id]) => id === name) ?? entries.find(([, match]) => matches(match, name));
  return entry?.[2] == null ? undefined : pricePerToken(entry[2]);
}

function matches(match: Match, name: string): boolean {
  if ('or' in match) return match.or.some((one) => matches(one, name));
  if ('and' in match) return match.and.every((one) => matches(one, name));
  if ('equals' in match) return name === match.equals.toLowerCase();
  if ('starts_with' in match) return name.startsWith(match.starts_with.toLowerCase());
  if ('ends_with' in match) return name.endsWith(match.ends_with.toLowerCase());
  if ('contains' in match) return name.includes(match.contains.toLowerCase());
  return new RegExp(match.regex).test(name);
}
