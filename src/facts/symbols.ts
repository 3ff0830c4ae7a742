/**
 * Interned strings. A symbol is its index here: dense, from 0, in order of first sight, so that columns of symbols are
 * columns of small unsigned numbers and text never enters the core.
 */
export class Symbols {
  private readonly ids = new Map<string, number>();
  private readonly texts: string[] = [];

  get size(): number {
    return this.texts.length;
  }

  /** The id of a text, new or known. */
  intern(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    const id = this.texts.length;
    this.ids.set(text, id);
    this.texts.push(text);
    return id;
  }

  /** The id of a text, or undefined where it was never interned. */
  lookup(text: string): number | undefined {
    return this.ids.get(text);
  }

  /** The text of an id. An id that was never given out is a bug of the caller. */
  text(id: number): string {
    const text = this.texts[id];
    if (text === undefined) throw new RangeError(`no symbol has the id ${id}`);
    return text;
  }
}
