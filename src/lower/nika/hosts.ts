import type { LowerRun } from '../run.js';
import { parseAddress, withoutZone } from './address.js';
import { withoutEnd } from './characters.js';
import { hostName } from './url.js';

/*
 * The facts of rules/nika/hosts-schema.dl: which address a host is, and where else than to the host that the standard
 * says a URL may lead. All are said of a text, once in a run.
 */

/** A URL of which every reader takes the same host: a name in plain letters, not behind an `@`, and no number at its end. */
const PLAIN_URL = /^https?:\/\/(?:[a-z0-9_-]+\.)*[a-z_-][a-z0-9_-]*(?::\d+)?(?:[/?#][^@\\\s]*)?$/;
const PLAIN_HOST = /^(?:[a-z0-9_-]+\.)*[a-z_-][a-z0-9_-]*$/;

/** A URL that a verb is told, with the host that it leads to by the standard. */
export function writeUrlHosts(run: LowerRun, symbol: number, text: string, host: string | null): void {
  if (host !== null) writeAddress(run, host);
  if (!PLAIN_URL.test(text)) writeOtherHosts(run, symbol, text, host);
}

/** An entry of `net.http`, with the host that it names. */
export function writeEntryHosts(run: LowerRun, symbol: number, entry: string, host: string): void {
  const plain = plainHost(entry);
  writeAddress(run, host);
  writeAddress(run, plain);
  run.table('plain_host', 2).add(symbol, run.intern(plain));
  if (!PLAIN_HOST.test(entry)) writeOtherHosts(run, symbol, entry, host);
}

function writeOtherHosts(run: LowerRun, symbol: number, text: string, known: string | null): void {
  for (const host of looseHosts(text)) {
    if (host === known) continue;
    run.table('other_host', 2).add(symbol, run.intern(host));
    writeAddress(run, host);
  }
}

function writeAddress(run: LowerRun, host: string): void {
  const address = parseAddress(host);
  const symbol = run.intern(host);
  if (address === null || !run.once('address', symbol)) return;
  if (address.version === 4) run.table('address4', 2).add(symbol, address.bits);
  else run.table('address6', 9).add(symbol, ...address.groups);
}

/** An entry as the reference checker reads it: no spaces around, no dots behind, no brackets, and in lower case. */
function plainHost(entry: string): string {
  const trimmed = withoutEnd(entry.trim(), (character) => character === '.').toLowerCase();
  return withoutEnd(trimmed.replace(/^\[+/, ''), (character) => character === ']');
}

/**
 * The hosts that readers find in a URL who don't keep to WHATWG's standard: who take `\` for a letter of the authority, do
 * without a scheme, know zones of IPv6 addresses, know no octal, or decode what is encoded twice.
 */
export function looseHosts(text: string): ReadonlySet<string> {
  const cleaned = text.replace(/[\0-\x20]/g, '');
  const scheme = /^[a-z][a-z0-9+.-]*:[/\\]+/i.exec(cleaned)?.[0] ?? /^[/\\]{2,}/.exec(cleaned)?.[0];
  // Without a scheme an address of e-mail would be one.
  if (scheme === undefined && cleaned.includes('@')) return new Set();
  const rest = cleaned.slice(scheme?.length ?? 0);
  const authorities = [/^[^/?#]*/, /^[^/\\?#]*/].map((pattern) => pattern.exec(rest)?.[0] ?? '');
  return new Set(authorities.flatMap(authorityHosts));
}

function authorityHosts(authority: string): string[] {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const bracketed = /^\[([^\]]*)\]/.exec(decoded(decoded(host)))?.[1];
  const name = bracketed === undefined ? decoded(decoded(host.replace(/:\d*$/, ''))) : withoutZone(bracketed);
  // An octet that begins with a zero is octal by the standard, and decimal to others.
  const decimal = /^[\d.]+$/.test(name) ? name.replace(/(?<![\d])0+(?=\d)/g, '') : name;
  return [hostName(name), hostName(decimal)].filter((canonical) => canonical !== '');
}

/** Percent-encoding undone; a text that is not encoded right stays. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
