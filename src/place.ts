/** Where something stands: a file and a half-open range of UTF-16 offsets into its decoded text. Lines are computed late, for what is printed. */
export interface Place {
  /** Path as it is printed: relative to the working directory, with `/`. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** 1-based line and column; columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Offsets of line starts, for turning an offset into a line and a column.
 * A line ends at LF, CRLF or a lone CR, as in YAML 1.2 §5.4.
 */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) this.starts.push(i + 1);
    }
  }

  /** Line and column of an offset; an offset past the end is the end. */
  position(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.start(middle) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - this.start(low) + 1 };
  }

  /** The text of a 1-based line without its line break; empty when there is no such line. */
  line(number: number): string {
    if (number < 1 || number > this.starts.length) return '';
    const start = this.start(number - 1);
    let end = number < this.starts.length ? this.start(number) : this.text.length;
    while (end > start && isBreak(this.text.charCodeAt(end - 1))) end--;
    return this.text.slice(start, end);
  }

  private start(line: number): number {
    return this.starts[line] ?? this.text.length;
  }
}

function isBreak(unit: number): boolean {
  return unit === 10 || unit === 13;
}
