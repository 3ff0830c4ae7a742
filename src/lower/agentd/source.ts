import type { Diagnostic } from '../../diagnostic.js';
import { withoutComments } from '../../parse/jsonc.js';
import { sourceOffset } from '../../parse/offset.js';
import { parseString } from '../../parse/parse.js';
import { splitStream } from '../../parse/stream.js';
import type { Range } from '../../parse/tree.js';
import type { Place } from '../../place.js';
import { placesIn, type ScalarValue, toValue, type Value } from '../value.js';

/** A file as text. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** A document as data, and what is wrong with its text; no data where it cannot be read. */
export interface ReadSource {
  readonly value: Value | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file that holds one document: YAML, or JSON with comments. */
export function readSource({ file, text }: SourceFile): ReadSource {
  const { root, diagnostics } = parseString(file, isJson(text) ? withoutComments(text) : text);
  return { value: root === null ? undefined : toValue(root, placesIn(file)), diagnostics };
}

/** A document of a stream that can be read. `base` is where its text begins in the file. */
export interface StreamDocument extends ReadSource {
  readonly value: Value;
  readonly text: string;
  readonly base: number;
}

/** The documents of a file that can be read; the comments of JSON are none of it. */
export function readStream({ file, text }: SourceFile): StreamDocument[] {
  return splitStream(isJson(text) ? withoutComments(text) : text).flatMap((part) => {
    const { root, diagnostics } = parseString(file, part.text);
    if (root === null) return [];
    const place = ({ start, end }: Range) => ({ file, start: part.start + start, end: part.start + end });
    const moved = diagnostics.map((one) => ({ ...one, place: place(one.place) }));
    return [{ value: toValue(root, place), text: part.text, base: part.start, diagnostics: moved }];
  });
}

/** A document that stands as text inside a scalar of another: what it says stands where the text stands in the file. */
export function readInside({ text, base }: StreamDocument, { node, place: { file } }: ScalarValue): ReadSource {
  const inner = isJson(node.text) ? withoutComments(node.text) : node.text;
  const { root, diagnostics } = parseString(file, inner);
  const at = (offset: number) => base + sourceOffset(text, node, offset);
  const place = ({ start, end }: Range) => ({ file, start: at(start), end: at(end) });
  return {
    value: root === null ? undefined : toValue(root, place),
    diagnostics: diagnostics.map((one) => ({ ...one, place: place(one.place) })),
  };
}

/** A document that is one word of a command line: all of it stands where the word does. */
export function readWord({ name, place }: { readonly name: string; readonly place: Place }): Value | undefined {
  const { root } = parseString(place.file, isJson(name) ? withoutComments(name) : name);
  return root === null ? undefined : toValue(root, () => place);
}

/** JSON begins with a bracket, behind comments at the most. */
function isJson(text: string): boolean {
  return /^\s*(?:[{[]|\/[/*])/.test(text);
}
