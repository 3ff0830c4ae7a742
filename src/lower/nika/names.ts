/** `#` separates a file from what is in it, so in a path it stands as %23, and `%` as %25. */
export function pathName(file: string): string {
  return /[#%]/.test(file) ? encode(file, /[#%]/g) : file;
}

/** An id or name as part of a symbol: what separates the parts of one (`#`, `.`, `@`) or stands for many (`*`) is encoded. */
export function partName(name: string): string {
  return /[#%.@*]/.test(name) ? encode(name, /[#%.@*]/g) : name;
}

function encode(text: string, pattern: RegExp): string {
  return text.replace(pattern, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
