import { type Parsed, parseDocument } from '../../src/parse/parse.js';
import type { Mapping, Node, Scalar } from '../../src/parse/tree.js';
import { LineIndex } from '../../src/place.js';

export function parse(text: string): Parsed {
  return parseDocument('w.nika.yaml', Buffer.from(text));
}

export function codes(parsed: Parsed): string[] {
  return parsed.diagnostics.map((diagnostic) => diagnostic.code);
}

/** `line:column text` of each diagnostic, the text being what its place covers. */
export function places(parsed: Parsed): string[] {
  const index = new LineIndex(parsed.text);
  return parsed.diagnostics.map(({ code, place }) => {
    const { line, column } = index.position(place.start);
    return `${code} ${line}:${column} ${parsed.text.slice(place.start, place.end)}`;
  });
}

export function mapping(node: Node | null | undefined): Mapping {
  if (node?.kind !== 'mapping') throw new Error(`a mapping was expected, not ${node?.kind}`);
  return node;
}

/** The value behind a path of keys and indexes. */
export function at(root: Node | null, ...path: (string | number)[]): Node {
  let node: Node | null | undefined = root;
  for (const step of path) {
    if (typeof step === 'number') node = node?.kind === 'sequence' ? node.items[step] : undefined;
    else node = mapping(node).entries.find(({ key }) => key.kind === 'scalar' && key.text === step)?.value;
  }
  if (!node) throw new Error(`nothing at ${path.join('.')}`);
  return node;
}

export function scalar(root: Node | null, ...path: (string | number)[]): Scalar {
  const node = at(root, ...path);
  if (node.kind !== 'scalar') throw new Error(`a scalar was expected at ${path.join('.')}`);
  return node;
}

/** Values as JSON would have them: numbers and the like stay text, written with their type. */
export function plain(node: Node | null): unknown {
  if (node === null) return null;
  if (node.kind === 'sequence') return node.items.map(plain);
  if (node.kind === 'mapping') return node.entries.map(({ key, value }) => [plain(key), plain(value)]);
  return node.type === 'string' ? node.text : `${node.type}:${node.text}`;
}
