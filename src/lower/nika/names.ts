import { createHash } from 'node:crypto';

/** Names longer than this are clipped in symbols: one name is part of the symbol of everything it has, so that a long name and many references would multiply. */
const LONGEST_PATH = 1000;
const LONGEST_PART = 200;

/** `#` separates a file from what is in it, so in a path it stands as %23, and `%` as %25. */
export function pathName(file: string): string {
  return clipped(/[#%]/.test(file) ? encode(file, /[#%]/g) : file, LONGEST_PATH);
}

/** An id or name as part of a symbol: what separates the parts of one (`#`, `.`, `@`) or stands for many (`*`) is encoded. */
export function partName(name: string): string {
  return clipped(/[#%.@*]/.test(name) ? encode(name, /[#%.@*]/g) : name, LONGEST_PART);
}

/** What leads to a place that may be nested deeply, by names of which each is a part. */
export function partPath(path: string): string {
  return clipped(path, LONGEST_PATH);
}

function encode(text: string, pattern: RegExp): string {
  return text.replace(pattern, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The beginning and a digest of the whole; `%~` stands in no other name, as `%` is encoded. */
function clipped(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const digest = createHash('sha256').update(name, 'utf16le').digest('hex').slice(0, 32);
  return `${name.slice(0, longest / 2).replace(/(?:[\ud800-\udbff]|%.?)$/, '')}%~${digest}`;
}
