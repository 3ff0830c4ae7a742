import type { Place } from '../place.js';

/** Where each entity symbol (a workflow, task, reference, grant …) stands. One place for a symbol; the first one given stays. */
export class Places {
  private readonly places = new Map<number, Place>();

  set(symbol: number, place: Place): void {
    if (!this.places.has(symbol)) this.places.set(symbol, place);
  }

  get(symbol: number): Place | undefined {
    return this.places.get(symbol);
  }
}
