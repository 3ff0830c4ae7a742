import { createHash } from 'node:crypto';
import type { Finding } from '../findings/finding.js';

/** Characters of the digest that are kept: 128 bits. */
const LENGTH = 32;

/**
 * What a finding is recognised by when lines move and messages are reworded: its code, its file, the names it is about,
 * and through which tasks of which files content goes. Findings that agree in all of it are numbered in their order.
 */
export class Fingerprints {
  private readonly seen = new Map<string, number>();

  next({ code, place, names, path }: Finding): string {
    const steps = path.map((step) => [step.place.file, step.task]);
    const identity = JSON.stringify([code, place.file, names, steps]);
    const digest = createHash('sha256').update(identity).digest('hex').slice(0, LENGTH);
    const number = (this.seen.get(digest) ?? 0) + 1;
    this.seen.set(digest, number);
    return `${digest}:${number}`;
  }
}
