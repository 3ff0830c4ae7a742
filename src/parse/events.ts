import type { CST } from 'yaml';
import { MAX_DEPTH, type Reporter } from './codes.js';

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
type Item = Collection['items'][number];

/** What the later steps need to know of the text. */
export interface Events {
  /** To be resolved by the composed document's directives. */
  readonly tags: readonly CST.SourceToken[];
  /** Offsets of the scalars that stand for collections. */
  readonly replaced: ReadonlySet<number>;
}

interface Step {
  readonly item: Item;
  /** How many collections the item's nodes are in. */
  readonly depth: number;
  /** Inside of a collection that is replaced. */
  readonly replaced: boolean;
}

/**
 * Judges what stands in the text before anything is composed: anchors, aliases and nesting, none of which is visible in
 * the values. Every collection deeper than the cap is replaced by a scalar of its source text. So
 * whatever works on the tree may recurse: its height is at most the cap and one (a pair written alone in brackets), and
 * the text in it is still judged. Composing recurses too, and takes the process down on deep enough input.
 * One pass with a stack of its own, linear in the tokens.
 */
export function judgeEvents(document: CST.Document, text: string, report: Reporter): Events {
  return new EventJudge(text, report).judge(document);
}

class EventJudge {
  private readonly steps: Step[] = [];
  private readonly tags: CST.SourceToken[] = [];
  private readonly replaced = new Set<number>();

  constructor(
    private readonly text: string,
    private readonly report: Reporter,
  ) {}

  judge(document: CST.Document): Events {
    this.marks(document.start);
    if (document.value) this.enter(document.value, 1, false);
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) this.item(step);
    return { tags: this.tags, replaced: this.replaced };
  }

  private item({ item, depth, replaced }: Step): void {
    this.marks(item.start);
    if (item.sep) this.marks(item.sep);
    if (item.key && this.enter(item.key, depth + 1, replaced)) item.key = asText(item.key, this.text);
    if (item.value && this.enter(item.value, depth + 1, replaced)) item.value = asText(item.value, this.text);
  }

  /** Judges a node and schedules its items. True when it is to be replaced. */
  private enter(token: CST.Token, depth: number, replaced: boolean): boolean {
    if (token.type === 'alias') this.alias(token);
    if (!isCollection(token)) return false;
    const replace = depth > MAX_DEPTH && !replaced;
    if (replace) {
      this.tooDeep(token.offset);
      this.replaced.add(token.offset);
    }
    for (const item of token.items) {
      const pair = isPairInBrackets(token, item);
      if (pair && depth === MAX_DEPTH) this.tooDeep(item.key?.offset ?? token.offset);
      this.steps.push({ item, depth: pair ? depth + 1 : depth, replaced: replaced || replace });
    }
    return replace;
  }

  private alias({ offset, source }: CST.FlowScalar): void {
    this.report.error(
      'NIKA-YAML-002',
      offset,
      offset + source.length,
      `${source} is an alias: a value is written where it is used`,
      'write the value out here',
    );
  }

  private tooDeep(offset: number): void {
    this.report.error(
      'NIKA-YAML-009',
      offset,
      offset + 1,
      `nested deeper than ${MAX_DEPTH} collections`,
      'flatten the value, or move the inner part into a file of its own',
    );
  }

  private marks(tokens: readonly CST.SourceToken[]): void {
    for (const token of tokens) {
      if (token.type === 'tag') this.tags.push(token);
      if (token.type !== 'anchor') continue;
      this.report.error(
        'NIKA-YAML-001',
        token.offset,
        token.offset + token.source.length,
        `${token.source} is an anchor: a value is written where it is used`,
        'remove the anchor',
      );
    }
  }
}

function isCollection(token: CST.Token): token is Collection {
  return token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection';
}

/** `[a: b]` holds a mapping of one pair that has no brackets of its own. */
function isPairInBrackets(token: Collection, item: Item): boolean {
  if (token.type !== 'flow-collection' || token.start.source !== '[') return false;
  return item.sep !== undefined || item.start.some((mark) => mark.type === 'explicit-key-ind');
}

function asText(token: CST.Token, text: string): CST.FlowScalar {
  const { offset } = token;
  const indent = 'indent' in token ? token.indent : 0;
  return { type: 'scalar', offset, indent, source: text.slice(offset, Math.max(offset + 1, endOf(token))) };
}

/** Where a node's text ends: goes down along its last parts. */
function endOf(token: CST.Token): number {
  let last: CST.Token = token;
  while (isCollection(last)) {
    const closing: CST.Token | undefined = last.type === 'flow-collection' ? last.end.at(-1) : undefined;
    const item: Item | undefined = last.items.at(-1);
    const next: CST.Token | null | undefined =
      closing ?? item?.value ?? item?.sep?.at(-1) ?? item?.key ?? item?.start.at(-1);
    if (!next) return last.offset + 1;
    last = next;
  }
  return last.offset + ('source' in last ? last.source.length : 0);
}
