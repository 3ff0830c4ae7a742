/**
 * Names of entities as symbols: "path#label" of an agent, "path#label.name" of what it holds, "path#.name" of what belongs
 * to the file. `#` separates the file, so in a path it stands as %23; in a label or name what separates is encoded.
 */
export function entityName(file: string, label: string, name?: string): string {
  const agent = `${manifestName(file)}#${encode(label, /[#%.@]/g)}`;
  return name === undefined ? agent : `${agent}.${encode(name, /[#%.@]/g)}`;
}

/** A file as a symbol. */
export function manifestName(file: string): string {
  return encode(file, /[#%]/g);
}

/** The name again, as a person knows it: without its file, and without the number that tells equal labels apart. */
export function entityLabel(symbol: string): string {
  const own = symbol.slice(symbol.indexOf('#') + 1);
  const name = own.slice(own.indexOf('.') + 1).replace(/@\d+$/, '');
  return name.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The symbol of the n-th entity of one name; the first keeps the name itself. */
export function numbered(symbol: string, n: number): string {
  return n === 1 ? symbol : `${symbol}@${n}`;
}

function encode(text: string, pattern: RegExp): string {
  return text.replace(pattern, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
