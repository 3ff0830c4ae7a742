import type { Node } from '../../parse/tree.js';
import { valueForm } from './forms.js';
import { fieldsOf } from './nodes.js';
import type { Values } from './values.js';

/** A template with the values put in that the file gives, and the declarations they come from. */
export interface Resolved {
  readonly text: string;
  readonly sources: ReadonlySet<number>;
}

/** Longer texts and longer chains of bindings are taken for computed. */
const LONGEST = 4096;
const DEEPEST = 16;

const OPENER = '${{';
/** An island that reads one value by its name, and does nothing else. */
const NAMED = /\$\{\{\s*(inputs|const|with)\s*(?:\.\s*([a-z_][\w-]*)|\[\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\])\s*\}\}/iy;

/** Puts values into the templates of one task. */
export class Resolver {
  /** What bindings stand for; null while it is looked for, so that a ring of them stands for nothing. */
  private readonly known = new Map<string, Resolved | null>();

  /** @param bound the bindings of the task's `with:` by name */
  constructor(
    private readonly values: Values,
    private readonly bound: ReadonlyMap<string, Node>,
  ) {}

  /**
   * A template in which every island reads a constant, an input with a default, or a binding of these by name; null of any
   * other, and where an island is escaped.
   */
  resolve(template: string, depth = 0): Resolved | null {
    const sources = new Set<number>();
    let text = '';
    let from = 0;
    for (let at = template.indexOf(OPENER); at >= 0; at = template.indexOf(OPENER, from)) {
      NAMED.lastIndex = at;
      const [island, root, dotted, single, double] = NAMED.exec(template) ?? [];
      if (island === undefined || template[at - 1] === '\\') return null;
      const value = this.value(root, dotted ?? single ?? double ?? '', depth);
      if (value === null) return null;
      for (const source of value.sources) sources.add(source);
      text += template.slice(from, at) + value.text;
      if (text.length > LONGEST) return null;
      from = at + island.length;
    }
    return { text: text + template.slice(from), sources };
  }

  private value(root: string | undefined, name: string, depth: number): Resolved | null {
    if (root === 'with') return this.binding(name, depth + 1);
    const declared = (root === 'inputs' ? this.values.inputs : this.values.consts).get(name);
    if (!declared?.value || valueForm(declared.value) === 'template') return null;
    const text = textOf(declared.value);
    return text === null ? null : { text, sources: new Set([declared.part]) };
  }

  private binding(name: string, depth: number): Resolved | null {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    this.known.set(name, null);
    const value = this.bound.get(name);
    const written = value === undefined ? null : textOf(value);
    const resolved = written === null || depth > DEEPEST ? null : this.resolve(written, depth);
    this.known.set(name, resolved);
    return resolved;
  }
}

/** What a value is as part of a text; null of one that may be written in other ways than it is in the file. */
function textOf(value: Node): string | null {
  if (value.kind !== 'scalar') return null;
  if (value.type === 'string') return value.text;
  return value.type === 'number' && /^-?(?:0|[1-9]\d*)$/.test(value.text) ? value.text : null;
}

/** An island as the reference finds it. */
const REFERENCE_ISLAND = /(?<!\\)\$\{\{(.*?)\}\}/gs;

/** The same as the reference checker does it: by constants and defaults that are strings, whatever else an island holds. */
export function resolveAsReference(template: string, values: Values): Resolved | null {
  const sources = new Set<number>();
  let [text, from] = ['', 0];
  for (const { 0: island, 1: body = '', index } of template.matchAll(REFERENCE_ISLAND)) {
    const declared = referenceRead(body, values);
    if (declared === null) return null;
    sources.add(declared.part);
    text += template.slice(from, index) + declared.text;
    if (text.length > LONGEST) return null;
    from = index + island.length;
  }
  return sources.size === 0 ? null : { text: text + template.slice(from), sources };
}

/** What the reference takes an island for, by the first name behind its first dot. */
function referenceRead(body: string, values: Values): { part: number; text: string } | null {
  const [, root, name = ''] = /^\s*([^.]*)\.([^.[]*)/s.exec(body.trimEnd()) ?? [];
  const declared = root === 'inputs' ? values.inputs.get(name) : root === 'const' ? values.consts.get(name) : undefined;
  const value = declared?.value;
  const text = root === 'const' && value?.kind === 'mapping' ? fieldsOf(value).get('value')?.value : value;
  if (declared === undefined || text?.kind !== 'scalar' || text.type !== 'string') return null;
  return { part: declared.part, text: text.text };
}
