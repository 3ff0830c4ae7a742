import { LineIndex, type Place } from '../place.js';
import type { Range } from './model.js';

/** The texts of a run's files, for what is printed of them: a file's lines are indexed when the first is asked for. */
export class Sources {
  private readonly texts = new Map<string, string>();
  private readonly indexes = new Map<string, LineIndex>();

  add(file: string, text: string): void {
    this.texts.set(file, text);
  }

  /** The whole text; undefined where it is unknown. */
  text(file: string): string | undefined {
    return this.texts.get(file);
  }

  /** Lines and columns of a place. In a file whose text is unknown everything stands at its beginning. */
  range(place: Place): Range {
    const index = this.index(place.file);
    return { start: index.position(place.start), end: index.position(Math.max(place.start, place.end)) };
  }

  /** A line from 1, without its line break; empty where there is none. */
  line(file: string, line: number): string {
    return this.index(file).line(line);
  }

  private index(file: string): LineIndex {
    let index = this.indexes.get(file);
    if (index === undefined) {
      index = new LineIndex(this.texts.get(file) ?? '');
      this.indexes.set(file, index);
    }
    return index;
  }
}
