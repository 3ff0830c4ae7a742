import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
  type Scalar as YamlScalar,
} from 'yaml';
import { MAX_DEPTH, MAX_SCALAR_BYTES, type Reporter } from './codes.js';
import { coreTag, isNotFinite, plainType, taggedType } from './scalar.js';
import type { Entry, Mapping, Node, Scalar } from './tree.js';

/** How many nodes aliases and merge keys may add to a document by standing for others. Beyond it an alias is its own text. */
const MAX_ALIASED = 100_000;
/** A tree's height in nodes: the collections that events.ts lets through, a pair alone in brackets, and a scalar. */
const MAX_HEIGHT = MAX_DEPTH + 2;

interface Built {
  readonly node: Node;
  /** Nodes it would have written out, and nodes on its longest way down. */
  readonly size: number;
  readonly height: number;
  /** Where it ends at this place of use. */
  readonly end: number;
}

/**
 * Composed YAML → tree, judging keys and scalars on the way. Aliases and merge keys are refused by the profile, yet what
 * they say is in the tree, so that a refused file is judged all the same: an aliased node is shared, never copied, and the
 * size and height the tree would have written out stay bounded.
 * Recursion is bounded by the height that events.ts leaves.
 */
export class TreeBuilder {
  private readonly anchors = new Map<string, Built>();
  private aliased = 0;

  constructor(
    private readonly text: string,
    /** Offsets of scalars that events.ts put in place of a collection: any text, and of no type. */
    private readonly replaced: ReadonlySet<number>,
    private readonly report: Reporter,
  ) {}

  build(root: ParsedNode): Node {
    const { node } = this.node(root, 1);
    this.judgeValue(node, root);
    return node;
  }

  private node(from: ParsedNode, depth: number): Built {
    if (isAlias(from)) return this.alias(from, depth);
    const built = this.written(from, depth);
    if (from.anchor) this.anchors.set(from.anchor, built);
    return built;
  }

  private written(from: Exclude<ParsedNode, Alias.Parsed>, depth: number): Built {
    if (isMap(from)) return this.mapping(from, depth);
    if (isSeq(from)) return this.sequence(from, depth);
    return { node: this.scalar(from), size: 1, height: 1, end: from.range[1] };
  }

  private alias(from: Alias.Parsed, depth: number): Built {
    const [start, end] = from.range;
    const target = this.anchors.get(from.source);
    if (target && this.affords(target, depth)) return { ...target, end };
    const text = `*${from.source}`;
    const node: Scalar = { kind: 'scalar', text, plain: true, type: 'string', offset: start, start, end };
    return { node, size: 1, height: 1, end };
  }

  private affords(target: Built, depth: number): boolean {
    if (depth - 1 + target.height > MAX_HEIGHT || this.aliased + target.size > MAX_ALIASED) return false;
    this.aliased += target.size;
    return true;
  }

  private sequence(from: YAMLSeq.Parsed, depth: number): Built {
    this.judgeCollectionTag(from, 'seq');
    const extent = new Extent(from);
    const items: Node[] = [];
    for (const item of from.items) {
      const built = this.node(item, depth + 1);
      this.judgeValue(built.node, item);
      extent.add(built);
      items.push(built.node);
    }
    return extent.close({ kind: 'sequence', items, start: from.range[0], end: extent.end });
  }

  private mapping(from: YAMLMap.Parsed, depth: number): Built {
    this.judgeCollectionTag(from, 'map');
    const extent = new Extent(from);
    const entries: Entry[] = [];
    const merged: Entry[] = [];
    const names = new Map<string, Scalar>();
    for (const pair of from.items) {
      const key = this.node(pair.key, depth + 1);
      const value = pair.value ? this.node(pair.value, depth + 1) : missing(key.end);
      extent.add(key);
      extent.add(value);
      this.judgeKey(key.node, pair.key, names);
      if (pair.value) this.judgeValue(value.node, pair.value);
      const parts = isMergeKey(pair.key) ? this.merge(pair.key, value.node) : null;
      if (parts) for (const part of parts) for (const entry of part.entries) merged.push(entry);
      else entries.push({ key: key.node, value: value.node });
    }
    const all = merged.length === 0 ? entries : [...unshadowed(merged, names), ...entries];
    return extent.close({ kind: 'mapping', entries: all, start: from.range[0], end: extent.end });
  }

  /** The mappings a merge key brings in; null when its value is none. */
  private merge(key: YamlScalar.Parsed, value: Node): readonly Mapping[] | null {
    const [start, end] = key.range;
    const repair = 'write the merged keys out here';
    this.report.error('NIKA-YAML-003', start, end, '<< is a merge key: a mapping is written out in full', repair);
    const parts = value.kind === 'sequence' ? value.items : [value];
    return parts.every((part) => part.kind === 'mapping') ? parts : null;
  }

