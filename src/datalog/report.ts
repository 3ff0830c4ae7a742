import type { Diagnostic } from '../diagnostic.js';
import type { Place } from '../place.js';
import type { DatalogCode } from './codes.js';

export type DatalogDiagnostic = Diagnostic<DatalogCode>;

export interface Related {
  readonly place: Place;
  readonly message: string;
}

export interface Details {
  readonly repair?: string;
  readonly related?: readonly Related[];
}

/** Beyond this many diagnostics of one code, the rest are counted only. */
const MAX_OF_A_CODE = 100;

/**
 * Where the diagnostics of one compilation are gathered. What has one code and one place (said by the rules that a
 * disjunction stands for, or by instances of a component) is kept once; of each feature that is not supported, only the first use is reported.
 */
export class Reporter {
  private readonly diagnostics: DatalogDiagnostic[] = [];
  private readonly said = new Set<string>();
  private readonly counts = new Map<DatalogCode, number>();
  private readonly features = new Set<string>();
  private errors = 0;

  get failed(): boolean {
    return this.errors > 0;
  }

  /** Errors so far. */
  get count(): number {
    return this.errors;
  }

  error(code: DatalogCode, place: Place, message: string, details: Details = {}): void {
    this.errors++;
    this.add('error', code, place, message, details);
  }

  warning(code: DatalogCode, place: Place, message: string, details: Details = {}): void {
    this.add('warning', code, place, message, details);
  }

  /** A feature of Soufflé that this dialect leaves out; `feature` names it as a plural or mass noun. */
  unsupported(feature: string, place: Place, repair?: string): void {
    this.errors++;
    if (this.features.has(feature)) return;
    this.features.add(feature);
    const details = repair === undefined ? {} : { repair };
    this.add('error', 'DL-UNSUPPORTED', place, `${feature} are not supported`, details);
  }

  /** In the order of the sources, and of the text within one. */
  finish(files: readonly string[]): readonly DatalogDiagnostic[] {
    const order = new Map(files.map((file, i) => [file, i]));
    const rank = (diagnostic: DatalogDiagnostic) => order.get(diagnostic.place.file) ?? files.length;
    return this.diagnostics.sort((a, b) => rank(a) - rank(b) || a.place.start - b.place.start);
  }

  private add(severity: 'error' | 'warning', code: DatalogCode, place: Place, message: string, details: Details) {
    const key = `${code} ${place.file} ${place.start} ${place.end}`;
    const count = this.counts.get(code) ?? 0;
    if (this.said.has(key) || count >= MAX_OF_A_CODE) return;
    this.said.add(key);
    this.counts.set(code, count + 1);
    const repair = details.repair === undefined ? {} : { repair: [details.repair] };
    const related = details.related === undefined ? {} : { related: details.related };
    this.diagnostics.push({ code, severity, message, place, ...repair, ...related });
  }
}

/** `1 argument`, `3 arguments`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
