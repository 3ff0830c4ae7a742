import { nearest } from '../datalog/index.js';
import type { Diagnostic } from '../diagnostic.js';
import type { Place } from '../place.js';
import type { MapValue } from './value.js';

/** Gathers what is wrong with a document; all of it are errors, since a configuration that is not understood is not judged as meant. */
export class Faults<Code extends string> {
  readonly found: Diagnostic<Code>[] = [];
  private readonly known = new Set<string>();

  add(code: Code, place: Place, message: string, repair: string): void {
    const id = `${code} ${place.file} ${place.start} ${message}`;
    // What several containers share is read for each of them.
    if (this.known.has(id)) return;
    this.known.add(id);
    this.found.push({ code, severity: 'error', message, place, repair: [repair] });
  }

  /** Reports the keys of a mapping that are not among those it may have; `where` says which mapping it is. */
  unknownKeys(code: Code, { fields }: MapValue, known: readonly string[], where: string): void {
    for (const [name, { key }] of fields) {
      if (known.includes(name)) continue;
      const near = nearest(name, known);
      const repair = near === null ? `the keys here are ${known.join(', ')}` : `did you mean \`${near}\`?`;
      this.add(code, key, `${where} has no key \`${name}\``, repair);
    }
  }
}
