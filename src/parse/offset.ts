import type { Scalar } from './tree.js';

/** Value → source: from `values[k]` up to the next one, units stand in the source one by one from `sources[k]` on. */
interface Alignment {
  readonly values: readonly number[];
  readonly sources: readonly number[];
}

/** A scalar is asked about once for each reference in it, and aligned once. */
const alignments = new WeakMap<Scalar, Alignment>();

/**
 * Offset in the document's text of a unit of a scalar's value. Follows escapes, folded lines and the indentation of block
 * scalars (YAML 1.2 §6.5, §7.3, §8.1); where it can't, the answer is the nearest unit before, at worst the scalar's start.
 *
 * @param text   the decoded document the scalar is from
 * @param index  0 … scalar.text.length; the latter gives the end of the last unit
 */
export function sourceOffset(text: string, scalar: Scalar, index: number): number {
  if (scalar.offset !== null) return Math.min(scalar.offset + index, scalar.end);
  let alignment = alignments.get(scalar);
  if (alignment === undefined) {
    alignment = align(text, scalar);
    alignments.set(scalar, alignment);
  }
  const { values, sources } = alignment;
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const found = (sources[low] ?? scalar.start) + index - (values[low] ?? 0);
  return Math.max(scalar.start, Math.min(found, sources[low + 1] ?? scalar.end, scalar.end));
}

function align(text: string, scalar: Scalar): Alignment {
  const aligner = new Aligner(text, scalar);
  const first = text[scalar.start];
  if (scalar.plain) aligner.flow(scalar.start, scalar.end, '');
  else if (first === '"' || first === "'") aligner.flow(scalar.start + 1, scalar.end - 1, first);
  else if (first === '|' || first === '>') aligner.block();
  return aligner;
}

class Aligner implements Alignment {
  readonly values: number[] = [0];
  readonly sources: number[];

  constructor(
    private readonly text: string,
    private readonly scalar: Scalar,
  ) {
    this.sources = [scalar.start];
  }

  /** Plain and quoted scalars. White space around line breaks is one space, or one break less than there are. */
  flow(start: number, end: number, quote: string): void {
    let value = 0;
    for (let at = start; at < end; ) {
      this.mark(value, at);
      const [length, units] = this.part(at, end, quote);
      at += length;
      value += units;
    }
    this.mark(value, end);
  }

  /** Length of what stands at an offset and begins no later than it ends, and how many units of the value it makes. */
  private part(at: number, end: number, quote: string): readonly [length: number, units: number] {
    const c = this.text[at];
    if (c === '\\' && quote === '"') return this.escape(at, end);
    if (c === "'" && quote === "'") return [2, 1];
    if (!isBlank(c) && !isBreak(c)) return [1, 1];
    let stop = at;
    let breaks = 0;
    for (; stop < end && (isBlank(this.text[stop]) || isBreak(this.text[stop])); stop++) {
      if (isBreak(this.text[stop]) && !this.isCrLf(stop)) breaks++;
    }
    const length = stop - at;
    return [length, breaks === 0 ? length : Math.max(1, breaks - 1)];
  }

  private escape(at: number, end: number): readonly [length: number, units: number] {
    const c = this.text[at + 1];
    if (c === 'x') return [4, 1];
    if (c === 'u') return [6, 1];
    if (c === 'U') return [10, Number.parseInt(this.text.slice(at + 2, at + 10), 16) > 0xffff ? 2 : 1];
    if (!isBreak(c)) return [2, 1];
    let stop = at + (this.isCrLf(at + 1) ? 3 : 2);
    while (stop < end && isBlank(this.text[stop])) stop++;
    return [stop - at, 0];
  }

  /** Literal and folded scalars: finds each line in the value behind the one before, line breaks and folds between. */
  block(): void {
    const { text, scalar } = this;
    const value = scalar.text;
    let indent: number | null = null;
    let index = 0;
    for (let start = this.nextLine(scalar.start); start < scalar.end; start = this.nextLine(start)) {
      const line = this.lineAt(start);
      const spaces = leadingSpaces(line);
      if (spaces === line.length && (indent === null || spaces <= indent)) continue;
      indent ??= spaces - leadingSpaces(value.slice(firstContent(value)));
      const content = line.slice(indent);
      while (!value.startsWith(content, index) && (value[index] === ' ' || value[index] === '\n')) index++;
      if (!value.startsWith(content, index)) return;
      this.mark(index, start + indent);
      index += content.length;
    }
    this.mark(value.length, Math.min(scalar.end, text.length));
  }

  private mark(value: number, source: number): void {
    const last = this.values.length - 1;
    const value0 = this.values[last] ?? 0;
    const source0 = this.sources[last] ?? 0;
    if (value === value0) this.sources[last] = source;
    else if (source - source0 !== value - value0) {
      this.values.push(value);
      this.sources.push(source);
    }
  }

  private isCrLf(at: number): boolean {
    return this.text[at] === '\r' && this.text[at + 1] === '\n';
  }

  /** Start of the line behind the one an offset is in. */
  private nextLine(at: number): number {
    let stop = at;
    while (stop < this.scalar.end && !isBreak(this.text[stop])) stop++;
    return stop + (this.isCrLf(stop) ? 2 : 1);
  }

  private lineAt(start: number): string {
    let stop = start;
    while (stop < this.scalar.end && !isBreak(this.text[stop])) stop++;
    return this.text.slice(start, stop);
  }
}

function isBlank(c: string | undefined): boolean {
  return c === ' ' || c === '\t';
}

function isBreak(c: string | undefined): boolean {
  return c === '\n' || c === '\r';
}

function leadingSpaces(line: string): number {
  let count = 0;
  while (line[count] === ' ') count++;
  return count;
}

function firstContent(value: string): number {
  let at = 0;
  while (value[at] === '\n') at++;
  return at;
}