  private judgeKey(key: Node, from: ParsedNode, names: Map<string, Scalar>): void {
    const [start, end] = from.range;
    if (key.kind !== 'scalar') {
      const repair = 'use a string as key';
      this.report.error('NIKA-YAML-007', start, end, `a ${key.kind} is used as a key: keys are strings`, repair);
      return;
    }
    if (key.type !== 'string') {
      const written = key.text === '' ? 'an empty key' : `the key ${key.text}`;
      const repair = key.text === '' ? 'write the key before the colon' : `put it in quotes: "${key.text}"`;
      this.report.error('NIKA-YAML-007', start, end, `${written} is a ${key.type}: keys are strings`, repair);
    }
    const first = names.get(key.text);
    if (first === undefined) names.set(key.text, key);
    else this.duplicate(key.text, start, end, first);
  }

  private duplicate(name: string, start: number, end: number, first: Scalar): void {
    const key = JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
    const related = { start: first.start, end: first.end, message: 'first written here' };
    const repair = 'keep one of the two, or rename one';
    // The profile of YAML and the loader each have a code for it, and users look for either.
    this.report.error('NIKA-YAML-004', start, end, `the key ${key} stands twice in this mapping`, repair, related);
    const message = `duplicate key ${key}: one value would hide the other`;
    this.report.error('NIKA-PARSE-017', start, end, message, repair, related);
  }

  private judgeValue(value: Node, from: ParsedNode): void {
    if (value.kind !== 'scalar' || value.type !== 'number' || !isNotFinite(value.text)) return;
    const message = `${value.text} is no finite number`;
    this.report.error(
      'NIKA-YAML-008',
      from.range[0],
      from.range[1],
      message,
      'use a finite number, or quotes for the text',
    );
  }

  private scalar(from: YamlScalar.Parsed): Scalar {
    const text = typeof from.value === 'string' ? from.value : '';
    const [start, end] = from.range;
    const plain = from.type === 'PLAIN';
    const offset = this.verbatim(from, text);
    if (this.replaced.has(start)) return { kind: 'scalar', text, plain, type: 'string', offset, start, end };
    this.judgeSize(text, start, end);
    return { kind: 'scalar', text, plain, type: this.type(from, text, plain), offset, start, end };
  }

  private judgeSize(text: string, start: number, end: number): void {
    // A unit takes at most three bytes.
    if (text.length * 3 <= MAX_SCALAR_BYTES) return;
    const size = Buffer.byteLength(text);
    if (size <= MAX_SCALAR_BYTES) return;
    const message = `a value of ${size} bytes: the cap is ${MAX_SCALAR_BYTES}`;
    this.report.error('NIKA-YAML-005', start, end, message, 'move the content into a file of its own');
  }

  private type(from: YamlScalar.Parsed, text: string, plain: boolean): Scalar['type'] {
    if (!from.tag) return plain ? plainType(text) : 'string';
    const tag = coreTag(from.tag);
    if (tag === null) return 'string';
    const type = taggedType(tag, text);
    if (type === null) this.misfit(from, tag, 'this value');
    return type ?? 'string';
  }

  private judgeCollectionTag(from: YAMLMap.Parsed | YAMLSeq.Parsed, kind: 'map' | 'seq'): void {
    const tag = from.tag ? coreTag(from.tag) : null;
    if (tag !== null && tag !== kind) this.misfit(from, tag, kind === 'map' ? 'a mapping' : 'a sequence');
  }

  private misfit(from: ParsedNode, tag: string, what: string): void {
    const message = `the tag !!${tag} does not fit ${what}`;
    this.report.error('NIKA-PARSE-001', from.range[0], from.range[1], message, 'remove the tag');
  }

  /** See Scalar.offset. */
  private verbatim(from: YamlScalar.Parsed, text: string): number | null {
    const [start, end] = from.range;
    const quotes = from.type === 'PLAIN' ? 0 : from.type === 'QUOTE_DOUBLE' || from.type === 'QUOTE_SINGLE' ? 1 : null;
    if (quotes === null || end - start !== text.length + 2 * quotes) return null;
    return this.text.startsWith(text, start + quotes) ? start + quotes : null;
  }
}

/** Sums up a collection while its parts are added. */
class Extent {
  end: number;
  private size = 1;
  private height = 0;
  private readonly flow: boolean;

  constructor(from: YAMLMap.Parsed | YAMLSeq.Parsed) {
    this.flow = from.flow === true;
    this.end = this.flow ? from.range[1] : from.range[0];
  }

  /** A block collection ends with its last part; the parser's range goes on over the blank lines behind it. */
  add(part: Built): void {
    this.size += part.size;
    this.height = Math.max(this.height, part.height);
    if (!this.flow) this.end = part.end;
  }

  close(node: Node): Built {
    return { node, size: this.size, height: this.height + 1, end: this.end };
  }
}

function missing(at: number): Built {
  const node: Scalar = { kind: 'scalar', text: '', plain: true, type: 'null', offset: at, start: at, end: at };
  return { node, size: 1, height: 1, end: at };
}

function isMergeKey(key: ParsedNode): key is YamlScalar.Parsed {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN' && !key.tag;
}

/** Of merged entries of one name the first counts, and the mapping's own entry before any (YAML merge key type). */
function unshadowed(merged: readonly Entry[], own: ReadonlyMap<string, Scalar>): Entry[] {
  const seen = new Set<string>();
  return merged.filter(({ key }) => {
    if (key.kind !== 'scalar') return true;
    if (own.has(key.text) || seen.has(key.text)) return false;
    seen.add(key.text);
    return true;
  });
}
