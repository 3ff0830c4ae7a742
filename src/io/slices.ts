import { decodeText } from '../facts/bytes.js';
import type { Symbols } from '../facts/symbols.js';

/**
 * Interns stretches of one buffer: a stretch that was seen before is found by its bytes, and only a new one becomes a
 * text. Open addressing over a power of two, at most half full.
 *
 *     entries:  | start | end | hash | id |   words, one group of four a slot; end 0 is an empty slot
 */
export class Slices {
  private entries = new Int32Array(4 * 1024);
  private used = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly symbols: Symbols,
  ) {}

  /** The symbol of bytes [start, end), whose hash is given. */
  intern(start: number, end: number, hash: number): number {
    // A stretch at the very start of the buffer that is empty would look like an empty slot.
    if (start === end) return this.symbols.intern('');
    const { entries } = this;
    const mask = (entries.length >> 2) - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const at = slot << 2;
      if (entries[at + 1] === 0) return this.add(at, start, end, hash);
      if (entries[at + 2] === hash && this.same(entries[at] ?? 0, entries[at + 1] ?? 0, start, end))
        return entries[at + 3] ?? 0;
    }
  }

  private same(start: number, end: number, otherStart: number, otherEnd: number): boolean {
    const { bytes } = this;
    if (end - start !== otherEnd - otherStart) return false;
    for (let i = 0; i < end - start; i++) if (bytes[start + i] !== bytes[otherStart + i]) return false;
    return true;
  }

  private add(at: number, start: number, end: number, hash: number): number {
    const id = this.symbols.intern(decodeText(this.bytes, start, end));
    this.entries.set([start, end, hash, id], at);
    this.used++;
    if (this.used * 8 > this.entries.length) this.grow();
    return id;
  }

  private grow(): void {
    const old = this.entries;
    const entries = new Int32Array(old.length * 2);
    const mask = (entries.length >> 2) - 1;
    for (let from = 0; from < old.length; from += 4) {
      if (old[from + 1] === 0) continue;
      let slot = spread(old[from + 2] ?? 0) & mask;
      while (entries[(slot << 2) + 1] !== 0) slot = (slot + 1) & mask;
      entries.set(old.subarray(from, from + 4), slot << 2);
    }
    this.entries = entries;
  }
}

/** The hash goes on from byte to byte with this. */
export function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** The high bits of a hash, moved to where slots are chosen. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
