/** An IP address by its bits: 32 in one signed number, or 128 in eight groups of 16. */
export type Address =
  | { readonly version: 4; readonly bits: number }
  | { readonly version: 6; readonly groups: readonly number[] };

const OCTETS = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/**
 * The address that a text spells in the plain form: four decimal octets without leading zeros (RFC 6943 §3.1.1, "strict"), or
 * what RFC 4291 §2.2 allows, with or without a zone. Null of anything else, also of spellings that only some readers take for
 * an address.
 */
export function parseAddress(text: string): Address | null {
  if (OCTETS.test(text)) return { version: 4, bits: octetBits(text) };
  const groups = parseGroups(withoutZone(text));
  return groups === null ? null : { version: 6, groups };
}

/** An IPv6 address without the name of the network interface behind it. */
export function withoutZone(text: string): string {
  return text.includes(':') ? text.replace(/%[^%]+$/, '') : text;
}

function octetBits(text: string): number {
  return text.split('.').reduce((bits, octet) => (bits << 8) | Number(octet), 0);
}

/** Eight groups; null where the text is no IPv6 address. */
function parseGroups(text: string): number[] | null {
  const tail = /^(.*:)([^:]*\.[^:]*)$/s.exec(text);
  const hex = tail === null ? text : `${tail[1]}${octetGroups(tail[2] ?? '')}`;
  const [head = '', rest, ...more] = hex.split('::');
  if (more.length > 0 || !hex.includes(':')) return null;
  const before = hexGroups(head);
  const after = hexGroups(rest ?? '');
  if (before === null || after === null) return null;
  if (rest === undefined) return before.length === 8 ? before : null;
  const missing = 8 - before.length - after.length;
  return missing < 1 ? null : [...before, ...new Array<number>(missing).fill(0), ...after];
}

/** The octets at the end of an address as two groups; what is none stays, and is no group. */
function octetGroups(text: string): string {
  if (!OCTETS.test(text)) return text;
  const bits = octetBits(text);
  return `${(bits >>> 16).toString(16)}:${(bits & 0xffff).toString(16)}`;
}

function hexGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}
