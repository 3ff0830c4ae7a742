import { withoutEnd } from './characters.js';
import { liveIsland } from './islands.js';

/**
 * The host that a request to a URL goes to, in the one spelling that clients reduce it to: lower case, international names
 * in ASCII, IPv4 in four decimal parts, no brackets, no trailing dot. Null where the text names no host. Clients read URLs
 * as WHATWG's standard says, which takes `\` for `/` and drops line breaks: what a person reads may be another host.
 */
export function urlHost(text: string): string | null {
  if (!URL.canParse(text)) return null;
  return bare(new URL(text).hostname) || null;
}

/**
 * What a template for a URL spells before its first live island, where that has a scheme, `://`, an authority and what ends
 * it (`/`, `?`, `#`): whatever is put in cannot change the host then. Null of others, and where an escaped island stands
 * before it, which some reader may take for a live one.
 */
export function urlStart(template: string): string | null {
  const island = liveIsland(template);
  const start = template.slice(0, template.indexOf('${{'));
  if (island !== start.length + '${{'.length) return null;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]/i.test(start.replace(/[\0-\x20]/g, '')) ? start : null;
}

/** The spelling to which an entry of `net.http` is reduced likewise; one that is no host stays as it is. */
export function hostName(entry: string): string {
  const host = isIpv6(entry) ? `[${entry}]` : entry;
  if (/[/\\?#@\s]/.test(host) || /:\d*$/.test(host) || !URL.canParse(`http://${host}`)) return entry;
  return bare(new URL(`http://${host}`).hostname) || entry;
}

function isIpv6(text: string): boolean {
  return /^[0-9a-f:]*:[0-9a-f:.]*$/i.test(text) && text.split(':').length > 2;
}

function bare(hostname: string): string {
  return withoutEnd(hostname.replace(/^\[|\]$/g, ''), (character) => character === '.');
}

/** The host of a URL as Python's `urlparse` reads it; "" where it finds none. For the reference checker's reading. */
export function urlparseHost(text: string): string {
  const cleaned = text.replace(/^[\0- ]+/, '').replace(/[\t\r\n]/g, '');
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(cleaned)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const bracketed = /^[^[]*\[([^\]]*)/.exec(host);
  return (bracketed?.[1] ?? host.replace(/:.*$/s, '')).toLowerCase();
}
